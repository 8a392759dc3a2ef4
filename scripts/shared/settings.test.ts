import { beforeEach, expect, test, vi } from 'vitest';
import { readSettings } from './settings.mjs';

beforeEach(() => {
  for (const name of ['SITE_URL', 'ADMIN_URL']) vi.stubEnv(name, '');
});

test.each([
  ['SITE_URL', 'site', 'HTTPS://Table.Example:443/', 'https://table.example'],
  ['ADMIN_URL', 'admin', 'https://admin.table.example/admin/', 'https://admin.table.example'],
] as const)('npm start and npm run doctor read the origin of %s', (name, address, value, origin) => {
  vi.stubEnv(name, value);
  expect(readSettings()[address].url).toBe(origin);
});

// cms/src/environment/settings.test.ts has more values.
test.each([
  ['SITE_URL', 'https://table.example/admin', 'SITE_URL is "https://table.example/admin"; it'],
  ['ADMIN_URL', 'admin.table.example', 'ADMIN_URL is "admin.table.example"; it'],
  ['ADMIN_URL', 'https://u:Secret1@table.example', 'ADMIN_URL'],
])('npm start and npm run doctor refuse %s with the value %s', (name, value, start) => {
  vi.stubEnv(name, value);
  const end = 'must be a URL like https://example.com, without a folder, a query or a user.';
  expect(() => readSettings()).toThrow(new Error(`${start} ${end}`));
});
