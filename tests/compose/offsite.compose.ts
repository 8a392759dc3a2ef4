import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { SIGN_IN_TABLES } from '../support/sqlite.ts';
import { expect, Stack, signIn, test } from '../support/stack.ts';
import { expectVersionOneSite, OWNER } from '../support/versionOne.ts';
import {
  compose,
  composeUp,
  docker,
  inspectContainers,
  PROJECT,
  type StackOptions,
  typeCommand,
} from './containers.ts';
import { createVolumes } from './createVolumes.ts';

const NAME = `${PROJECT}-offsite`;
const REPOSITORY = `${NAME}-repository`;
const SERVICES = ['cms', 'web', 'offsite'];
const DOCKERFILE = new URL('repository.Dockerfile', import.meta.url);
const PRINT_BACKUP = fileURLToPath(new URL('../support/printBackup.cjs', import.meta.url));
const PASSWORD = 'Oak-Fire-1797-repository';
const RECOVERED = /^Restored from the off-site backup (\S+) \((\w{8})\)/m;

let folder: string;
let sqlite: StackOptions & { project: string };
let postgres: StackOptions & { project: string };

/** Removes the containers and the volumes of the site, without those of the server with the repository. */
const removeSite = () =>
  compose(
    { project: NAME, postgres: true, offsite: true },
    ...['down', '--volumes', '--remove-orphans', '--timeout', '5'],
  );

async function removeAll() {
  await removeSite();
  await docker(['rm', '--force', '--volumes', REPOSITORY]).catch(() => {});
  await docker(['network', 'rm', REPOSITORY]).catch(() => {});
  const images = SERVICES.map((service) => `${NAME}-${service}`);
  await docker(['image', 'rm', '--force', REPOSITORY, ...images]);
}

/** Runs a command and returns its exit code and what it prints. */
const outcomeOf = (running: Promise<string>) =>
  running.then(
    (text) => ({ code: 0, text }),
    ({ code, stderr }) => ({ code, text: String(stderr) }),
  );

