import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, test } from '../support/stack.ts';
import { ADMIN_HOST, CaddyClient } from './caddyClient.ts';
import { DOMAIN, docker, PROJECT, ROOT } from './containers.ts';
import { GUESS_PASSWORDS } from './guessPasswords.ts';

const STACK = `${PROJECT}-swarm`;
const SETTINGS = `${STACK}-settings`;
const POLL = { timeout: 120_000, intervals: [250] };
/** The beginning of the images' names: none of them is pulled, so no registry is needed. */
const IMAGES = STACK;
const CADDY_VERSION = '1';

const DATABASE_PASSWORD = 'Oak-Fire-1797-database';
const SECRET = Object.entries({
  ...accounts,
  DATABASE_URL: `postgres://table:${DATABASE_PASSWORD}@postgres:5432/table`,
})
  .map(([name, value]) => `${name}=${value}\n`)
  .join('');

let ports: { HTTP_PORT: string; HTTPS_PORT: string };

/** Creates the images of a version from those of the Compose project, with further lines of a Dockerfile for the site. */
async function createImages(version: string, lines = ''): Promise<void> {
  for (const service of ['web', 'cms', 'caddy']) {
    const dockerfile = `FROM ${PROJECT}-${service}\nLABEL release=${version}\n${service === 'web' ? lines : ''}`;
    await docker(
      ['build', '--quiet', '--tag', `${IMAGES}-${service}:${version}`, '-'],
      {},
      Buffer.from(dockerfile),
    );
  }
}

/** Postgres in the same swarm, in a network that it shares only with the CMS, as docs/scaling.md describes. */
const WITH_POSTGRES = {
  version: '3.9',
  services: {
    cms: { networks: ['cms-postgres'] },
    postgres: {
      image: 'postgres:17-bookworm',
      environment: { POSTGRES_USER: 'table', POSTGRES_PASSWORD: DATABASE_PASSWORD },
      networks: ['cms-postgres'],
      deploy: { endpoint_mode: 'dnsrr' },
    },
  },
  networks: { 'cms-postgres': { driver: 'overlay', driver_opts: { encrypted: '' } } },
};

let folder: string;

/** The command of docs/scaling.md that starts or updates the stack, with the stack.yml of a version and nothing beside it. */
function deploy(version: string): Promise<string> {
  const files = ['stack.yml', 'postgres.json'].map((name) => join(folder, name));
  const stack = readFileSync(join(ROOT, 'stack.yml'), 'utf8')
    .replace(/(?<=-(?:web|cms):)[\d.]+$/gm, version)
    .replace(/(?<=-caddy:)[\d.]+$/m, CADDY_VERSION);
  writeFileSync(join(folder, 'stack.yml'), stack);
  return docker(
    [
      ...['stack', 'deploy', ...files.flatMap((file) => ['--compose-file', file])],
      ...['--resolve-image', 'never', STACK],
    ],
    { ...ports, IMAGES, SETTINGS, DOMAIN, CADDY_OPTIONS: 'local_certs' },
  );
}

/** Lists one property of the running containers of a service, such as `{{.ID}}`. */
const listContainers = async (service: string, format: string): Promise<string[]> => {
  const filter = `label=com.docker.swarm.service.name=${STACK}_${service}`;
  return (await docker(['ps', '--filter', filter, '--format', format])).split('\n').filter(Boolean);
};

/** The images of a service's running containers that are healthy. */
const listHealthyImages = async (service: string) =>
  (await listContainers(service, '{{.Image}} {{.Status}}'))
    .filter((line) => line.endsWith('(healthy)'))
    .map((line) => line.split(' ')[0]);

/** The state of the last update of the site. */
async function readUpdateState(): Promise<string | undefined> {
  const [service] = JSON.parse(await docker(['service', 'inspect', `${STACK}_web`]));
  return service.UpdateStatus?.State;
}

const listVolumes = async () =>
  (await docker(['volume', 'ls', '--format', '{{.Name}}']))
    .split('\n')
    .filter((name) => name.startsWith(STACK));

async function removeAll(): Promise<void> {
  // The machine may not be part of a swarm, and an earlier run may have left nothing.
  await docker(['swarm', 'leave', '--force']).catch(() => '');
  const containers = () => docker(['ps', '--all', '--quiet', '--filter', `name=${STACK}`]);
  const left = (await containers()).split('\n').filter(Boolean);
  if (left.length) await docker(['rm', '--force', ...left]).catch(() => '');
  await expect.poll(containers, POLL).toBe('');
  const volumes = await listVolumes();
  if (volumes.length) await docker(['volume', 'rm', ...volumes]);
  const images = (await docker(['images', '--format', '{{.Repository}}:{{.Tag}}'])).split('\n');
  const own = images.filter((name) => name.startsWith(`${IMAGES}-`));
  if (own.length) await docker(['rmi', '--no-prune', ...own]);
}

