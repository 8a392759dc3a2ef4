import { readFileSync } from 'node:fs';
import { openAdmin, openFormList, publishEntry } from '../support/openAdmin.ts';
import { linksIn, resetPassword } from '../support/passwordLinks.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { backUp, restoreBackup } from './backups.ts';
import {
  compose,
  composeUp,
  docker,
  expectMinimalPrivileges,
  inspectContainers,
  PROJECT,
  runDoctor,
  typeCommand,
  VERSION,
} from './containers.ts';
import { sendWrongPasswords } from './guessPasswords.ts';

const fetchText = async (address: string) => (await fetch(address)).text();
const METRICS = { env: { METRICS: '1', LOG_FORMAT: 'json', ADMIN_URL: 'https://admin.table.test' } };

test.beforeEach(({}, { title }) => composeUp(title.includes('METRICS') ? METRICS : {}));

test('each container runs with minimal privileges, with the version in its label and its log', async () => {
  await compose({ https: true }, 'create', 'caddy');
  for (const service of ['cms', 'web', 'caddy']) {
    const [container] = await inspectContainers(service);
    await expectMinimalPrivileges(service, {
      user: service === 'caddy' ? '1000:1000' : 'node',
      capabilities: service === 'caddy' ? ['NET_BIND_SERVICE'] : [],
      megabytes: service === 'cms' ? 1024 : 256,
    });
    expect(container?.HostConfig).toMatchObject({
      Init: true,
      LogConfig: { Config: { 'max-size': '10m', 'max-file': '3' } },
    });
    expect(container?.Config.Labels, service).toMatchObject({
      'org.opencontainers.image.title': expect.stringMatching(/^Scioto Table /),
      'org.opencontainers.image.licenses': expect.stringMatching(/^MIT/),
    });
    if (service === 'caddy') continue;
    // Five seconds in nanoseconds: each check starts a process.
    expect(container?.Config.Healthcheck?.Interval, service).toBeGreaterThanOrEqual(5e9);
    expect(container?.Config.Labels['org.opencontainers.image.version'], service).toBe(VERSION);
    expect(await compose({}, 'logs', '--no-color', service)).toContain(`Scioto Table ${VERSION}`);
  }
});

test('only the site’s port is open to the network, and its container shares nothing with the CMS', async () => {
  const [cms] = await inspectContainers('cms');
  expect(cms?.HostConfig.PortBindings).toEqual({
    '1337/tcp': [{ HostIp: '127.0.0.1', HostPort: process.env.ADMIN_PORT }],
  });
  const [web] = await inspectContainers('web');
  expect(web?.HostConfig.PortBindings).toEqual({
    '3000/tcp': [{ HostIp: '', HostPort: process.env.SITE_PORT }],
  });
  expect(web?.Mounts.map(({ Name, Destination }) => [Name, Destination])).toEqual([
    [`${PROJECT}_held`, '/data/web'],
  ]);
  await expect(compose({}, 'exec', '-T', 'web', 'touch', '/app/x')).rejects.toThrow('Read-only');
});

test('no image contains a secret, a database or a program that runs with the rights of another user', async () => {
  const find = (service: string, ...args: string[]) =>
    docker([
      ...['run', '--rm', '--network', 'none', '--user', 'root', '--entrypoint', 'find'],
      ...[`${PROJECT}-${service}`, '/', '-xdev', ...args],
    ]);
  for (const service of ['cms', 'web', 'caddy', 'offsite']) {
    expect(await find(service, '-type', 'f', '-perm', '/6000'), service).toBe('');
    const secrets = ['-name', 'secrets*.json', '-o', '-name', '*.db', '-o', '-name', '.env*'];
    const found = (await find(service, ...secrets)).split('\n').filter(Boolean);
    const isOfPackage = (path: string) => /\/node_modules\/|^\/(usr|etc|var|proc|sys)\//.test(path);
    expect(
      found.filter((path) => !isOfPackage(path)),
      service,
    ).toEqual([]);
  }
});