/** Recovers the site, and logs how long that takes. */
async function recover(options: StackOptions, ...args: string[]): Promise<string> {
  const start = performance.now();
  const output = await typeCommand(options, 'recover', {}, ...args);
  console.log(
    `Recovered ${options.postgres ? 'into Postgres' : 'into SQLite'} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
  return output;
}

const readLog = (options: StackOptions) => compose(options, 'logs', '--no-log-prefix', 'offsite');

/** Waits until the off-site backup of the newest daily backup is stored, and returns the name of that backup. */
async function waitUntilStored(options: StackOptions): Promise<string> {
  const list = await compose(options, 'exec', '-T', 'cms', 'ls', '/data/backups/daily');
  const name = list.split('\n').at(-1) ?? '';
  expect(name).toMatch(/^\d{4}-/);
  await expect
    .poll(() => readLog(options), { timeout: 60_000 })
    .toContain(`Stored the backup ${name} off-site in`);
  return name;
}

interface BackupContent {
  /** The rows of each table, as JSON. */
  records: Record<string, string[]>;
  /** The checksum of each picture. */
  pictures: Record<string, string>;
}

/** Reads all records and pictures of a daily backup, or of a new backup of the site that does not run. */
async function readBackup(options: StackOptions, name?: string): Promise<BackupContent> {
  const makeBackup =
    'node src/backups/command.js backup /tmp/site.tar.gz >&2 && mkdir /tmp/site && tar -xzf /tmp/site.tar.gz -C /tmp/site';
  const script = name
    ? `node /print.cjs /data/backups/daily/${name}`
    : `${makeBackup} && node /print.cjs /tmp/site`;
  const mount = `${PRINT_BACKUP}:/print.cjs:ro`;
  return JSON.parse(
    await compose(options, 'run', '--rm', '-T', '--volume', mount, 'cms', 'sh', '-c', script),
  );
}

/** The content of a backup as a restore leaves it: without sessions and tokens. */
const withoutSignIns = ({ records, pictures }: BackupContent): BackupContent => ({
  records: { ...records, ...Object.fromEntries(SIGN_IN_TABLES.map((table) => [table, []])) },
  pictures,
});

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'offsite-'));
  await removeAll();
  // Reuses the images that setup.ts has built.
  for (const service of SERVICES) await docker(['tag', `${PROJECT}-${service}`, `${NAME}-${service}`]);
  await docker(['build', '--quiet', '--tag', REPOSITORY, '-'], {}, readFileSync(DOCKERFILE));
  await docker(['network', 'create', REPOSITORY]);
  const override = join(folder, 'networks.json');
  const networks = ['default', 'repository'];
  writeFileSync(
    override,
    JSON.stringify({
      services: { offsite: { networks }, recover: { networks } },
      networks: { repository: { external: true, name: REPOSITORY } },
    }),
  );
  const env = {
    SITE_PORT: await freePort(),
    ADMIN_PORT: await freePort(),
    BACKUP_REPOSITORY: 'rest:http://repository:8080/site/',
    BACKUP_PASSWORD: PASSWORD,
  };
  sqlite = { project: NAME, offsite: true, override, env };
  postgres = { ...sqlite, postgres: true };
});

test.afterEach(async () => {
  await removeAll();
  rmSync(folder, { recursive: true });
});

test('a site that has lost every volume comes back from the repository alone, on SQLite and on Postgres', async () => {
  const startServer = () =>
    docker([
      ...['run', '--detach', '--name', REPOSITORY, '--network', REPOSITORY],
      ...['--network-alias', 'repository', '--volume', '/repository', REPOSITORY],
    ]);

  const name =
    await test.step('a daily backup is stored when the server of the repository is back', async () => {
      await createVolumes(sqlite, '1.0.0');
      await compose(sqlite, 'up', '--detach', 'offsite');
      await expect
        .poll(() => readLog(sqlite))
        .toContain(
          'The off-site backup failed: create repository at rest:http://repository:8080/site/ failed',
        );
      await startServer();
      await compose(sqlite, 'up', '--detach', '--wait', 'cms');
      await compose(sqlite, 'restart', 'offsite');
      const stored = await waitUntilStored(sqlite);
      await expect.poll(() => readLog(sqlite)).toContain('Off-site backups work again.');
      return stored;
    });

  await test.step('the service has minimal privileges, and can’t change the backups here', async () => {
    const [offsite] = await inspectContainers('offsite', sqlite);
    expect(offsite?.Config.User).toBe('node');
    expect(offsite?.HostConfig).toMatchObject({
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      CapAdd: null,
      SecurityOpt: ['no-new-privileges:true'],
      Privileged: false,
      PidsLimit: 200,
    });
    const mounts = (offsite?.Mounts ?? []).map(({ Destination, RW }) => [Destination, RW]);
    expect(Object.fromEntries(mounts)).toEqual({
      '/data/backups': false,
      '/data/offsite': true,
      '/home/node/.ssh': true,
    });
  });

  await test.step('the doctor names the age of the off-site backup, and the CMS does not know its password', async () => {
    const doctor = await outcomeOf(
      compose(sqlite, 'exec', '-T', 'cms', 'sh', '-c', 'node src/doctor/command.js; env'),
    );
    expect(doctor.text).toMatch(
      /^Off-site {2}ok: The newest off-site backup was made less than an hour ago; .* Write down BACKUP_REPOSITORY/m,
    );
    expect(doctor.text).not.toContain(PASSWORD);
  });

  const before = withoutSignIns(await readBackup(sqlite, name));
  await removeSite();

  await test.step('a wrong password or snapshot changes nothing', async () => {
    const env = { ...sqlite.env, BACKUP_PASSWORD: 'wrong' };
    expect(await outcomeOf(recover({ ...sqlite, env }))).toMatchObject({
      code: 1,
      text: expect.stringContaining('wrong password or no key found'),
    });
    expect(await outcomeOf(recover(sqlite, '1999-12-31'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no backup 1999-12-31 in the repository'),
    });
  });

  await test.step('SQLite: every record and picture comes back', async () => {
    const [, recoveredName] = RECOVERED.exec(await recover(sqlite)) ?? [];
    expect(recoveredName).toBe(name);
    expect(await readBackup(sqlite)).toEqual(before);
    expect(await outcomeOf(recover(sqlite))).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is already a site in /data. To replace it'),
    });
  });

  await removeSite();
  await test.step('Postgres: every record and picture comes back, and the site starts', async () => {
    const [id = ''] = (await recover(postgres, 'list')).split(' ');
    expect(await recover(postgres, id)).toMatch(RECOVERED);
    expect(await readBackup(postgres)).toEqual(before);
    await composeUp(postgres);
    const cms = `http://127.0.0.1:${postgres.env?.ADMIN_PORT}`;
    const token = await signIn(cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
    await signIn(cms, OWNER.email, OWNER.password);
    await expectVersionOneSite(Stack.at(`http://127.0.0.1:${postgres.env?.SITE_PORT}`, cms, token));
  });

  const second = await waitUntilStored(postgres);
  const secondBefore = withoutSignIns(await readBackup(postgres, second));
  await removeSite();
  await test.step('Postgres: a backup of Postgres comes back', async () => {
    const [, recoveredName] = RECOVERED.exec(await recover(postgres)) ?? [];
    expect(recoveredName).toBe(second);
    expect(await readBackup(postgres)).toEqual(secondBefore);
  });
});