test.beforeEach(async () => {
  await removeAll();
  folder = mkdtempSync(join(tmpdir(), 'swarm-'));
  writeFileSync(join(folder, 'postgres.json'), JSON.stringify(WITH_POSTGRES));
  ports = { HTTP_PORT: await freePort(), HTTPS_PORT: await freePort() };
});
test.afterEach(async () => {
  await removeAll();
  rmSync(folder, { recursive: true });
});

test('a swarm rolls an update out and a broken one back, and every visitor gets a whole page', async () => {
  await createImages('1');
  // It listens nowhere, so it never becomes healthy.
  await createImages('2', 'CMD ["node", "-e", "setInterval(() => {}, 1000)"]');
  await createImages('3');
  const addresses = ['advertise', 'listen', 'data-path'].map((name) => `--${name}-addr=127.0.0.1`);
  await docker(['swarm', 'init', ...addresses]);
  const node = await docker(['node', 'ls', '--quiet']);
  await docker(['node', 'update', '--label-add', 'cms=true', '--label-add', 'caddy=true', node]);
  await docker(['secret', 'create', SETTINGS, '-'], {}, Buffer.from(SECRET));

  await deploy('1');
  const images = (version: string) => Array.from({ length: 3 }, () => `${IMAGES}-web:${version}`);
  await expect.poll(() => listHealthyImages('web'), POLL).toEqual(images('1'));
  const [caddyContainer = ''] = await listContainers('caddy', '{{.ID}}');
  const caddy = await CaddyClient.connectTo(ports.HTTPS_PORT, (path) =>
    docker(['exec', caddyContainer, 'cat', path]),
  );

  const visitDuring = async (when: string, action: () => Promise<void>) => {
    const isComplete = (text: string) => /<h1[^>]*>\S/.test(text) && text.endsWith('</html>');
    const [visits] = await caddy.visitDuring(action, [{ count: 8, paths: canonicalPaths, isComplete }]);
    console.log(`Visits during ${when}: ${JSON.stringify(visits)}`);
    expect(Object.keys(visits?.outcomes ?? {}), when).toEqual(['200']);
  };
  await visitDuring('an update that is rolled back', async () => {
    await deploy('2');
    await expect.poll(readUpdateState, POLL).toBe('rollback_completed');
  });
  expect(await listHealthyImages('web')).toEqual(images('1'));
  await visitDuring('a rolling update', async () => {
    await deploy('3');
    await expect.poll(readUpdateState, POLL).toBe('completed');
  });
  expect(await listHealthyImages('web')).toEqual(images('3'));
  expect(await listContainers('caddy', '{{.ID}}')).toEqual([caddyContainer]);

  await test.step('each replica has its own cache, only the CMS has the secret, and the networks are encrypted', async () => {
    const volumes = [
      'backups',
      'certificates',
      'private',
      'uploads',
      ...[1, 2, 3].map((slot) => `web-cache-${slot}`),
    ];
    expect(await listVolumes()).toEqual(volumes.map((name) => `${STACK}_${name}`));
    for (const container of await listContainers('web', '{{.ID}}'))
      expect(await docker(['exec', container, 'sh', '-c', 'ls /run/secrets || true'])).toBe('');
    const networks = ['caddy-cms', 'caddy-web', 'cms-web'].map((name) => `${STACK}_${name}`);
    const options = await docker(['network', 'inspect', '--format', '{{json .Options}}', ...networks]);
    expect(options.match(/"encrypted":/g)).toHaveLength(3);
  });
  await test.step('the CMS has the accounts and the database of the secret, and trusts Caddy alone', async () => {
    await expect.poll(() => listHealthyImages('cms'), POLL).toEqual([`${IMAGES}-cms:3`]);
    const { status, headers } = await caddy.ask('/admin/login', {
      host: ADMIN_HOST,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD }),
    });
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).toMatch(/; secure/i);
    const [replica = ''] = await listContainers('web', '{{.ID}}');
    const run = (script: string) => docker(['exec', replica, 'node', '-e', script]);
    expect(JSON.parse(await run(GUESS_PASSWORDS))).toEqual([...Array(10).fill(400), 429]);
    expect(await run(`require('node:dns').lookup('postgres', (error) => console.log(error?.code));`)).toMatch(
      /^E/,
    );
    const [postgres = ''] = await listContainers('postgres', '{{.ID}}');
    const query = ['psql', '--username=table', '--tuples-only', '--command', 'SELECT count(*) FROM homepage'];
    expect(Number(await docker(['exec', postgres, ...query]))).toBeGreaterThan(0);
  });
});
