import type { Core } from '@strapi/strapi';
import { expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import * as auditLog from '../auditLog/auditLog';
import * as routes from '../strapi/routes';
import * as sessions from '../strapi/sessions';
import * as knownBrowser from './knownBrowser';
import { checkSignIns } from './signIns';

const EMAIL = 'owner@test.example';
const USER = { id: 2, email: EMAIL };

let middlewares: Core.MiddlewareHandler[] = [];
vi.spyOn(routes, 'findRoute').mockImplementation((_strapi, _plugin, method, path) => ({
  method,
  path,
  handler: '',
  info: {},
}));
vi.spyOn(routes, 'addMiddlewares').mockImplementation(({ path }, { after = [] }) => {
  if (path === '/login') middlewares = after;
});
const endSessions = vi.spyOn(sessions, 'endSessions').mockResolvedValue();
vi.spyOn(auditLog, 'recordLine').mockResolvedValue();
vi.spyOn(auditLog, 'recordFailure').mockResolvedValue();
const markKnownBrowser = vi.spyOn(knownBrowser, 'markKnownBrowser').mockResolvedValue();
const readSubject = vi.spyOn(knownBrowser, 'readSubject');
vi.spyOn(knownBrowser, 'describeBrowser').mockReturnValue('Chrome on Android');
vi.spyOn(knownBrowser, 'isKnownBrowser').mockResolvedValue(true);

/** Sends a sign-in while the known browsers of the account have these values before and after its password is checked. */
function send(before: string, after: string): Promise<unknown> {
  readSubject.mockResolvedValueOnce(before).mockResolvedValueOnce(after);
  const strapi = fakeStrapi({ db: { query: () => ({ findOne: async () => USER }) } });
  checkSignIns(strapi);
  const context = fakeContext({ request: { body: { email: EMAIL, password: 'x' } } });
  const run = async (index: number): Promise<unknown> => {
    const middleware = middlewares[index];
    if (middleware) return middleware(context, () => run(index + 1) as Promise<void>);
    Object.assign(context, { status: 200, body: { data: { user: USER } } });
  };
  return run(0);
}

test('a sign-in that was begun before its user signed out everywhere is ended', async () => {
  await expect(send('value', 'another value')).rejects.toThrow('This account was signed out everywhere');
  // Signed for the value that works no more.
  expect(markKnownBrowser).toHaveBeenCalledWith(expect.anything(), expect.anything(), EMAIL, 'value');
  expect(endSessions).toHaveBeenCalledWith(expect.anything(), USER.id);
});
