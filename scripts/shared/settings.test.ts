import { beforeEach, expect, test, vi } from 'vitest';
import { ORIGIN_REQUIREMENT, parseOrigin } from '../../cms/src/shared/publicUrl.ts';
import { readSettings } from './settings.mjs';

beforeEach(() => {
  for (const name of ['SITE_URL', 'ADMIN_URL']) vi.stubEnv(name, '');
});

const BASES = [
  'https://table.example',
  'HTTPS://Table.Example:443',
  'http://[::1]:3000',
  'http://localhost:3000',
];
const ENDS = [
  '',
  '/',
  '//',
  '/admin',
  '/admin/',
  '/menu',
  '/admin/x',
  '?',
  '?page=1',
  '#menu',
  '/ menu',
  ':80:80',
];
const OTHERS = [
  'table.example',
  'ftp://table.example',
  'https://',
  'https:table.example',
  'https://u:Secret1@table.example',
];

test.each([...BASES.flatMap((base) => ENDS.map((end) => base + end)), ...OTHERS])(
  'npm start and npm run doctor read %s as the CMS and the site do',
  (value) => {
    for (const [name, address, folder] of [
      ['SITE_URL', 'site', ''],
      ['ADMIN_URL', 'admin', '/admin'],
    ] as const) {
      vi.stubEnv(name, value);
      const origin = parseOrigin(value, folder);
      const start = value.includes('@') ? name : `${name} is "${value}"; it`;
      if (origin === undefined)
        expect(() => readSettings()).toThrow(`${start} must be ${ORIGIN_REQUIREMENT}.`);
      else expect(readSettings()[address].url).toBe(origin);
      vi.stubEnv(name, '');
    }
  },
);
