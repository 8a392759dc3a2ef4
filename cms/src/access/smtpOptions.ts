const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Creates Nodemailer's options for an SMTP server. */
export function createSmtpOptions({ protocol, hostname, port, username, password }: URL) {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    secure: protocol === 'smtps:',
    // The defaults are minutes, for which a sign-in or a command would wait for a server that does not answer.
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      // Otherwise the password would be sent unencrypted when the server, or an attacker in between, offers no encryption.
      requireTLS: !LOOPBACK_HOSTS.includes(hostname),
    }),
  };
}
