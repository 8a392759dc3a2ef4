import { readFileSync } from 'node:fs';
import { openAdmin, publishEntry } from '../support/openAdmin.ts';
import { accounts, expect, signIn, test } from '../support/stack.ts';
import { backUp, restoreBackup } from './backups.ts';
import { compose, docker, inspect, PROJECT, up, VERSION } from './containers.ts';

const text = async (address: string) => (await fetch(address)).text();

test.beforeEach(() => up());

for (const service of ['cms', 'web', 'caddy']) {
  test(`${service} runs with as few rights as it can`, async () => {
    await compose({ https: true }, 'create', 'caddy');
    const [container] = await inspect(service);
    expect(container?.Config.User).toMatch(/^(node|1000:1000)$/);
    // Newer engines write CAP_ before the name.
    const added = container?.HostConfig.CapAdd?.map((name) => name.replace(/^CAP_/, '')) ?? [];
    expect(added).toEqual(service === 'caddy' ? ['NET_BIND_SERVICE'] : []);
    expect(container?.HostConfig).toMatchObject({
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges:true'],
      Privileged: false,
      PidsLimit: 200,
      Init: true,
      LogConfig: { Config: { 'max-size': '10m', 'max-file': '3' } },
    });
    expect(container?.HostConfig.Memory).toBe((service === 'cms' ? 1024 : 256) * 1024 ** 2);
  });
}

test('health checks start a process every five seconds at most', async () => {
  for (const service of ['cms', 'web']) {
    const [container] = await inspect(service);
    // In nanoseconds.
    expect(container?.Config.Healthcheck?.Interval, service).toBeGreaterThanOrEqual(5e9);
  }
});

test('every image has the version in its labels, and the CMS and the site log it', async () => {
  await compose({ https: true }, 'create', 'caddy');
  for (const service of ['cms', 'web', 'caddy']) {
    const [container] = await inspect(service);
    expect(container?.Config.Labels, service).toMatchObject({
      'org.opencontainers.image.title': expect.stringMatching(/^Scioto Table /),
      'org.opencontainers.image.version': VERSION,
      'org.opencontainers.image.licenses': expect.stringMatching(/^MIT/),
    });
  }
  for (const service of ['cms', 'web'])
    expect(await compose({}, 'logs', '--no-color', service)).toContain(`Scioto Table ${VERSION}`);
});

test('the network reaches the site’s port alone, the admin’s is this machine’s', async () => {
  const [cms] = await inspect('cms');
  expect(cms?.HostConfig.PortBindings).toEqual({
    '1337/tcp': [{ HostIp: '127.0.0.1', HostPort: process.env.ADMIN_PORT }],
  });
  const [web] = await inspect('web');
  expect(web?.HostConfig.PortBindings).toEqual({
    '3000/tcp': [{ HostIp: '', HostPort: process.env.SITE_PORT }],
  });
});

test('the site sees the pictures, which it can’t change, and its own held words', async ({ stack }) => {
  const [web] = await inspect('web');
  const mounts = (web?.Mounts ?? []).map(({ Name, Destination, RW }) => ({ Name, Destination, RW }));
  expect(mounts.sort((a, b) => a.Name.localeCompare(b.Name))).toEqual([
    { Name: `${PROJECT}_held`, Destination: '/data/web', RW: true },
    { Name: `${PROJECT}_uploads`, Destination: '/data/public/uploads', RW: false },
  ]);
  const secret = 'ls /data/cms || touch /data/public/uploads/x.png || touch /app/x';
  await expect(compose({}, 'exec', '-T', 'web', 'sh', '-c', secret)).rejects.toThrow();
  expect((await fetch(`${stack.site}/healthz`)).status).toBe(200);
});

test('no image has a secret in it', async () => {
  for (const service of ['cms', 'web']) {
    const found = await docker([
      ...['run', '--rm', '--network', 'none', '--entrypoint', 'sh', `${PROJECT}-${service}`, '-c'],
      'find /data /app /home -name "secrets*.json" -o -name "*.db" -o -name ".env*"',
    ]);
    expect(
      found
        .split('\n')
        .filter((path) => !path.includes('/node_modules/'))
        .join(''),
    ).toBe('');
  }
});

test('what the owner publishes in the admin comes to the page', async ({ page, stack }) => {
  const broken: string[] = [];
  page.on('response', (response) => response.status() >= 500 && broken.push(response.url()));
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Home page' }).click();
  await page.getByText('Home: heading of the page and its pictures').click();
  await page.getByLabel('Heading').fill('Come in, the containers are warm');
  // The site holds words that are no second old.
  await text(stack.site);
  const published = page.waitForResponse((response) => response.url().includes('/actions/publish'));
  await publishEntry(page);
  await published;
  // A second is promised, of which the admin's own notice has taken a part; the other is for a busy machine.
  await expect
    .poll(() => text(stack.site), { timeout: 2_000, intervals: [100] })
    .toContain('Come in, the containers are warm');
  expect(broken).toEqual([]);
});

test('a photograph gets its AVIF, and the site serves it', async ({ stack }) => {
  const form = new FormData();
  const photograph = readFileSync(new URL('../../docs/front-page.webp', import.meta.url));
  form.append('files', new Blob([photograph], { type: 'image/webp' }), 'table.webp');
  form.append('fileInfo', JSON.stringify({ name: 'table.webp', alternativeText: 'A table' }));
  const response = await stack.asAdmin('POST', '/upload', form);
  expect(response.status).toBe(201);
  const [picture]: { formats: Record<string, { url: string }> }[] = await response.json();
  const avif = await fetch(stack.site + picture?.formats.avif_400?.url);
  expect(avif.status).toBe(200);
  expect(avif.headers.get('content-type')).toBe('image/avif');
});

test('the README’s commands back the site up, and bring it back while it is open', async ({ stack }) => {
  const say = (mainHeading: string) => stack.publish('homepage', 'home-main', { mainHeading });
  await say('Words of the backup');
  const backup = await backUp({});
  await say('Words after the backup');

  await compose({}, 'stop', 'cms');
  expect(await text(stack.site)).toContain('Words after the backup');
  await restoreBackup({}, backup);
  await compose({}, 'start', 'cms');
  await expect.poll(() => text(stack.site), { timeout: 60_000 }).toContain('Words of the backup');
});

test('the README’s command gives an account a new password', async ({ stack }) => {
  const reset = 'node_modules/.bin/strapi admin:reset-user-password --email';
  const give = (password: string) =>
    compose({}, 'exec', '-T', 'cms', ...reset.split(' '), accounts.OWNER_EMAIL, '--password', password);
  await give('Oak-Fire-1798-other');
  expect(await signIn(stack.cms, accounts.OWNER_EMAIL, 'Oak-Fire-1798-other')).toBeTruthy();
  await give(accounts.OWNER_PASSWORD);
});
