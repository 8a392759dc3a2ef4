import { accounts } from './seededCopy.ts';
import { expect } from './stack.ts';

/** Expects a CMS to answer sign-ins whose email or password is not a string as it answers a wrong password. */
export async function expectSameRefusals(cms: string): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = accounts;
  const send = async (path: string, body: unknown) => {
    const response = await fetch(`${cms}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return `${response.status} ${await response.text()}`;
  };
  const refused = await send('/admin/login', { email, password: 'wrong' });
  expect(refused).toContain('400');
  const wrong: [path: string, body: unknown][] = [
    ['/admin/login', { email, password: 1 }],
    ['/admin/login', { email: [email], password }],
    [`/admin/login?email=${email}&password=${password}`, {}],
    ['/admin/login', { email: `${email}\0`, password }],
    ['/admin/login', { email: { $gt: '' }, password: { $gt: '' } }],
    ['/admin/login', []],
    ['/admin/login', { email: 'x'.repeat(400_000), password }],
  ];
  for (const [path, body] of wrong) expect(await send(path, body), path).toBe(refused);
}
