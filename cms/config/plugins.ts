import { LARGEST } from '../src/media/photographs';

export default {
  upload: {
    config: {
      sizeLimit: LARGEST,
      // What browsers show as a picture and can't run as a page or a script; the site serves no other.
      security: { allowedTypes: ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'] },
    },
  },
};
