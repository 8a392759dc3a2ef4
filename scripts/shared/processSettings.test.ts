import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts';
import {
  createToolEnv,
  type ProcessName,
  resolveSecretFiles,
  SETTINGS,
  selectVariables,
} from './processSettings.mjs';
import { ROOT } from './project.mjs';

const folder = createTemporaryFolder();

const readText = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** The names of the settings that operators set. */
const documented = [...SETTINGS].filter(([, { isInternal }]) => !isInternal).map(([name]) => name);

/** Finds the lines of a YAML block below a key, without their common indentation. */
function findBlock(text: string, key: RegExp): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => key.test(line)) + 1;
  if (!start) throw new Error(`${key} is in no line`);
  const indentation = /^ */.exec(lines[start] ?? '')?.[0] ?? '';
  const length = lines.slice(start).findIndex((line) => line !== '' && !line.startsWith(indentation));
  return lines
    .slice(start, length < 0 ? undefined : start + length)
    .map((line) => line.slice(indentation.length))
    .join('\n');
}

/** Lists the environment variables of a service in a Compose file, including those of its anchors. */
function listVariables(file: string, service: string): string[] {
  const text = readText(file);
  const expand = (block: string): string[] =>
    block
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .flatMap((line) => {
        const [, anchor] = /^<<: \*(\S+)$/.exec(line) ?? [];
        return anchor ? expand(findBlock(text, new RegExp(`&${anchor}$`))) : [line.split(':')[0] ?? ''];
      });
  const serviceBlock = findBlock(findBlock(text, /^services:$/), new RegExp(`^${service}:$`));
  const [, anchor] = /^environment: \*(\S+)$/m.exec(serviceBlock) ?? [];
  return expand(anchor ? `<<: *${anchor}` : findBlock(serviceBlock, /^environment:$/)).sort();
}

test('.env.example has every setting once', () => {
  const names = [...readText('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual([...documented].sort());
});

test.each<[file: string, service: string, processes: ProcessName[]]>([
  ['docker-compose.yml', 'cms', ['cms', 'backups', 'password', 'doctor']],
  ['docker-compose.yml', 'web', ['web']],
  ['stack.yml', 'web', ['web']],
  ['docker-compose.yml', 'offsite', ['offsite']],
  ['docker-compose.yml', 'recover', ['recover']],
  ['docker-compose.yml', 'caddy', ['caddy']],
])(
  'in %s, the service %s gets the settings that its processes read, and no others',
  (file, service, processes) => {
    const isRead = (readers: ProcessName[] = []) => readers.some((name) => processes.includes(name));
    const expected = [...SETTINGS]
      // In containers, volumes are below the folder that the image sets.
      .filter(([name, { isInternal }]) => !isInternal && name !== 'DATA_DIR')
      .flatMap(([name, { readBy, presenceReadBy, isSecret }]) => {
        if (isRead(readBy)) return isSecret ? [name, `${name}_FILE`] : [name];
        return isRead(presenceReadBy) ? [name] : [];
      });
    expect(listVariables(file, service)).toEqual(expected.sort());
  },
);

test('a process gets the settings that it reads, or only whether they are set, and the variables of the system', () => {
  const env = {
    ...Object.fromEntries([...SETTINGS.keys()].map((name) => [name, 'a value'])),
    DATABASE_URL: '',
    DATABASE_URL_FILE: '/database',
    BACKUP_REPOSITORY: '',
    BACKUP_REPOSITORY_FILE: '/repository',
    TIME_ZONE_FILE: '/not-a-secret',
    PATH: '/bin',
    NODE_OPTIONS: '--max-old-space-size=300',
    TEST_HOOK: 'a hook',
    PGPASSWORD: 'a password',
    RESTIC_CACHE_DIR: '/cache',
    AWS_SESSION_TOKEN: 'a token',
    https_proxy: 'http://user:password@proxy.example',
    SSH_AUTH_SOCK: '/agent',
    GITHUB_TOKEN: 'a token',
    constructor: 'not a setting',
  };
  const namesFor = (name: ProcessName) =>
    Object.keys(selectVariables(env, name)).filter((variable) => !SETTINGS.get(variable)?.isInternal);
  const system = ['PATH', 'NODE_OPTIONS', 'TEST_HOOK', 'TZ'];
  const addresses = ['SITE_URL', 'ADMIN_URL', 'CMS_URL', 'TRUSTED_PROXY'];
  const others = ['TIME_ZONE', 'SECURITY_CONTACT', 'DATA_DIR', 'METRICS', 'LOG_FORMAT'];
  expect(namesFor('web').sort()).toEqual([...system, ...addresses, ...others].sort());
  const database = ['DATABASE_URL', 'DATABASE_URL_FILE', 'PGPASSWORD', 'DATA_DIR', 'TIME_ZONE'];
  expect(namesFor('backups').sort()).toEqual([...system, ...database].sort());
  const offsite = ['BACKUP_REPOSITORY', 'BACKUP_REPOSITORY_FILE', 'BACKUP_PASSWORD'];
  const aws = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_DEFAULT_REGION', 'AWS_SESSION_TOKEN'];
  const restic = ['RESTIC_CACHE_DIR', 'https_proxy', 'SSH_AUTH_SOCK'];
  expect(namesFor('recover').sort()).toEqual([...system, ...database, ...offsite, ...aws, ...restic].sort());
  expect(selectVariables(env, 'cms')).toMatchObject({
    DATABASE_URL_FILE: '/database',
    BACKUP_REPOSITORY: 'set',
    BACKUP_PASSWORD: 'set',
    SMTP_URL: 'a value',
  });
  expect(selectVariables(env, 'cms')).not.toHaveProperty('BACKUP_REPOSITORY_FILE');
});

test('tools such as npm get the environment without settings and credentials of the CMS', () => {
  for (const name of [...SETTINGS.keys(), 'SMTP_URL_FILE', 'PGPASSWORD', 'RESTIC_PASSWORD', 'B2_ACCOUNT_KEY'])
    vi.stubEnv(name, 'a value');
  vi.stubEnv('https_proxy', 'http://proxy.example');
  vi.stubEnv('npm_config_registry', 'https://registry.example');
  const env = createToolEnv();
  expect(env).toMatchObject({
    PATH: process.env.PATH,
    https_proxy: 'http://proxy.example',
    npm_config_registry: 'https://registry.example',
  });
  expect(Object.keys(env).filter((name) => env[name] === 'a value')).toEqual(['TZ']);
});

test('resolves the paths of files with secrets, and rejects those without a value and a value beside them', () => {
  const resolveFile = (env: NodeJS.ProcessEnv) => () => resolveSecretFiles(env, folder);
  const file = join(folder, 'smtp');
  const SMTP_URL_FILE = 'smtp';
  expect(resolveFile({ SMTP_URL_FILE })).toThrow(`SMTP_URL_FILE is ${file}, which can't be read (ENOENT).`);
  writeFileSync(file, '\n');
  expect(resolveFile({ SMTP_URL_FILE })).toThrow(`SMTP_URL_FILE is ${file}, which is empty.`);
  writeFileSync(file, 'smtp://user:password@mail.example\n');
  expect(resolveFile({ SMTP_URL_FILE, SMTP_URL: 'smtp://x' })).toThrow(
    'SMTP_URL and SMTP_URL_FILE are both set: remove one of them.',
  );
  expect(resolveFile({ SMTP_URL_FILE, TIME_ZONE_FILE: 'missing' })()).toEqual({ SMTP_URL_FILE: file });
});