test('the site shows what the owner publishes in the admin, and the AVIF of a photograph', async ({
  page,
  stack,
}) => {
  const failedRequests: string[] = [];
  page.on('response', (response) => response.status() >= 500 && failedRequests.push(response.url()));
  await openAdmin(page, stack);
  await openFormList(page, 'Home page');
  await page.getByText('Home: heading of the page and its pictures').click();
  await page.getByLabel('Heading').fill('Come in, the containers are warm');
  await publishEntry(page);
  await expect.poll(() => fetchText(stack.site)).toContain('Come in, the containers are warm');
  expect(failedRequests).toEqual([]);

  const form = new FormData();
  const photograph = readFileSync(new URL('../../docs/pictures/site.webp', import.meta.url));
  form.append('files', new Blob([photograph], { type: 'image/webp' }), 'table.webp');
  form.append('fileInfo', JSON.stringify({ name: 'table.webp', alternativeText: 'A table' }));
  const response = await stack.asAdmin('POST', '/upload', form);
  expect(response.status).toBe(201);
  const [picture]: { formats: Record<string, { url: string }> }[] = await response.json();
  const avif = await fetch(stack.site + picture?.formats.avif_400?.url);
  expect([avif.status, avif.headers.get('content-type')]).toEqual([200, 'image/avif']);
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

test('a backup is made and restored while the site serves visitors, and the doctor finds all in order meanwhile', async ({
  stack,
}) => {
  const healthy = { code: 0, text: expect.stringMatching(/^Backups +ok$[\s\S]*\nAll is well\.$/m) };
  expect(await runDoctor({}, 'exec', '-T', 'cms')).toEqual(healthy);
  const setHeading = (mainHeading: string) => stack.publish('homepage', 'home-main', { mainHeading });
  await setHeading('Content of the backup');
  const backup = await backUp({});
  await setHeading('Content after the backup');

  await typeCommand({}, 'stopCms');
  expect(await runDoctor({}, 'run', '--rm', '-T', 'cms')).toEqual(healthy);
  expect(await fetchText(stack.site)).toContain('Content after the backup');
  await restoreBackup({}, backup);
  await compose({}, 'start', 'cms');
  await expect.poll(() => fetchText(stack.site)).toContain('Content of the backup');
});

test('METRICS and LOG_FORMAT serve programs inside the network, and no line has what a visitor sends', async ({
  stack,
}) => {
  for (const address of [stack.site, stack.cms])
    for (const path of ['/reservation-of-ada?guest=lovelace', '/api/lovelace', '/%ff'])
      await fetch(address + path, {
        headers: { 'user-agent': 'AdasBrowser', 'x-forwarded-for': '203.0.113.7' },
      });
  const sent = /reservation|lovelace|%ff|AdasBrowser|203\.0\.113\.7/;
  for (const service of ['cms', 'web']) {
    const log = await compose(METRICS, 'logs', '--no-color', '--no-log-prefix', service);
    // Compose itself begins each line with the code that clears a line of the terminal.
    const lines = log.replaceAll('\u001b[2K', '').split('\n');
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ name: service, level: expect.any(String) });
    expect(log).not.toMatch(sent);
    const script = `fetch('http://${service}:9464/metrics').then((r) => r.text()).then(console.log)`;
    const metrics = await compose(METRICS, 'exec', '-T', 'web', 'node', '-e', script);
    expect(metrics, service).toContain('http_request_duration_seconds_count{route=');
    expect(metrics, service).not.toMatch(sent);
    const [container] = await inspectContainers(service);
    expect(Object.keys(container?.HostConfig.PortBindings ?? {})).toHaveLength(1);
  }
});

test('a reverse proxy on the machine itself is trusted, unless the CMS’s port is open to other machines (METRICS)', async ({
  stack,
}) => {
  expect(await sendWrongPasswords(stack.cms)).toEqual(Array(11).fill(400));
  await composeUp({ env: { ...METRICS.env, ADMIN_HOST: '0.0.0.0' } });
  expect(await sendWrongPasswords(stack.cms)).toEqual([...Array(10).fill(400), 429]);
});
