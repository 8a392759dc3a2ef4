import { readFileSync } from 'node:fs';
import { openAdmin, publishEntry } from '../support/openAdmin.ts';
import { linksIn, resetPassword } from '../support/passwordLinks.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { backUp, restoreBackup } from './backups.ts';
import {
  compose,
  composeUp,
  docker,
  inspectContainers,
  PROJECT,
  typeCommand,
  VERSION,
} from './containers.ts';

const fetchText = async (address: string) => (await fetch(address)).text();

test.beforeEach(() => composeUp());

for (const service of ['cms', 'web', 'caddy']) {
  test(`${service} runs with minimal privileges`, async () => {
    await compose({ https: true }, 'create', 'caddy');
    const [container] = await inspectContainers(service);
    expect(container?.Config.User).toMatch(/^(node|1000:1000)$/);
    // Newer versions of Docker prefix the name with CAP_.
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

test('health checks run at most every five seconds', async () => {
  for (const service of ['cms', 'web']) {
    const [container] = await inspectContainers(service);
    // Five seconds in nanoseconds.
    expect(container?.Config.Healthcheck?.Interval, service).toBeGreaterThanOrEqual(5e9);
  }
});

test('the images of the CMS and the site have the version in their labels, and both log it', async () => {
  await compose({ https: true }, 'create', 'caddy');
  for (const service of ['cms', 'web', 'caddy']) {
    const [container] = await inspectContainers(service);
    expect(container?.Config.Labels, service).toMatchObject({
      'org.opencontainers.image.title': expect.stringMatching(/^Scioto Table /),
      'org.opencontainers.image.licenses': expect.stringMatching(/^MIT/),
    });
  }
  for (const service of ['cms', 'web']) {
    const [container] = await inspectContainers(service);
    expect(container?.Config.Labels['org.opencontainers.image.version'], service).toBe(VERSION);
    expect(await compose({}, 'logs', '--no-color', service)).toContain(`Scioto Table ${VERSION}`);
  }
});

test('the site’s port is open to the network, and the admin’s port only to this machine', async () => {
  const [cms] = await inspectContainers('cms');
  expect(cms?.HostConfig.PortBindings).toEqual({
    '1337/tcp': [{ HostIp: '127.0.0.1', HostPort: process.env.ADMIN_PORT }],
  });
  const [web] = await inspectContainers('web');
  expect(web?.HostConfig.PortBindings).toEqual({
    '3000/tcp': [{ HostIp: '', HostPort: process.env.SITE_PORT }],
  });
});

test('the site’s container has only its cache, and shares nothing with the CMS', async ({ stack }) => {
  const [web] = await inspectContainers('web');
  const mounts = (web?.Mounts ?? []).map(({ Name, Destination, RW }) => ({ Name, Destination, RW }));
  expect(mounts).toEqual([{ Name: `${PROJECT}_held`, Destination: '/data/web', RW: true }]);
  const forbidden = 'ls /data/cms || ls /data/public || touch /app/x';
  await expect(compose({}, 'exec', '-T', 'web', 'sh', '-c', forbidden)).rejects.toThrow();
  expect((await fetch(`${stack.site}/healthz`)).status).toBe(200);
});

test('no image contains a program that runs with the rights of another user', async () => {
  for (const service of ['cms', 'web', 'caddy', 'offsite']) {
    const find = ['run', '--rm', '--network', 'none', '--user', 'root', '--entrypoint', 'find'];
    const found = await docker([
      ...find,
      `${PROJECT}-${service}`,
      '/',
      '-xdev',
      '-type',
      'f',
      '-perm',
      '/6000',
    ]);
    expect(found, service).toBe('');
  }
});

test('no image contains a secret or a database', async () => {
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

test('no log line contains what a visitor sends, and METRICS and LOG_FORMAT serve programs inside the network', async ({
  stack,
}) => {
  const visit = async () => {
    for (const address of [stack.site, stack.cms])
      for (const path of ['/reservation-of-ada?guest=lovelace', '/api/lovelace', '/%ff'])
        await fetch(address + path, {
          headers: { 'user-agent': 'AdasBrowser', 'x-forwarded-for': '203.0.113.7' },
        });
  };
  const sent = /reservation|lovelace|%ff|AdasBrowser|203\.0\.113\.7/;
  await visit();
  for (const service of ['cms', 'web'])
    expect(await compose({}, 'logs', '--no-color', service), service).not.toMatch(sent);

  const options = { env: { METRICS: '1', LOG_FORMAT: 'json' } };
  await composeUp(options);
  await visit();
  for (const service of ['cms', 'web']) {
    const log = await compose(options, 'logs', '--no-color', '--no-log-prefix', service);
    // Compose itself begins each line with the code that clears a line of the terminal.
    const lines = log.replaceAll('\u001b[2K', '').split('\n');
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ name: service, level: expect.any(String) });
    expect(lines.join('\n')).not.toMatch(sent);
    const script = `fetch('http://${service}:9464/metrics').then((r) => r.text()).then(console.log)`;
    const metrics = await compose(options, 'exec', '-T', 'web', 'node', '-e', script);
    expect(metrics, service).toContain('http_request_duration_seconds_count{route=');
    expect(metrics, service).not.toMatch(sent);
    const [container] = await inspectContainers(service);
    expect(Object.keys(container?.HostConfig.PortBindings ?? {})).toEqual([
      service === 'cms' ? '1337/tcp' : '3000/tcp',
    ]);
  }
});

test('the site shows what the owner publishes in the admin', async ({ page, stack }) => {
  const failedRequests: string[] = [];
  page.on('response', (response) => response.status() >= 500 && failedRequests.push(response.url()));
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Home page' }).click();
  await page.getByText('Home: heading of the page and its pictures').click();
  await page.getByLabel('Heading').fill('Come in, the containers are warm');
  // Loads the page first, so that the site has fresh content in its cache.
  await fetchText(stack.site);
  const published = page.waitForResponse((response) => response.url().includes('/actions/publish'));
  await publishEntry(page);
  await published;
  const publishedAt = performance.now();
  await expect
    .poll(() => fetchText(stack.site), { timeout: 40_000, intervals: [100] })
    .toContain('Come in, the containers are warm');
  console.log(
    `The site showed the published content after ${Math.round(performance.now() - publishedAt)} ms`,
  );
  expect(failedRequests).toEqual([]);
});

test('the CMS creates an AVIF of an uploaded photograph, and the site serves it', async ({ stack }) => {
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

test('a backup is made and restored while it serves visitors', async ({ stack }) => {
  const setHeading = (mainHeading: string) => stack.publish('homepage', 'home-main', { mainHeading });
  await setHeading('Content of the backup');
  const backup = await backUp({});
  await setHeading('Content after the backup');

  await typeCommand({}, 'stopCms');
  expect(await fetchText(stack.site)).toContain('Content after the backup');
  await restoreBackup({}, backup);
  await compose({}, 'start', 'cms');
  await expect.poll(() => fetchText(stack.site), { timeout: 60_000 }).toContain('Content of the backup');
});

test('the command prints a link that sets a new password for an account', async ({ stack }) => {
  const setPassword = async (password: string) => {
    const output = await typeCommand({}, 'printPasswordLink', { EMAIL: accounts.OWNER_EMAIL });
    const [link = ''] = linksIn(output);
    expect((await resetPassword(stack.cms, link, password)).status).toBe(200);
  };
  await setPassword('Oak-Fire-1798-other');
  expect(await signIn(stack.cms, accounts.OWNER_EMAIL, 'Oak-Fire-1798-other')).toBeTruthy();
  await setPassword(accounts.OWNER_PASSWORD);
});
