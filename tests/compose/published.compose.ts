import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, signIn, test } from '../support/stack.ts';
import {
  compose,
  composeUp,
  docker,
  findPorts,
  inspectContainers,
  type Ports,
  PROJECT,
  ROOT,
  type StackOptions,
  typeCommand,
  VERSION,
} from './containers.ts';
import { statusOf } from './expectContent.ts';

const NAME = `${PROJECT}-published`;
const REGISTRY = `${NAME}-registry`;
const DOCKERFILE = new URL('registry.Dockerfile', import.meta.url);
const SERVICES = ['cms', 'web', 'caddy', 'offsite'];

let folder: string;
let options: StackOptions & { env: Ports & { IMAGES: string } };
/** The name of each service's image in the registry. */
let names: Record<string, string>;

const imageId = (image: string) => docker(['image', 'inspect', '--format', '{{.Id}}', image]);
const listImages = (reference: string) =>
  docker(['image', 'ls', '--filter', `reference=${reference}`, '--format', '{{.Repository}}:{{.Tag}}']);

async function removeAll() {
  await compose({ ...options, offsite: true }, 'down', '--volumes', '--timeout', '5');
  await docker(['rm', '--force', '--volumes', REGISTRY]).catch(() => {});
  await docker(['image', 'rm', '--force', REGISTRY, ...Object.values(names)]);
}

test.beforeEach(async () => {
  // A folder with nothing but the Compose file: no sources, so nothing that could be built.
  folder = mkdtempSync(join(tmpdir(), 'published-'));
  copyFileSync(join(ROOT, 'docker-compose.yml'), join(folder, 'docker-compose.yml'));
  const port = await freePort();
  options = {
    project: NAME,
    folder,
    https: true,
    env: {
      IMAGES: `127.0.0.1:${port}/scioto-table`,
      ...(await findPorts()),
    },
  };
  const config: { services: Record<string, { image: string }> } = JSON.parse(
    await compose({ ...options, offsite: true }, 'config', '--format', 'json'),
  );
  names = Object.fromEntries(SERVICES.map((service) => [service, config.services[service]?.image ?? '']));
  await removeAll();

  await docker(['build', '--quiet', '--tag', REGISTRY, '-'], {}, readFileSync(DOCKERFILE));
  await docker(['run', '--detach', '--name', REGISTRY, '--publish', `127.0.0.1:${port}:5000`, REGISTRY]);
  await expect.poll(() => statusOf(`http://127.0.0.1:${port}/v2/`)).toBe(200);
  for (const [service, name] of Object.entries(names)) {
    await docker(['tag', `${PROJECT}-${service}`, name]);
    await docker(['push', '--quiet', name]);
    await docker(['image', 'rm', name]);
  }
});
test.afterEach(async () => {
  await removeAll();
  rmSync(folder, { recursive: true });
});

// It pushes and pulls four images.
test.setTimeout(360_000);

test('with IMAGES, a folder with nothing but docker-compose.yml runs the published images, and nothing is built', async () => {
  await typeCommand(options, 'pull');
  await typeCommand(options, 'start');
  await composeUp(options);
  const { IMAGES, SITE_PORT, ADMIN_PORT, HTTP_PORT } = options.env;
  const [site, cms] = [`http://127.0.0.1:${SITE_PORT}`, `http://127.0.0.1:${ADMIN_PORT}`];
  await signIn(cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  await expect.poll(async () => (await fetch(site)).text()).toMatch(/<h1[^>]*>\S/);
  expect((await fetch(`http://127.0.0.1:${HTTP_PORT}`, { redirect: 'manual' })).status).toBe(308);
  const recover = compose(options, 'run', '--rm', '--no-deps', '-T', 'recover', 'list');
  await expect(recover).rejects.toThrow('BACKUP_REPOSITORY');

  for (const service of SERVICES) {
    const name = names[service] ?? '';
    // The image that setup.ts has built, and that has come back from the registry.
    expect(await imageId(name), service).toBe(await imageId(`${PROJECT}-${service}`));
    if (service !== 'caddy') expect(name).toBe(`${IMAGES}-${service}:${VERSION}`);
    if (service === 'offsite') continue;
    const [container] = await inspectContainers(service, options);
    expect(container?.Config.Image).toBe(name);
  }
  expect(await listImages(`${NAME}-*`)).toBe(`${REGISTRY}:latest`);

  await test.step('an image that can’t be pulled is an error, and is not built from the sources beside it', async () => {
    const missing = `${IMAGES}-missing`;
    const running = compose(
      { ...options, folder: ROOT, env: { ...options.env, IMAGES: missing } },
      'up',
      '--detach',
    );
    await expect(running).rejects.toThrow(/not-built-because-IMAGES-is-set/);
    expect(await listImages(`${missing}-*`)).toBe('');
  });
});
