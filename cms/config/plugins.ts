import { createSmtpOptions } from '../src/access/smtpOptions';
import { readMailFrom, readSmtpUrl } from '../src/environment/settings';
import { MAX_UPLOAD_BYTES } from '../src/media/validateUploads';

export default () => {
  const smtpUrl = readSmtpUrl();
  return {
    upload: {
      config: {
        sizeLimit: MAX_UPLOAD_BYTES,
        // Formats that browsers show as images and never run as a script, unlike SVG; the site serves no other. Strapi takes a PNG
        // that moves for APNG, and some AVIF files for HEIF; `validateImage` knows them apart.
        security: {
          allowedTypes: [
            ...['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'],
            ...['image/apng', 'image/heif'],
          ],
        },
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
