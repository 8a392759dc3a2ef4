import { send } from './entries.ts';
import { accounts } from './seededCopy.ts';
import type { Stack } from './stack.ts';

const OWNER_ROLE = 2;

/** Adds an account with the owner's password, by default with the owner's role, and returns its id. */
export async function addAccount(
  stack: Pick<Stack, 'asAdmin'>,
  email: string,
  role = OWNER_ROLE,
): Promise<number> {
  const account = { email, firstname: 'Guest', roles: [role] };
  const { data } = await send<{ data: { id: number } }>(stack, 'POST', '/admin/users', account);
  const changes = { isActive: true, password: accounts.OWNER_PASSWORD };
  await send(stack, 'PUT', `/admin/users/${data.id}`, changes);
  return data.id;
}
