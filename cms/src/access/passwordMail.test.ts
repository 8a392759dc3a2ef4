import type { Core } from '@strapi/strapi';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { mailPasswordLinks } from './passwordMail';

// Sent mails are recorded there.
createDataFolder();

const OWNER = 'owner@test.example';
const NOBODY = 'nobody@test.example';
const MINUTE_MS = 60_000;
const START = Date.parse('2026-06-01T00:00:00Z');
const BLOCKED =
  /^Several links were asked for already: look into your mailbox\. Wait \d+ minutes?, then try again\.$/;

interface Mail {
  to: string;
  text: string;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START });
  vi.stubEnv('SMTP_URL', 'smtp://mail.example');
  vi.stubEnv('ADMIN_URL', 'https://admin.test.example');
});

/** Returns a function that asks for a link, the mails, and what `/password-mail` answers. */
function setUp() {
  const route: { method: string; path: string; config?: { middlewares: Core.MiddlewareHandler[] } } = {
    method: 'POST',
    path: '/forgot-password',
  };
  const mails: Mail[] = [];
  const stored: object[] = [];
  const searched: string[] = [];
  let isEnabled: unknown;
  mailPasswordLinks(
    fakeStrapi({
      admin: { routes: { admin: { routes: [route] } } },
      server: {
        routes: ([{ handler }]: [{ handler: () => unknown }]) => {
          isEnabled = handler();
        },
      },
      db: {
        query: () => ({
          findOne: async ({ where }: { where: { email: string; isActive: boolean } }) => {
            searched.push(where.email);
            return where.email === OWNER && where.isActive ? { id: 7, email: OWNER } : null;
          },
          update: async (change: object) => stored.push(change),
        }),
      },
      plugin: () => ({
        service: () => ({ send: async (mail: Mail) => mails.push(mail) }),
      }),
    }),
  );
  /** Asks for a link and waits until the work after the answer is done. */
  const ask = async (email: unknown, { from = '192.0.2.1' } = {}) => {
    const context = fakeContext({ request: { ip: from, body: { email } } });
    const answer = await Promise.resolve(route.config?.middlewares[0]?.(context, async () => {})).then(
      () => context.status,
      (error: Error) => error.message,
    );
    context.res.emit('close');
    await new Promise(setImmediate);
    return { answer, retryAfter: context.sentHeaders['Retry-After'] };
  };
  return { ask, mails, stored, searched, isEnabled };
}

test('mails a link that is valid for an hour to the user of an account', async () => {
  const { ask, mails, stored, isEnabled } = setUp();
  expect(isEnabled).toEqual({ isEnabled: true });
  expect(await ask(' Owner@Test.Example ')).toEqual({ answer: 204, retryAfter: undefined });
  expect(mails).toEqual([expect.objectContaining({ to: OWNER, subject: 'Choose a new password', html: '' })]);
  const [, token] =
    /^https:\/\/admin\.test\.example\/admin\/auth\/reset-password\?code=(\w{40})$/m.exec(
      mails[0]?.text ?? '',
    ) ?? [];
  expect(stored).toEqual([
    {
      where: { id: 7 },
      data: { resetPasswordToken: token, resetPasswordTokenExpiresAt: new Date(START + 60 * MINUTE_MS) },
    },
  ]);
});

test('answers alike for an unknown address, without a mail', async () => {
  const { ask, mails, stored, searched } = setUp();
  const asked = ask(NOBODY);
  // The search begins after the answer.
  expect(searched).toEqual([]);
  expect(await asked).toEqual({ answer: 204, retryAfter: undefined });
  expect(searched).toEqual([NOBODY]);
  expect([mails, stored]).toEqual([[], []]);
});

test.each([undefined, '', { $gt: '' }, 'owner@test.example\0'])(
  'rejects the e-mail address %j without a search',
  async (email) => {
    const { ask, searched } = setUp();
    expect((await ask(email)).answer).toBe('Write your e-mail address.');
    expect(searched).toEqual([]);
  },
);

test.each([OWNER, NOBODY])('accepts three requests for %s in an hour, from all addresses', async (email) => {
  const { ask } = setUp();
  for (let last = 1; last <= 3; last += 1)
    expect((await ask(email, { from: `192.0.2.${last}` })).answer).toBe(204);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await ask(email.toUpperCase(), { from: '192.0.2.4' })).toEqual({
    answer: expect.stringMatching(BLOCKED),
    retryAfter: String(59 * 60),
  });
  expect((await ask('other@test.example', { from: '192.0.2.4' })).answer).toBe(204);
  vi.advanceTimersByTime(59 * MINUTE_MS);
  expect((await ask(email, { from: '192.0.2.4' })).answer).toBe(204);
});

test('accepts ten requests from one address in an hour', async () => {
  const { ask } = setUp();
  for (let count = 1; count <= 10; count += 1) expect((await ask(`${count}@test.example`)).answer).toBe(204);
  expect((await ask(OWNER)).answer).toMatch(BLOCKED);
  expect((await ask(OWNER, { from: '192.0.2.2' })).answer).toBe(204);
});
