import { createSmtpOptions } from '../src/access/smtpOptions';
import { readMailFrom, readSmtpUrl } from '../src/environment/settings';
import { MAX_UPLOAD_BYTES } from '../src/media/validateUploads';

export default () => {
  const smtpUrl = readSmtpUrl();
  return {
    upload: {
      config: {
        sizeLimit: MAX_UPLOAD_BYTES,
        // Formats that browsers show as images and never run as a script, unlike SVG; the site serves no other.
        security: { allowedTypes: ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'] },
      },
    },
    ...(smtpUrl && {
      email: {
        config: {
          provider: 'nodemailer',
          providerOptions: createSmtpOptions(smtpUrl),
          settings: { defaultFrom: readMailFrom() },
        },
      },
    }),
  };
};
