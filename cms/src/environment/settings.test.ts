import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { exitOf } from '../../testing/fakes';
import {
  ensurePublicFolder,
  getDatabaseFile,
  readAdminUrl,
  readDatabaseUrl,
  readJsonLogs,
  readMailFrom,
  readMetricsAddress,
  readOffsiteSettings,
  readPort,
  readSetting,
  readSiteUrl,
  readSmtpUrl,
  readTimeZone,
} from './settings';

const folder = createTemporaryFolder();

beforeEach(() => void vi.stubEnv('DATA_DIR', join(folder, 'data')));

const port = () => readPort('PORT', 1337);

test.each<[name: string, read: () => unknown, value: string, expected: unknown]>([
  ['SOME_SETTING', () => readSetting('SOME_SETTING'), ' value ', 'value'],
  ['PORT', port, '', 1337],
  ['PORT', port, ' 65535 ', 65_535],
  ['SITE_URL', readSiteUrl, '', 'http://localhost:3000'],
  ['SITE_URL', readSiteUrl, ' HTTPS://Table.Example:443// ', 'https://table.example'],
  ['SITE_URL', readSiteUrl, 'http://[2001:DB8::7]:8080', 'http://[2001:db8::7]:8080'],
  ['SITE_URL', readSiteUrl, 'https://münster.example', 'https://xn--mnster-3ya.example'],
  ['ADMIN_URL', readAdminUrl, 'https://admin.table.example/', 'https://admin.table.example'],
  ['ADMIN_URL', readAdminUrl, 'https://admin.table.example/admin/', 'https://admin.table.example'],
  ['TIME_ZONE', readTimeZone, '', 'America/New_York'],
  ['DATABASE_URL', readDatabaseUrl, '', undefined],
  ['DATABASE_URL', readDatabaseUrl, 'postgres://u:p%40ss@db:5432/table', 'postgres://u:p%40ss@db:5432/table'],
  ['SMTP_URL', readSmtpUrl, ' ', undefined],
  [
    'SMTP_URL',
    () => readSmtpUrl()?.href,
    'smtps://a%2Fb@mail.example:465/',
    'smtps://a%2Fb@mail.example:465/',
  ],
])('reads %s by %o: %j is %j', (name, read, value, expected) => {
  vi.stubEnv(name, value);
  expect(read()).toBe(expected);
});

test('readSetting() reads a value from a file without the end of its line, also after the file is gone', () => {
  const file = join(folder, 'value');
  writeFileSync(file, 'a value\n');
  vi.stubEnv('SOME_SETTING', '');
  vi.stubEnv('SOME_SETTING_FILE', file);
  expect(readSetting('SOME_SETTING')).toBe('a value');
  rmSync(file);
  expect(readSetting('SOME_SETTING')).toBe('a value');
});

test('a file that is missing, unreadable or empty ends the start, and so does a value beside it', async () => {
  // Of a value that was read once, the process does not read the file again.
  const file = join(folder, 'other value');
  const read = () => exitOf(() => readSetting('SOME_SETTING'));
  vi.stubEnv('SOME_SETTING_FILE', file);
  const start = `The CMS can't start: SOME_SETTING_FILE is ${file}, which`;
  expect(await read()).toEqual({
    code: 78,
    line: `${start} can't be read (ENOENT: no such file or directory, open '${file}').`,
  });
  writeFileSync(file, ' \n');
  expect(await read()).toEqual({ code: 78, line: `${start} is empty.` });
  writeFileSync(file, 'Oak-Fire-1797');
  vi.stubEnv('SOME_SETTING', 'Oak-Fire-1798');
  expect(await read()).toEqual({
    code: 78,
    line: "The CMS can't start: SOME_SETTING and SOME_SETTING_FILE are both set: remove one of them.",
  });
});

test.each<[name: string, read: () => unknown, requirement: string, values: string[]]>([
  ['PORT', port, 'a whole number from 1 to 65535', ['0', '65536', '80.5', 'http', '80 81']],
  [
    'SITE_URL',
    readSiteUrl,
    'a URL like https://example.com, without a folder, a query or a user',
    [
      ...['table.example', 'localhost:3000', 'ftp://table.example', 'https://', 'https:\\\\table.example'],
      ...['https://table.example/menu', 'https://table.example/admin', 'https://table.example//menu/'],
      ...['https://table.example?page=1', 'https://table.example/#menu', 'https://my table.example'],
      ...['https://table.example:65536', 'https://$DOMAIN', 'https://*.table.example'],
    ],
  ],
  [
    'ADMIN_URL',
    readAdminUrl,
    'a URL like https://example.com, without a folder, a query or a user',
    [
      'https://table.example/cms',
      'https://table.example/admin/auth/login',
      'https://table.example/admin?x=1',
    ],
  ],
  [
    'TIME_ZONE',
    readTimeZone,
    'the name of a time zone like America/New_York',
    ['America/Columbus', '+05:00'],
  ],
  ['LOG_FORMAT', readJsonLogs, 'text or json', ['xml']],
])('an invalid %s ends the start', async (name, read, requirement, values) => {
  for (const value of values) {
    vi.stubEnv(name, value);
    const line = `The CMS can't start: ${name} is "${value}"; it must be ${requirement}.`;
    expect(await exitOf(read)).toEqual({ code: 78, line });
  }
});

