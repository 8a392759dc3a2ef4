import { afterEach, expect, test, vi } from 'vitest';
import { checkDataVersion, type PostgresClient, queryPostgres } from './databaseChecks';

const PLACE = {
  startCommand: 'npm start',
  backupCommand: 'npm run backup',
  offsiteCommand: 'start it',
  shellPrefix: '',
  siteUrl: new URL('http://site'),
  adminUrl: new URL('http://cms'),
};

afterEach(() => vi.unstubAllEnvs());

/** A client of a healthy Postgres server, changed. */
function fakeClient(changes: object = {}): PostgresClient & { statements: string[] } {
  const server = { time: String(Date.now()), version: 17, can_create: true, has_site: true, ...changes };
  const statements: string[] = [];
  return {
    statements,
    on: () => undefined,
    connect: async () => undefined,
    end: async () => undefined,
    query: async (sql) => {
      statements.push(sql.trim().split(' ')[0] ?? '');
      if (sql.includes('clock_timestamp')) return { rows: [server] };
      if (sql.includes('admin_users')) return { rows: [{ '?column?': 1 }] };
      return { rows: sql.startsWith('SELECT value') ? [{ value: '{"version":"1.0.0"}' }] : [] };
    },
  };
}

test('rolls back the write with which it tests a Postgres database', async () => {
  const client = fakeClient();
  expect(await queryPostgres(client, PLACE)).toMatchObject({
    findings: [],
    dataVersion: '{"version":"1.0.0"}',
    clock: { clock: 'the database', time: expect.any(Number) },
    hasAccounts: true,
  });
  expect(client.statements).toEqual(['SELECT', 'BEGIN', 'UPDATE', 'ROLLBACK', 'SELECT', 'SELECT']);
});

test.each([
  [
    { version: 13 },
    'The database of DATABASE_URL runs on Postgres 13: update it to version 14 or newer, which Strapi needs.',
  ],
  [
    { can_create: false },
    'The user in DATABASE_URL may not create tables: make this user the owner of the database.',
  ],
  [{ has_site: false }, 'There is no site in the database of DATABASE_URL yet: start it with `npm start`.'],
])('names what is wrong with a Postgres server: %j', async (changes, finding) => {
  expect((await queryPostgres(fakeClient(changes), PLACE)).findings).toEqual([finding]);
});

test('accepts the oldest version of Postgres that Strapi supports', async () => {
  expect((await queryPostgres(fakeClient({ version: 14 }), PLACE)).findings).toEqual([]);
});

const checkVersion = (dataVersion: unknown, findings: string[] = []) =>
  checkDataVersion({ findings, dataVersion });

test.each([
  ['no version, as 1.0 stored it', undefined],
  ['the same version', '{"version":"1.9.0"}'],
  ['an older version', '{"version":"1.8.10","backup":"before-1.8.10"}'],
  ['an unknown value', '{"version":2}'],
  ['damaged JSON', '{"version":'],
])('accepts data with %s', (_, dataVersion) => {
  vi.stubEnv('VERSION', '1.9.0');
  expect(checkVersion(dataVersion)).toEqual([]);
});

test.each(['1.9.1', '1.10.0', '2.0.0'])('names data of version %s, which is newer than 1.9.0', (version) => {
  vi.stubEnv('VERSION', '1.9.0');
  vi.stubEnv('DATA_DIR', '/data');
  const start = `The data is of version ${version}, which is newer than this version 1.9.0: install version ${version} again`;
  expect(checkVersion(`{"version":"${version}"}`)).toEqual([`${start}.`]);
  expect(checkVersion(`{"version":"${version}","backup":"before-${version}"}`)).toEqual([
    `${start}, or restore the backup /data/backups/before-${version}, which was made before version ${version}.`,
  ]);
});

test('makes no check of the version without this version or without a database', () => {
  vi.stubEnv('VERSION', '');
  expect(checkVersion('{"version":"2.0.0"}')).toBeUndefined();
  vi.stubEnv('VERSION', '1.9.0');
  expect(checkVersion('{"version":"2.0.0"}', ['no connection'])).toBeUndefined();
});
