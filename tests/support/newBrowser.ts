import type { MailServer } from './mailServer.ts';
import { accounts } from './seededCopy.ts';
import { sendFrom } from './sendFrom.ts';
import { expect, type Page } from './stack.ts';

/** Returns the codes that were mailed to an address, in their order. */
export const codesFor = ({ mails }: MailServer, email: string): string[] =>
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

  /** Signs in with the code that is mailed, and returns the token of the session. */
  async signInWithCode(mailServer: MailServer, email: string, password: string): Promise<string> {
    expect(await this.signIn(email, password)).toMatchObject({ status: 400, name: 'CodeRequiredError' });
    const { status, token } = await this.signIn(email, password, codesFor(mailServer, email).at(-1));
    expect(status).toBe(200);
    return token ?? '';
  }
}

/** Signs in to a CMS that sends mails in a new browser, by default as the administrator, and returns the token. */
export const signInWithCode = (
  cms: string,
  mailServer: MailServer,
  email = accounts.ADMIN_EMAIL,
  password = accounts.ADMIN_PASSWORD,
): Promise<string> => new NewBrowser(cms).signInWithCode(mailServer, email, password);

/** Types the newest code that was mailed to an address into the page that asks for it. */
export async function typeCode(page: Page, mailServer: MailServer, email: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Code' });
  // The mail has arrived before the page asks for its code.
  await expect(field).toBeFocused();
  await field.fill(codesFor(mailServer, email).at(-1) ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
}
