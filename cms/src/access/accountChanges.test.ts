import { beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { fakeStrapi } from '../../testing/fakes';
import * as auditLog from '../auditLog/auditLog';
import { followAccountChanges } from './accountChanges';
import * as knownBrowser from './knownBrowser';

// Sent mails are recorded there.
createDataFolder();

vi.spyOn(auditLog, 'recordLine').mockResolvedValue();
vi.spyOn(knownBrowser, 'endKnownBrowsers').mockResolvedValue();

interface Update {
  params: { where: object; data: object };
  state: object;
}

interface Mail {
  to: string;
  subject: string;
}

beforeEach(() => vi.stubEnv('SMTP_URL', 'smtp://mail.example'));
const STORED = { id: 2, email: 'owner@test.example', password: 'hash' };
const NO_LINK = { resetPasswordToken: null, resetPasswordTokenExpiresAt: null };

/** Updates an account; returns the stored data, the ended sessions and the mails. */
async function update(data: object, stored: object | null = STORED) {
  let subscriber: Record<'beforeUpdate' | 'afterUpdate', (update: Update) => Promise<void>> | undefined;
  const endedSessions: string[] = [];
  const mails: Mail[] = [];
  followAccountChanges(
    fakeStrapi({
      db: {
        lifecycles: {
          subscribe: (added: typeof subscriber) => {
            subscriber = added;
          },
        },
        query: () => ({ findOne: async () => stored }),
      },
      sessionManager: (origin: string) => ({
        invalidateRefreshToken: async (id: string) => endedSessions.push(`${origin} ${id}`),
      }),
      plugin: () => ({ service: () => ({ send: async (mail: Mail) => mails.push(mail) }) }),
    }),
  );
  const event = { params: { where: { id: 2 }, data: { ...data } }, state: {} };
  await subscriber?.beforeUpdate(event);
  await subscriber?.afterUpdate(event);
  return {
    data: event.params.data,
    endedSessions,
    mails: mails.map(({ to, subject }) => `${to}: ${subject}`),
  };
}

test('ends the links and the sessions of an account whose password changes, and mails its user', async () => {
  expect(await update({ password: 'other hash' })).toEqual({
    data: { password: 'other hash', ...NO_LINK },
    endedSessions: ['admin 2'],
    mails: ['owner@test.example: Your password for the website was changed'],
  });
  expect((await update({ email: 'new@test.example', password: 'other hash' })).mails).toEqual([
    'owner@test.example: Your e-mail address and your password for the website were changed',
  ]);
});

test('leaves links and sessions when the same email and other roles are stored', async () => {
  const data = { email: STORED.email, roles: [1] };
  expect(await update(data)).toEqual({ data, endedSessions: [], mails: [] });
});

test('sends no mail about the first password of an account, and without a mail server', async () => {
  expect((await update({ password: 'hash' }, { ...STORED, password: null })).mails).toEqual([]);
  vi.stubEnv('SMTP_URL', '');
  expect((await update({ email: 'new@test.example' })).mails).toEqual([]);
});
