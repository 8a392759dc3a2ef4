import { beforeEach, expect, test, vi } from 'vitest';
import { fakeSecrets } from '../../testing/fakeSecrets';
import { fakeStrapi } from '../../testing/fakes';
import { configurePreview } from './configurePreview';
import { readPreviewToken } from './previewToken';

fakeSecrets();

const SESSION = '0123456789abcdef0123456789abcdef';

/** Sets the session of the request in which Strapi calls the handler. */
function setSession(session: { id: string } | undefined): void {
  vi.stubGlobal('strapi', fakeStrapi({ requestContext: { get: () => ({ state: { session } }) } }));
}

beforeEach(() => {
  vi.stubEnv('SITE_URL', 'https://table.example/');
  setSession({ id: SESSION });
});

const open = (uid: string, status: string, documentId = 'home-main') =>
  configurePreview().config.handler(uid, { documentId, status });

test('opens a draft on its page, with a token of the session in the fragment only', () => {
  const url = new URL(open('api::menu-side.menu-side', 'draft', 'fries & more') ?? '');
  expect([url.origin, url.pathname, url.search]).toEqual(['https://table.example', '/menu', '']);
  const [, token, id] = /^#preview=([^&]+)&at=(.*)$/.exec(url.hash) ?? [];
  expect(readPreviewToken(token)).toEqual({ sessionId: SESSION });
  expect(id).toBe('fries+%26+more');
});

test('opens a published entry without a token', () => {
  expect(open('api::homepage.homepage', 'published')).toBe('https://table.example/#home-main');
});

test('shows a drink in its list, which the page shows as one element', () => {
  const uid = 'api::menu-alcoholic-drink.menu-alcoholic-drink';
  expect(open(uid, 'draft', 'cider')).toMatch(/&at=menu-alcohol$/);
  expect(open(uid, 'published', 'cider')).toMatch(/#menu-alcohol$/);
});

test('has no preview of drafts without a session, such as for a key of Strapi’s API', () => {
  setSession(undefined);
  expect(open('api::homepage.homepage', 'draft')).toBeUndefined();
});

test('allows only the origin of the site in its frame', () => {
  expect(configurePreview().config.allowedOrigins).toEqual(['https://table.example']);
});
