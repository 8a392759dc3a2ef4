import { expect, type Stack, test } from './stack.ts';

interface Attempt {
  password?: string;
  /** What the proxy in front has sent as the client's address. */
  from: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const attempt = (stack: Stack, email: unknown, { password = 'wrong', from, headers = {}, signal }: Attempt) =>
  fetch(`${stack.cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ email, password }),
    ...(signal && { signal }),
  });

test.describe('behind an HTTPS proxy', () => {
  test.use({ settings: { ADMIN_URL: 'https://admin.table.example' } });

  test('counts failed sign-ins by the address that the proxy has seen, not by those that the client claims', async ({
    ownStack: stack,
  }) => {
    const statuses: number[] = [];
    for (let turn = 1; turn <= 11; turn += 1) {
      const from = `203.0.113.${turn}, 198.51.100.7`;
      statuses.push((await attempt(stack, `${turn}@test.example`, { from })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    const other = await attempt(stack, 'other@test.example', { from: '203.0.113.1, 198.51.100.8' });
    expect(other.status).toBe(400);
  });
});
