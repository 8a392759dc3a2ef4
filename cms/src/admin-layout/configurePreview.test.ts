import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPreviewToken } from '../access/previewToken';
import { configurePreview } from './configurePreview';

vi.mock('../environment/secrets', () => ({ readSecrets: () => ({ adminJwt: 'a'.repeat(43) }) }));

beforeEach(() => {
  vi.stubEnv('SITE_URL', 'https://table.example/');
});
afterEach(() => void vi.unstubAllEnvs());

const open = (uid: string, status: string, documentId = 'home-main') =>
  configurePreview().config.handler(uid, { documentId, status });

test('opens a draft on its page, with a valid token in the fragment only', () => {
  const url = new URL(open('api::menu-side.menu-side', 'draft', 'fries & more') ?? '');
  expect([url.origin, url.pathname, url.search]).toEqual(['https://table.example', '/menu', '']);
  const [, token, id] = /^#preview=([^&]+)&at=(.*)$/.exec(url.hash) ?? [];
  expect(isPreviewToken(token)).toBe(true);
  expect(id).toBe('fries%20%26%20more');
});

test('opens a published entry without a token', () => {
  expect(open('api::homepage.homepage', 'published')).toBe('https://table.example/#home-main');
});

test('has no preview for the types of Strapi', () => {
  expect(open('plugin::upload.file', 'draft')).toBeUndefined();
});

test('allows only the origin of the site in its frame', () => {
  expect(configurePreview().config.allowedOrigins).toEqual(['https://table.example']);
});
