import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { TrustedProxies } from '../../cms/src/shared/requests/trustedProxies.ts';
import { readJsonLogs, readSettings } from './settings.ts';

/** Reads settings that must end the process, and returns the exit code and the line that is logged. */
function exitOf(env: Record<string, string>, read: (env: NodeJS.ProcessEnv) => unknown = readSettings) {
  const log = vi.mocked(console.error).mockReturnValue(undefined);
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('the process ends');
  });
  expect(() => read(env)).toThrow('the process ends');
  const result = { code: exit.mock.calls[0]?.[0], line: log.mock.calls[0]?.[0] };
  log.mockClear();
  return result;
}

const NAMES = 'HOST PORT CMS_URL SITE_URL ADMIN_URL TIME_ZONE SECURITY_CONTACT DATA_DIR METRICS'.split(' ');

test.each([{}, Object.fromEntries(NAMES.map((name) => [name, ' ']))])(
  'has a default for each setting that is unset or empty',
  (env) => {
    const data = resolve('../data');
    expect(readSettings(env)).toEqual({
      host: '0.0.0.0',
      port: 3000,
      cmsUrl: new URL('http://127.0.0.1:1337'),
      siteUrl: new URL('http://localhost:3000'),
      adminUrl: new URL('http://localhost:1337'),
      trustedProxies: new TrustedProxies('127.0.0.1,::1', expect.anything()),
      timeZone: 'America/New_York',
      securityContact: undefined,
      cacheFolder: `${data}/web`,
      metrics: undefined,
    });
  },
);

test('reads settings without the spaces around them', () => {
  const settings = readSettings({ PORT: ' 65535 ', CMS_URL: ' http://cms:1337 ', DATA_DIR: ' /data ' });
  expect(settings).toMatchObject({ port: 65_535, cacheFolder: '/data/web' });
  expect(settings.cmsUrl.href).toBe('http://cms:1337/');
});

test.each([
  ['PORT', 'a whole number from 1 to 65535', ['0', '65536', '80.5', 'http']],
  ...['CMS_URL', 'SITE_URL', 'ADMIN_URL'].map(
    (name) =>
      [
        name,
        'a URL like https://example.com, without a folder, a query or a user',
        [
          'table.example',
          'ftp://table.example',
          'https://table.example/folder',
          'https://table.example?page=1',
        ],
      ] as const,
  ),
  ['TIME_ZONE', 'the name of a time zone like America/New_York', ['America/Columbus', '+05:00']],
  [
    'SECURITY_CONTACT',
    'an e-mail address like security@example.com or a URL like https://example.com/security',
    ['security', 'http://table.example/security', 'security@table.example\nExpires: never', 'mailto:'],
  ],
  ['METRICS', '1 for metrics, or 0 for none', ['yes']],
] as const)('an invalid %s ends the start', (name, requirement, values) => {
  for (const value of values)
    expect(exitOf({ [name]: value })).toEqual({
      code: 78,
      line: `The site can't start: ${name} is "${value}"; it must be ${requirement}.`,
    });
});

test('reads addresses as browsers do, and that of the admin with the path of its pages', () => {
  const settings = readSettings({
    SITE_URL: 'HTTPS://Table.Example/',
    ADMIN_URL: 'https://admin.table.example/admin',
  });
  expect(settings.siteUrl.href).toBe('https://table.example/');
  expect(settings.adminUrl.href).toBe('https://admin.table.example/');
});

test('a SITE_URL with a user ends the start, without showing the password', () => {
  expect(exitOf({ SITE_URL: 'https://user:Secret1@table.example' }).line).toBe(
    "The site can't start: SITE_URL must be a URL like https://example.com, without a folder, a query or a user.",
  );
});

test('an invalid TRUSTED_PROXY ends the start', () => {
  const { code, line } = exitOf({ TRUSTED_PROXY: '10.0.0.300' });
  expect(code).toBe(78);
  expect(line).toContain('TRUSTED_PROXY contains "10.0.0.300", which is not');
});

test.each([
  [' security@table.example ', 'mailto:security@table.example'],
  ['https://table.example/security', 'https://table.example/security'],
  ['https://table.example/\nExpires: never', 'https://table.example/Expires:%20never'],
])('the contact of SECURITY_CONTACT %j is %s', (value, url) => {
  expect(readSettings({ SECURITY_CONTACT: value }).securityContact).toBe(url);
});

test('serves metrics on this machine only, unless the container sets another host', () => {
  expect(readSettings({ METRICS: '0' }).metrics).toBeUndefined();
  expect(readSettings({ METRICS: ' 1 ' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  const env = { METRICS: '1', METRICS_HOST: '0.0.0.0', METRICS_PORT: '9999' };
  expect(readSettings(env).metrics).toEqual({ host: '0.0.0.0', port: 9999 });
});

test('logs are text unless LOG_FORMAT is json, and another format ends the start', () => {
  for (const value of [undefined, '', 'text']) expect(readJsonLogs({ LOG_FORMAT: value })).toBe(false);
  expect(readJsonLogs({ LOG_FORMAT: ' json ' })).toBe(true);
  expect(exitOf({ LOG_FORMAT: 'JSON' }, readJsonLogs)).toEqual({
    code: 78,
    line: 'The site can\'t start: LOG_FORMAT is "JSON"; it must be text or json.',
  });
});
