import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { listenOnFreePort } from './ports.ts';

export interface Mail {
  from: string | undefined;
  to: string[];
  text: string;
}

/** The mail server rejects this recipient, and addresses that end with it. */
export const REJECTED_RECIPIENT = 'rejected@test.example';

export async function startMailServer() {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    // The test has no certificate; a password is sent without encryption to this machine only.
    hideSTARTTLS: true,
    // It would ask a DNS server for the name of the client.
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'table' && password === 'p@ss/1797'
        ? callback(null, { user: username })
        : callback(new Error('The user name or the password is wrong.')),
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.endsWith(REJECTED_RECIPIENT) ? new Error('There is no such mailbox.') : null),
    onData: (stream, { envelope }, callback) => {
      const collect = (content: string) => {
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : undefined,
          to: envelope.rcptTo.map(({ address }) => address),
          // Decodes the quoted-printable encoding.
          text: content.replaceAll('=\r\n', '').replaceAll('=3D', '='),
        });
        callback();
      };
      // A CMS that ends while it sends a mail has sent none.
      text(stream).then(collect, callback);
    },
  });
  // After a rejection, the CMS closes the connection, which can reset it.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') throw error;
  });
  const port = await listenOnFreePort(server.server);
  return {
    mails,
    url: `smtp://table:p%40ss%2F1797@127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
