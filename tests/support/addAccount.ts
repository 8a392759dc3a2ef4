import { accounts } from './seededCopy.ts';
import { expect, type Stack } from './stack.ts';

const OWNER_ROLE = 2;

/**
 * Adds an account that has the owner's password, and returns its id.
 * @param role the id of its only role; by default the owner's
 */
export async function addAccount(
  stack: Pick<Stack, 'asAdmin'>,
  email: string,
  role = OWNER_ROLE,
): Promise<number> {
  const created = await stack.asAdmin('POST', '/admin/users', { email, firstname: 'Guest', roles: [role] });
  expect(created.status).toBe(201);
  const { id }: { id: number } = (await created.json()).data;
  const changes = { isActive: true, password: accounts.OWNER_PASSWORD };
  expect((await stack.asAdmin('PUT', `/admin/users/${id}`, changes)).status).toBe(200);
  return id;
}
