import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accounts } from '../support/seededCopy.ts';
import { expect, Stack, signIn, test } from '../support/stack.ts';
import { expectVersionOneSite, OWNER } from '../support/versionOne.ts';
import {
  compose,
  composeUp,
  containerId,
  docker,
  expectMinimalPrivileges,
  findPorts,
  inspectContainers,
  PROJECT,
  runDoctor,
  type StackOptions,
  typeCommand,
} from './containers.ts';
import { createVolumes } from './createVolumes.ts';

const NAME = `${PROJECT}-offsite`;
const REPOSITORY = `${NAME}-repository`;
const SERVICES = ['cms', 'web', 'offsite'];
const DOCKERFILE = new URL('repository.Dockerfile', import.meta.url);
const PASSWORD = 'Oak-Fire-1797-repository';

let folder: string;
let options: StackOptions & { project: string };

/** Removes the containers and the volumes of the site, without those of the server with the repository. */
const removeSite = () =>
  compose({ project: NAME, offsite: true }, 'down', '--volumes', '--remove-orphans', '--timeout', '5');

async function removeAll() {
  await removeSite();
  await docker(['rm', '--force', '--volumes', REPOSITORY]).catch(() => {});
  await docker(['network', 'rm', REPOSITORY]).catch(() => {});
  await docker(['image', 'rm', '--force', REPOSITORY, ...SERVICES.map((service) => `${NAME}-${service}`)]);
}

/** Writes a secret to a file, which the user of the container, whose id is another than the one of the tests, can read. */
function writeSecret(name: string, secret: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${secret}\n`);
  chmodSync(file, 0o444);
  return file;
}

const recover = (...args: string[]) => typeCommand(options, 'recover', {}, ...args);
const readLog = () => compose(options, 'logs', '--no-log-prefix', 'offsite');

/** Waits until the off-site backup of the newest daily backup is stored, and returns the name of that backup. */
async function waitUntilStored(): Promise<string> {
  const list = await compose(options, 'exec', '-T', 'cms', 'ls', '/data/backups/daily');
  const name = list.split('\n').at(-1) ?? '';
  expect(name).toMatch(/^\d{4}-/);
  await expect.poll(readLog).toContain(`Stored the backup ${name} off-site in`);
  return name;
}

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'offsite-'));
  await removeAll();
  // Reuses the images that setup.ts has built.
  for (const service of SERVICES) await docker(['tag', `${PROJECT}-${service}`, `${NAME}-${service}`]);
  await docker(['build', '--quiet', '--tag', REPOSITORY, '-'], {}, readFileSync(DOCKERFILE));
  await docker(['network', 'create', REPOSITORY]);
  const override = join(folder, 'override.json');
  const service = { networks: ['default', 'repository'], secrets: ['password'] };
  writeFileSync(
    override,
    JSON.stringify({
      services: { offsite: service, recover: service },
      networks: { repository: { external: true, name: REPOSITORY } },
      secrets: { password: { file: writeSecret('password', PASSWORD) } },
    }),
  );
  const env = {
    ...(await findPorts()),
    BACKUP_REPOSITORY: 'rest:http://repository:8080/site/',
    BACKUP_PASSWORD_FILE: '/run/secrets/password',
  };
  options = { project: NAME, offsite: true, override, env };
});

test.afterEach(async () => {
  await removeAll();
  rmSync(folder, { recursive: true });
});

test('a site that has lost every volume comes back from the repository alone, whose password is in a file', async () => {
  await createVolumes(options, '1.0.0');
  await compose(options, 'up', '--detach', 'offsite');
  await expect
    .poll(readLog)
    .toContain('The off-site backup failed: create repository at rest:http://repository:8080/site/ failed');
  await docker([
    ...['run', '--detach', '--name', REPOSITORY, '--network', REPOSITORY],
    ...['--network-alias', 'repository', '--volume', '/repository', REPOSITORY],
  ]);
  await compose(options, 'up', '--detach', '--wait', 'cms');
  await compose(options, 'restart', 'offsite');
  const name = await waitUntilStored();
  await expect.poll(readLog).toContain('Off-site backups work again.');

  await test.step('the service has minimal privileges, and can’t change the backups here', async () => {
    await expectMinimalPrivileges('offsite', { user: 'node', megabytes: 512 }, options);
    const [offsite] = await inspectContainers('offsite', options);
    const mounts = (offsite?.Mounts ?? []).map(({ Destination, RW }) => [Destination, RW]);
    expect(Object.fromEntries(mounts)).toMatchObject({
      '/data/backups': false,
      '/data/offsite': true,
      '/home/node/.ssh': true,
    });
  });

  await test.step('neither Docker nor the CMS knows the password, and the doctor names the age of the backup', async () => {
    const details = await docker(['inspect', await containerId('offsite', options)]);
    expect(details).toContain('BACKUP_PASSWORD_FILE=/run/secrets/password');
    expect(details).not.toContain(PASSWORD);
    expect((await runDoctor(options, 'exec', '-T', 'cms')).text).toMatch(
      /^Off-site {2}ok: The newest off-site backup was made less than an hour ago; .* Write down BACKUP_REPOSITORY/m,
    );
    expect(await compose(options, 'exec', '-T', 'cms', 'env')).not.toContain(PASSWORD);
  });

  await removeSite();
  await expect(recover('1999-12-31')).rejects.toThrow('There is no backup 1999-12-31 in the repository');
  expect(await recover()).toContain(`Restored from the off-site backup ${name}`);
  await expect(recover()).rejects.toThrow('There is already a site in /data. To replace it');

  await composeUp(options);
  const cms = `http://127.0.0.1:${options.env?.ADMIN_PORT}`;
  const token = await signIn(cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  await signIn(cms, OWNER.email, OWNER.password);
  await expectVersionOneSite(Stack.at(`http://127.0.0.1:${options.env?.SITE_PORT}`, cms, token));
});
