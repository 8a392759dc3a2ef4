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
  ...names.map((name) => `${name.padEnd(8)}  ${RECOMMENDATIONS[name] ?? 'ok'}`),
  '',
  'All is well.',
];
/** What the doctor recommends for a site without optional settings. */
const RECOMMENDATIONS: Record<string, string> = {
  'Sign-in':
    'A password alone opens the admin in any browser. To mail a code that a new browser needs too, set SMTP_URL (docs/mail.md).',
  'Off-site':
    'There is no off-site backup: if this machine is lost, its backups are too. To make them, set BACKUP_REPOSITORY and BACKUP_PASSWORD (docs/backups.md).',
};
const LOCAL_CHECKS = ['Disks', 'Files', 'Settings', 'Sign-in', 'Backups', 'Off-site', 'Clock'];

test('the doctor finds a healthy site in containers, also while the CMS is stopped, and a wrong user', async () => {
  await composeUp();
  expect(await runDoctor({}, 'exec', '-T', 'cms')).toEqual({ code: 0, lines: healthyLines(LOCAL_CHECKS) });

  const asRoot = await runDoctor({}, 'exec', '-T', '--user', 'root', 'cms');
  expect(asRoot.code).toBe(1);
  expect(asRoot.lines).toContain(
    "Files     This user can't read and write /data/cms (EACCES): run this as the user that runs the site, or give that user the folder with chown.",
  );

  await compose({}, 'stop', 'cms');
  expect(await runDoctor({}, 'run', '--rm', '-T', 'cms')).toEqual({
    code: 0,
    lines: healthyLines(LOCAL_CHECKS),
  });
});

test.describe('with HTTPS', () => {
  const NETWORK = `${PROJECT}-doctor`;
  const https = { https: true };

  test.afterEach(async () => {
    for (const service of ['caddy', 'cms'])
      await docker(['network', 'disconnect', NETWORK, await containerId(service)]).catch(() => {});
    await docker(['network', 'rm', NETWORK]);
  });

  test('the doctor finds that the proxy of DOMAIN is in order, or that its authority is unknown', async () => {
    await composeUp(https);
    await docker(['network', 'create', '--internal', NETWORK]);
    await docker(['network', 'connect', '--alias', `admin.${DOMAIN}`, NETWORK, await containerId('caddy')]);
    await docker(['network', 'connect', NETWORK, await containerId('cms')]);
    const readAuthority = () =>
      compose(https, 'exec', '-T', 'caddy', 'cat', AUTHORITY_IN_CADDY).catch(() => '');
    await expect.poll(readAuthority).toContain('CERTIFICATE');
    await compose(
      { ...https, input: Buffer.from(await readAuthority()) },
      ...['exec', '-T', 'cms', 'sh', '-c', `cat >${AUTHORITY_IN_CMS}`],
    );

    const names = [...LOCAL_CHECKS, 'Proxy'];
    const trusting = ['--env', `NODE_EXTRA_CA_CERTS=${AUTHORITY_IN_CMS}`];
    // Caddy issues the certificates in the background.
    await expect
      .poll(() => runDoctor(https, 'exec', '-T', ...trusting, 'cms'), { timeout: 30_000 })
      .toEqual({ code: 0, lines: healthyLines(names) });

    const unknown = await runDoctor(https, 'exec', '-T', 'cms');
    expect(unknown.code).toBe(1);
    expect(unknown.lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`^Proxy +The CMS does not answer at https://admin\\.${DOMAIN} \\(UNABLE_TO_\\w+\\)`),
      ),
    );
    expect(unknown.lines.at(-1)).toBe('One thing needs attention.');
  });
});
