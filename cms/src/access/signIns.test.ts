import type { Core } from '@strapi/strapi';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { recordLine } from '../auditLog/auditLog';
import { endSessions } from '../strapi/sessions';
import { markKnownBrowser, readSubject } from './knownBrowser';
import { checkSignIns } from './signIns';

const EMAIL = 'owner@test.example';
const USER = { id: 2, email: EMAIL };

const signIn = vi.hoisted(() => ({ middlewares: [] as Core.MiddlewareHandler[] }));
vi.mock('../strapi/routes', () => ({
  findRoute: (_: unknown, __: unknown, ___: unknown, path: string) => path,
  addMiddlewares: (path: string, { after }: { after: Core.MiddlewareHandler[] }) => {
    if (path === '/login') signIn.middlewares = after;
  },
}));
vi.mock('../strapi/sessions', () => ({ endSessions: vi.fn() }));
vi.mock('../auditLog/auditLog', () => ({ recordLine: vi.fn(), recordFailure: vi.fn() }));
vi.mock('./knownBrowser', () => ({
  describeBrowser: () => 'Chrome on Android',
  isKnownBrowser: async () => true,
  markKnownBrowser: vi.fn(),
  readSubject: vi.fn(),
}));

beforeEach(() => void vi.clearAllMocks());

/** Sends a sign-in while the known browsers of the account have these values before and after its password is checked. */
function send(before: string, after: string): Promise<unknown> {
  vi.mocked(readSubject).mockResolvedValueOnce(before).mockResolvedValueOnce(after);
  const strapi = fakeStrapi({ db: { query: () => ({ findOne: async () => USER }) } });
  checkSignIns(strapi);
  const context = fakeContext({ request: { body: { email: EMAIL, password: 'x' } } });
  const run = async (index: number): Promise<unknown> => {
    const middleware = signIn.middlewares[index];
    if (middleware) return middleware(context, () => run(index + 1) as Promise<void>);
    Object.assign(context, { status: 200, body: { data: { user: USER } } });
  };
  return run(0);
}

test('a sign-in makes its browser known', async () => {
  await send('value', 'value');
  expect(markKnownBrowser).toHaveBeenCalledWith(expect.anything(), expect.anything(), EMAIL, 'value');
  expect(recordLine).toHaveBeenCalledWith(expect.anything(), 'signed in (Chrome on Android)', EMAIL);
  expect(endSessions).not.toHaveBeenCalled();
});

test('a sign-in that was begun before its user signed out everywhere is ended', async () => {
  await expect(send('value', 'another value')).rejects.toThrow('This account was signed out everywhere');
  // Signed for the value that works no more.
  expect(markKnownBrowser).toHaveBeenCalledWith(expect.anything(), expect.anything(), EMAIL, 'value');
  expect(endSessions).toHaveBeenCalledWith(expect.anything(), USER.id);
});
