import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, Stack, signIn, test } from '../support/stack.ts';
import {
  compose,
  composeUp,
  docker,
  inspectContainers,
  PROJECT,
  ROOT,
  type StackOptions,
  typeCommand,
  VERSION,
} from './containers.ts';
import { expectContent, publishHeading, statusOf } from './expectContent.ts';

const NAME = `${PROJECT}-published`;
const REGISTRY = `${NAME}-registry`;
const DOCKERFILE = new URL('registry.Dockerfile', import.meta.url);
const SERVICES = ['cms', 'web', 'caddy', 'offsite'];

let folder: string;
let options: StackOptions & { env: { SITE_PORT: string; ADMIN_PORT: string; HTTP_PORT: string } };
/** The name of each service's image in the registry. */
let names: Record<string, string>;

const imageId = (image: string) => docker(['image', 'inspect', '--format', '{{.Id}}', image]);
const listImages = async (reference: string) =>
  (
    await docker([
      'image',
      'ls',
      '--filter',
      `reference=${reference}`,
      '--format',
      '{{.Repository}}:{{.Tag}}',
    ])
  )
    .split('\n')
    .filter(Boolean);

async function removeAll() {
  await compose({ ...options, https: true, offsite: true }, 'down', '--volumes', '--timeout', '5');
  await docker(['rm', '--force', '--volumes', REGISTRY]).catch(() => {});
  await docker(['image', 'rm', '--force', REGISTRY, ...Object.values(names)]);
}

test.beforeAll(async () => {
  // A folder with nothing but the Compose file: no sources, so nothing that could be built.
  folder = mkdtempSync(join(tmpdir(), 'published-'));
  copyFileSync(join(ROOT, 'docker-compose.yml'), join(folder, 'docker-compose.yml'));
  const port = await freePort();
  options = {
    project: NAME,
    folder,
    env: {
      IMAGES: `127.0.0.1:${port}/scioto-table`,
      SITE_PORT: await freePort(),
      ADMIN_PORT: await freePort(),
      HTTP_PORT: await freePort(),
      HTTPS_PORT: await freePort(),
    },
  };
  const config: { services: Record<string, { image: string }> } = JSON.parse(
    await compose({ ...options, https: true, offsite: true }, 'config', '--format', 'json'),
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
test.afterAll(async () => {
  await removeAll();
  rmSync(folder, { recursive: true });
});

test('with IMAGES, a folder with nothing but docker-compose.yml runs the published images', async () => {
  const https = { ...options, https: true };
  await typeCommand(https, 'pull');
  await typeCommand(https, 'start');
  await composeUp(https);
  const { SITE_PORT, ADMIN_PORT, HTTP_PORT } = options.env;
  const [site, cms] = [`http://127.0.0.1:${SITE_PORT}`, `http://127.0.0.1:${ADMIN_PORT}`];
  const token = await signIn(cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  await publishHeading(Stack.at(site, cms, token), options);
  await expectContent(site);
  expect(await (await fetch(`http://127.0.0.1:${HTTP_PORT}`, { redirect: 'manual' })).status).toBe(308);

  for (const service of ['cms', 'web', 'caddy']) {
    const [container] = await inspectContainers(service, https);
    expect(container?.Config.Image).toBe(names[service]);
    // The image that setup.ts has built, and that has come back from the registry.
    expect(await imageId(names[service] ?? ''), service).toBe(await imageId(`${PROJECT}-${service}`));
  }
  for (const service of ['cms', 'web', 'offsite'])
    expect(names[service]).toBe(`${options.env.IMAGES}-${service}:${VERSION}`);
  expect(await listImages(`${NAME}-*`)).toEqual([`${REGISTRY}:latest`]);
  expect(readdirSync(folder)).toEqual(['docker-compose.yml']);
});

test('with IMAGES, the commands of the profiles use the published image of the off-site backups', async () => {
  const running = compose(options, 'run', '--rm', '--no-deps', '-T', 'recover', 'list');
  await expect(running).rejects.toThrow('BACKUP_REPOSITORY');
  expect(await imageId(names.offsite ?? '')).toBe(await imageId(`${PROJECT}-offsite`));
});

test('with IMAGES, an image that can’t be pulled is an error, and is not built from the sources beside it', async () => {
  const missing = `${options.env.IMAGES}-missing`;
  const inRepository = { ...options, folder: ROOT, env: { ...options.env, IMAGES: missing } };
  const running = compose(inRepository, 'up', '--detach');
  await expect(running).rejects.toThrow(/not-built-because-IMAGES-is-set/);
  expect(await listImages(`${missing}-*`)).toEqual([]);
});
