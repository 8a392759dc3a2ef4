import { beforeEach, expect, test, vi } from 'vitest';
import { fakeSecrets } from '../../testing/fakeSecrets';
import { createPreviewToken, readPreviewToken } from './previewToken';

fakeSecrets();

const HOUR_MS = 60 * 60 * 1000;
const SESSION = '0123456789abcdef0123456789abcdef';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T00:00:00Z') }));

test.each([{ sessionId: SESSION }, { sessionId: SESSION, versionId: 17 }])(
  'a token allows for an hour what it was created for: %j',
  (access) => {
    const token = createPreviewToken(access);
    // The site accepts these characters, and no longer token.
    expect(token).toMatch(/^[\w.-]{1,200}$/);
    vi.advanceTimersByTime(HOUR_MS - 1);
    expect(readPreviewToken(token)).toEqual(access);
    vi.advanceTimersByTime(1);
    expect(readPreviewToken(token)).toBeUndefined();
  },
);

test.each([
  ['another session', (token: string) => token.replace(SESSION, SESSION.toUpperCase())],
  ['another version', (token: string) => token.replace(/17$/, '18')],
  ['no version, which would allow reading all drafts', (token: string) => token.replace(/\.17$/, '')],
  ['another signature', (token: string) => token.replace(/\..{5}/, '.AAAAA')],
  ['text after it', (token: string) => `${token}\n`],
])('rejects a token with %s', (_, change) => {
  expect(readPreviewToken(change(createPreviewToken({ sessionId: SESSION, versionId: 17 })))).toBeUndefined();
});

test('rejects a token to which a version was added', () => {
  expect(readPreviewToken(`${createPreviewToken({ sessionId: SESSION })}.17`)).toBeUndefined();
});
