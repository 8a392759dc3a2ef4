import { MAX_UPLOAD_BYTES } from '../src/media/validateUploads';

export default {
  upload: {
    config: {
      sizeLimit: MAX_UPLOAD_BYTES,
      // Formats that browsers show as images and never run as a script, unlike SVG; the site serves no other.
      security: { allowedTypes: ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'] },
    },
  },
};
