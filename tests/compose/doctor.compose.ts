import { expect, test } from '../support/stack.ts';
import { compose, composeUp, containerId, DOMAIN, docker, PROJECT, type StackOptions } from './containers.ts';

const COMMAND = ['node', 'src/doctor/command.js'];
const AUTHORITY_IN_CADDY = '/caddy/caddy/pki/authorities/local/root.crt';
const AUTHORITY_IN_CMS = '/tmp/authority.crt';

/** The accounts exist, so their passwords in the environment would be findings. */
const WITHOUT_PASSWORDS = ['ADMIN_PASSWORD', 'OWNER_PASSWORD'].flatMap((name) => ['--env', `${name}=`]);

/** Runs the doctor with `docker compose exec` or `run`, and returns its exit code and the lines of its output. */
async function runDoctor(
  options: StackOptions,
  command: 'exec' | 'run',
  ...args: string[]
): Promise<{ code: unknown; lines: string[] }> {
  const split = (output: unknown) => String(output).trim().split('\n');
  return compose(options, command, ...WITHOUT_PASSWORDS, ...args, ...COMMAND).then(
    (output) => ({ code: 0, lines: split(output) }),
    ({ code, stdout }) => ({ code, lines: split(stdout) }),
  );
}

/** The lines of a healthy site. */
const healthyLines = (names: string[]) => [
  ...names.map((name) => `${name.padEnd(12)}  ${name === 'Off-site' ? NO_OFFSITE_BACKUP : 'ok'}`),
  '',
  'All is well.',
];
const NO_OFFSITE_BACKUP =
  'There is no off-site backup: if this machine is lost, its backups are too. To make them, set BACKUP_REPOSITORY and BACKUP_PASSWORD (docs/backups.md).';
const LOCAL_CHECKS = [
  'Disks',
  'Files',
  'Settings',
  'Database',
  'Data version',
  'Backups',
  'Off-site',
  'Clock',
  'CMS',
  'Site',
  'Content',
];

test('the doctor finds a healthy site in containers, a wrong user, and a CMS that does not run', async () => {
  await composeUp();
  // The addresses are those of this machine, which the container can't reach.
  expect(await runDoctor({}, 'exec', '-T', 'cms')).toEqual({ code: 0, lines: healthyLines(LOCAL_CHECKS) });

  const asRoot = await runDoctor({}, 'exec', '-T', '--user', 'root', 'cms');
  expect(asRoot.code).toBe(1);
  expect(asRoot.lines).toContain(
    "Files         This user can't read and write /data/cms (EACCES): run this as the user that runs the site, or give that user the folder with chown.",
  );

  await compose({}, 'stop', 'cms');
  const stopped = await runDoctor({}, 'run', '--rm', '-T', 'cms');
  expect(stopped.code).toBe(1);
  expect(
    stopped.lines.filter((line) => line && !line.endsWith('  ok') && !line.startsWith('Off-site')),
  ).toEqual([
    'CMS           The CMS does not answer: start it with `docker compose up --detach`; if it runs, look for an error in its log.',
    'One thing needs attention.',
  ]);
});

test.describe('with HTTPS', () => {
  const NETWORK = `${PROJECT}-doctor`;
  const https = { https: true };

  test.afterEach(async () => {
    for (const service of ['caddy', 'cms'])
      await docker(['network', 'disconnect', NETWORK, await containerId(service)]).catch(() => {});
    await docker(['network', 'rm', NETWORK]);
  });

  test('the doctor finds the names, the certificates and the proxy of DOMAIN in order, or an unknown authority', async () => {
    await composeUp(https);
    await docker(['network', 'create', '--internal', NETWORK]);
    const aliases = [DOMAIN, `www.${DOMAIN}`, `admin.${DOMAIN}`].flatMap((name) => ['--alias', name]);
    await docker(['network', 'connect', ...aliases, NETWORK, await containerId('caddy')]);
    await docker(['network', 'connect', NETWORK, await containerId('cms')]);
    const readAuthority = () =>
      compose(https, 'exec', '-T', 'caddy', 'cat', AUTHORITY_IN_CADDY).catch(() => '');
    await expect.poll(readAuthority).toContain('CERTIFICATE');
    await compose(
      { ...https, input: Buffer.from(await readAuthority()) },
      ...['exec', '-T', 'cms', 'sh', '-c', `cat >${AUTHORITY_IN_CMS}`],
    );

    const names = [...LOCAL_CHECKS, 'SITE_URL', 'ADMIN_URL', 'Proxy', 'DOMAIN'];
    const trusting = ['--env', `NODE_EXTRA_CA_CERTS=${AUTHORITY_IN_CMS}`];
    // Caddy issues the certificates in the background.
    await expect
      .poll(() => runDoctor(https, 'exec', '-T', ...trusting, 'cms'), { timeout: 30_000 })
      .toEqual({ code: 0, lines: healthyLines(names) });

    const unknown = await runDoctor(https, 'exec', '-T', 'cms');
    expect(unknown.code).toBe(1);
    for (const [name, host] of [
      ['SITE_URL', DOMAIN],
      ['ADMIN_URL', `admin.${DOMAIN}`],
      ['DOMAIN', `www.${DOMAIN}`],
    ] as const)
      expect(unknown.lines).toContainEqual(
        expect.stringMatching(
          new RegExp(`^${name} +The certificate of ${host} is not from a known authority \\(\\w+\\)`),
        ),
      );
    expect(unknown.lines.at(-1)).toBe('3 things need attention.');
  });
});
