import { readMailFrom, readSmtpUrl } from '../src/environment/settings';
import { MAX_UPLOAD_BYTES } from '../src/media/validateUploads';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Nodemailer's options for an SMTP server. */
function createSmtpOptions({ protocol, hostname, port, username, password }: URL) {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      // Otherwise the password would be sent unencrypted when the server, or an attacker in between, offers no encryption.
      requireTLS: !LOOPBACK_HOSTS.includes(hostname),
    }),
  };
}

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
