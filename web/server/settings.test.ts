// @vitest-environment node
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

test.each([
  {},
  { HOST: '', PORT: ' ', CMS_URL: '', SITE_URL: '', ADMIN_URL: '', TIME_ZONE: '', DATA_DIR: '', METRICS: '' },
])('has a default for each setting that is unset or empty', (env) => {
  const data = resolve('../data');
  expect(readSettings(env)).toEqual({
    host: '0.0.0.0',
    port: 3000,
    cmsUrl: new URL('http://127.0.0.1:1337'),
    siteUrl: new URL('http://localhost:3000'),
    adminUrl: new URL('http://localhost:1337'),
    trustedProxies: new TrustedProxies('127.0.0.1,::1', expect.anything()),
    timeZone: 'America/New_York',
    cacheFolder: `${data}/web`,
    metrics: undefined,
  });
});

test('reads settings without the spaces around them', () => {
  const settings = readSettings({
    HOST: ' ::1 ',
    PORT: ' 65535 ',
    CMS_URL: ' http://cms:1337 ',
    TIME_ZONE: ' Europe/Berlin ',
    DATA_DIR: '/data',
  });
  expect(settings).toMatchObject({
    host: '::1',
    port: 65_535,
    timeZone: 'Europe/Berlin',
    cacheFolder: '/data/web',
  });
  expect(settings.cmsUrl.href).toBe('http://cms:1337/');
});

test.each(['0', '65536', '-1', '80.5', 'http'])('the port %j ends the start', (port) => {
  expect(exitOf({ PORT: port })).toEqual({
    code: 78,
    line: `The site can't start: PORT is "${port}"; it must be a whole number from 1 to 65535.`,
  });
});

test.each(['CMS_URL', 'SITE_URL', 'ADMIN_URL'])('an invalid %s ends the start', (name) => {
  for (const value of ['table.example', 'localhost:3000', 'ftp://table.example', 'http://'])
    expect(exitOf({ [name]: value }), value).toEqual({
      code: 78,
      line: `The site can't start: ${name} is "${value}"; it must be a URL like https://example.com.`,
    });
});

test('an invalid TRUSTED_PROXY ends the start', () => {
  expect(exitOf({ TRUSTED_PROXY: '10.0.0.300' })).toEqual({
    code: 78,
    line: expect.stringMatching(
      /^The site can't start: TRUSTED_PROXY contains "10\.0\.0\.300", which is not/,
    ),
  });
});

test.each(['Ohio', 'America/Columbus', '+05:00', 'America/New York'])(
  'the unknown TIME_ZONE %j ends the start',
  (timeZone) => {
    expect(exitOf({ TIME_ZONE: timeZone })).toEqual({
      code: 78,
      line: `The site can't start: TIME_ZONE is "${timeZone}"; it must be the name of a time zone like America/New_York.`,
    });
  },
);

test('serves metrics on this machine only, unless the container sets another host', () => {
  expect(readSettings({ METRICS: '0' }).metrics).toBeUndefined();
  expect(readSettings({ METRICS: ' 1 ' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  const env = { METRICS: '1', METRICS_HOST: '0.0.0.0', METRICS_PORT: '9999' };
  expect(readSettings(env).metrics).toEqual({ host: '0.0.0.0', port: 9999 });
});

test.each(['yes', '2', 'true'])('METRICS=%s ends the start', (value) => {
  expect(exitOf({ METRICS: value })).toEqual({
    code: 78,
    line: `The site can't start: METRICS is "${value}"; it must be 1 for metrics, or 0 for none.`,
  });
});

test('logs are text unless LOG_FORMAT is json, and another format ends the start', () => {
  expect([undefined, '', 'text', ' json '].map((value) => readJsonLogs({ LOG_FORMAT: value }))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(exitOf({ LOG_FORMAT: 'JSON' }, readJsonLogs)).toEqual({
    code: 78,
    line: 'The site can\'t start: LOG_FORMAT is "JSON"; it must be text or json.',
  });
});
