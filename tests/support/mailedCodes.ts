import type { MailServer } from './mailServer.ts';
import { sendFrom } from './sendFrom.ts';

/** Returns the codes that were mailed to an address, in their order. */
export const codesFor = ({ mails }: Pick<MailServer, 'mails'>, email: string): string[] =>
  mails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ text }) => /^Your code is (\d{6})\r$/m.exec(text)?.[1] ?? []);

/** A browser that sends what the sign-in's form sends, and keeps its cookies. */
export class NewBrowser {
  readonly cookies = new Map<string, string>();

  /** @param address the address of this machine from which it sends: the limits of an address count it there */
  constructor(
    private readonly cms: string,
    private readonly address = '127.0.0.1',
  ) {}

  /** Sends a request with its cookies; `body` is the text of the answer. */
  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await sendFrom(this.address, this.cms + path, {
      method,
      headers: { ...headers, ...(cookie && { cookie }) },
      ...(body && { body }),
    });
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }

  /** Signs in; without `code` as a browser that has none yet. */
  async signIn(email: string, password: string, code?: string) {
    const { status, text } = await this.send('POST', '/admin/login', { email, password, code });
    const { data, error }: { data?: { token: string }; error?: { name: string; message: string } } =
      JSON.parse(text);
    return { status, token: data?.token, name: error?.name, message: error?.message };
  }

  /** Signs in with the mailed code, which must be required, and returns the token of the session. */
  async signInWithCode(
    mailServer: Pick<MailServer, 'mails'>,
    email: string,
    password: string,
  ): Promise<string> {
    const { name } = await this.signIn(email, password);
    if (name !== 'CodeRequiredError') throw new Error(`${email} gets ${name} instead of a code`);
    const { token, message } = await this.signIn(email, password, codesFor(mailServer, email).at(-1));
    if (token === undefined) throw new Error(`the code of ${email} is not accepted: ${message}`);
    return token;
  }
}