test.each([
  ['SITE_URL', readSiteUrl],
  ['ADMIN_URL', readAdminUrl],
] as const)('%s with a user ends the start, without showing the password', async (name, read) => {
  vi.stubEnv(name, 'https://user:Secret1@table.example');
  expect(await exitOf(read)).toEqual({
    code: 78,
    line: `The CMS can't start: ${name} must be a URL like https://example.com, without a folder, a query or a user.`,
  });
});

test.each(['mysql://user:secret@db/table', 'postgres://user:sec/ret@db/table', 'secret'])(
  'DATABASE_URL %j ends the start, without showing its password',
  async (value) => {
    vi.stubEnv('DATABASE_URL', value);
    const { code, line } = await exitOf(readDatabaseUrl);
    expect(code).toBe(78);
    expect(line).toContain('DATABASE_URL is not the URL of a Postgres database');
    expect(line).not.toMatch(/sec/);
  },
);

test('creates the folder of the database closed to other users, and the public folder with its uploads', () => {
  expect(getDatabaseFile()).toBe(join(folder, 'data', 'cms', 'strapi.db'));
  expect(statSync(join(folder, 'data', 'cms')).mode & 0o777).toBe(0o700);
  expect(ensurePublicFolder()).toBe(join(folder, 'data', 'public'));
  expect(existsSync(join(folder, 'data', 'public', 'uploads'))).toBe(true);
});

test('a data folder that cannot be created ends the start with the reason', async () => {
  writeFileSync(join(folder, 'data'), 'a file in place of the folder');
  const { code, line } = await exitOf(getDatabaseFile);
  expect(code).toBe(78);
  expect(line).toMatch(/^The CMS can't start: the data folder .*data\/cms can't be created \(ENOTDIR/);
});

test.each([
  'mail.example:587',
  'smtp://',
  'smtp://user:1/Secret1@mail.example',
  'smtp://user:Secret1%@mail.example',
])('SMTP_URL rejects %s without repeating it', async (value) => {
  vi.stubEnv('SMTP_URL', value);
  const { code, line } = await exitOf(readSmtpUrl);
  expect(code).toBe(78);
  expect(line).toMatch(/^The CMS can't start: SMTP_URL is not the URL of a mail server: .*$/);
  expect(line).not.toContain('Secret1');
});

test.each([
  [undefined, 'no-reply@table.example'],
  ['Scioto Table <table@mail.example>', 'Scioto Table <table@mail.example>'],
])('MAIL_FROM %j is read as %s', (value, from) => {
  vi.stubEnv('SITE_URL', 'https://table.example:8443/');
  vi.stubEnv('MAIL_FROM', value);
  expect(readMailFrom()).toBe(from);
});

test.each(['Scioto Table', 'a@b@c', 'a b@c.example', 'Table <a@b>, c@d'])(
  'the MAIL_FROM %j ends the start',
  async (value) => {
    vi.stubEnv('MAIL_FROM', value);
    const { code, line } = await exitOf(readMailFrom);
    expect(code).toBe(78);
    expect(line).toContain(`MAIL_FROM is "${value}", which is not an e-mail address`);
  },
);

test('reads the settings of the off-site backups when both are set', () => {
  expect(readOffsiteSettings()).toBeUndefined();
  vi.stubEnv('BACKUP_REPOSITORY', 's3:https://s3.example/table');
  vi.stubEnv('BACKUP_PASSWORD', 'Oak-Fire');
  expect(readOffsiteSettings()).toEqual({ repository: 's3:https://s3.example/table', password: 'Oak-Fire' });
});

test.each([
  ['BACKUP_REPOSITORY', 'BACKUP_PASSWORD'],
  ['BACKUP_PASSWORD', 'BACKUP_REPOSITORY'],
])('%s without %s ends the start', async (present, missing) => {
  vi.stubEnv(present, 'set');
  expect(await exitOf(() => readOffsiteSettings())).toEqual({
    code: 78,
    line: `The CMS can't start: ${present} is set and ${missing} is not: off-site backups need both.`,
  });
});

test('METRICS=1 serves metrics on this machine only, unless the container sets another host', () => {
  for (const value of [undefined, '', '0']) {
    vi.stubEnv('METRICS', value);
    expect(readMetricsAddress(), value).toBeUndefined();
  }
  vi.stubEnv('METRICS', ' 1 ');
  expect(readMetricsAddress()).toEqual({ host: '127.0.0.1', port: 9464 });
  vi.stubEnv('METRICS_HOST', '0.0.0.0');
  vi.stubEnv('METRICS_PORT', '9999');
  expect(readMetricsAddress()).toEqual({ host: '0.0.0.0', port: 9999 });
});
