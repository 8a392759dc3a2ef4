import { request as requestHttp } from 'node:http';
import { openAdmin } from '../support/openAdmin.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, test } from '../support/stack.ts';
import { ADMIN_HOST as ADMIN, CaddyClient, sendRequest } from './caddyClient.ts';
import {
  compose,
  composeUp,
  containerId,
  containerIds,
  DOMAIN,
  docker,
  inspectContainers,
  PROJECT,
  type StackOptions,
} from './containers.ts';
import { GUESS_PASSWORDS } from './guessPasswords.ts';

const HTTPS = { https: true };
const REPLICAS = { https: true, replicas: true };
const HSTS = { 'strict-transport-security': 'max-age=31536000' };

let caddy: CaddyClient;

const start = async (options: StackOptions) => {
  caddy = await CaddyClient.start(options);
};

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  caddy.ask('/admin/login', {
    host: ADMIN,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  });

/** Runs a script in the container of a service, and returns its output. */
const runIn = (service: string, script: string) =>
  compose(HTTPS, 'exec', '-T', service, 'node', '-e', script);

test.describe('with HTTPS', () => {
  test.beforeEach(() => start(HTTPS));
  test.use({ ignoreHTTPSErrors: true });

  test('Caddy serves the site over HTTPS only and redirects www and HTTP to it', async () => {
    const site = await caddy.ask('/menu');
    expect(site.text).toContain('<h1');
    expect(site.headers).toMatchObject(HSTS);
    expect(site.headers).not.toHaveProperty('server');
    expect(site.headers['content-security-policy']).toContain(`frame-ancestors https://${ADMIN}`);

    const www = await caddy.ask('/menu?a=b', { host: `www.${DOMAIN}` });
    expect(www.status).toBe(301);
    expect(www.headers).toMatchObject({ ...HSTS, location: `https://${DOMAIN}/menu?a=b` });

    for (const host of [DOMAIN, ADMIN]) {
      const target = { host: '127.0.0.1', port: process.env.HTTP_PORT };
      const plain = await sendRequest(requestHttp({ ...target, path: '/menu', headers: { host } }));
      expect(plain.status).toBe(308);
      expect(plain.headers.location).toBe(`https://${host}/menu`);
    }
    for (const service of ['web', 'cms'])
      for (const { HostConfig } of await inspectContainers(service))
        expect(Object.values(HostConfig.PortBindings).flat()).toMatchObject([{ HostIp: '127.0.0.1' }]);
  });

  test('the owner signs in on the admin’s own host, and every cookie is Secure', async ({ page }) => {
    await openAdmin(page, { cms: `https://${ADMIN}:${process.env.HTTPS_PORT}` });
    const cookies = await page.context().cookies();
    expect(cookies.map(({ domain, secure }) => [domain, secure])).toContainEqual([ADMIN, true]);
    expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
    expect((await caddy.ask('/', { host: ADMIN })).headers).toMatchObject(HSTS);
  });

  test('Caddy blocks the content API on the admin’s host, however its path is written', async () => {
    // An empty body proves that Caddy answers: Strapi's own 404 has one.
    for (const path of [
      '/api',
      '/api/homepages',
      '/api/menu-entrees?pagination[pageSize]=100000',
      '/API/homepages',
      '/%61pi/homepages',
      '//api/homepages',
      '/api%2fhomepages',
      '/admin/../api/homepages',
      '/api/homepages/..%2f..%2fadmin',
      '/API/homepages/%2E.%2f..%2fadmin',
    ])
      expect(await caddy.ask(path, { host: ADMIN }), path).toMatchObject({ status: 404, text: '' });
    for (const path of ['/admin/init', '/admin/api-tokens', '/apix'])
      expect((await caddy.ask(path, { host: ADMIN })).text, path).not.toBe('');
    expect((await caddy.ask('/api/homepages')).status).toBe(200);
  });

  test('a service reaches only those that it works with, and the off-site backups none', async () => {
    const targets: [name: string, port: number, addresses: string[]][] = [];
    for (const [service, port] of Object.entries({ cms: 1337, web: 3000, caddy: 443 })) {
      const [container] = await inspectContainers(service);
      const addresses = Object.values(container?.NetworkSettings.Networks ?? {}).map(
        ({ IPAddress }) => IPAddress,
      );
      targets.push([service, port, [service, ...addresses.filter(Boolean)]]);
    }
    const script = `
      const { connect } = require('node:net');
      const isReachable = (host, port) => new Promise((resolve) => {
        const socket = connect({ host, port, timeout: 1000 });
        const end = (result) => () => { socket.destroy(); resolve(result); };
        socket.on('connect', end(true)).on('error', end(false)).on('timeout', end(false));
      });
      (async () => {
        const reached = [];
        for (const [service, port, hosts] of ${JSON.stringify(targets)})
          if ((await Promise.all(hosts.map((host) => isReachable(host, port)))).includes(true)) reached.push(service);
        console.log(reached.join());
      })();`;
    for (const service of ['web', 'cms']) expect(await runIn(service, script)).toBe('cms,web,caddy');
    const inOffsite = ['run', '--rm', '-T', '--no-deps', '--entrypoint', 'node', 'offsite', '-e', script];
    expect(await compose({ ...HTTPS, offsite: true }, ...inOffsite)).toBe('');
    // Certificates, e-mails and off-site backups need the internet.
    const networks = (await docker(['network', 'ls', '--quiet', '--filter', `name=^${PROJECT}_`])).split(
      '\n',
    );
    const internal = await docker(['network', 'inspect', '--format', '{{.Internal}}', ...networks]);
    expect(internal.split('\n')).toEqual(Array(4).fill('false'));
  });

  test('a new Caddy with another address is trusted at once', async () => {
    const readCookies = async () =>
      String((await signIn(accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD)).headers['set-cookie']);
    expect(await readCookies()).toMatch(/; secure/i);
    const network = `${PROJECT}_caddy-cms`;
    const readAddress = async () =>
      (await inspectContainers('caddy'))[0]?.NetworkSettings.Networks[network]?.IPAddress;
    const before = await readAddress();
    const other = `${PROJECT}-other`;
    await docker(['rm', '--force', await containerId('caddy')]);
    // It gets the address that is free now.
    await docker(['run', '--detach', '--rm', '--name', other, '--network', network, `${PROJECT}-web`]);
    try {
      await start(HTTPS);
      expect(await readAddress()).not.toBe(before);
      expect(await readCookies()).toMatch(/; secure/i);
    } finally {
      await docker(['rm', '--force', other]);
    }
  });

  // Last, because the CMS counts the failures of this machine until it restarts.
  test('failed sign-ins are counted by the address that Caddy sees, and a container can’t forge one', async () => {
    const email = 'nobody@test.example';
    const statuses: unknown[] = [];
    for (let turn = 1; turn <= 11; turn += 1)
      statuses.push(
        (await signIn(email, 'Wrong-password-1', { 'x-forwarded-for': `192.0.2.${turn}` })).status,
      );
    expect([statuses.at(0), statuses.at(-1)]).toEqual([400, 429]);
    // Another client is not blocked, until it has failed as often.
    expect(JSON.parse(await runIn('web', GUESS_PASSWORDS))).toEqual([...Array(10).fill(400), 429]);
  });

  test('a failed request leaves nothing of the visitor in the log, and a Caddy that stops does not wait for one', async () => {
    await compose(HTTPS, 'stop', 'web');
    const headers = { 'user-agent': 'mallory/6.6', 'x-forwarded-for': '203.0.113.66' };
    const { status } = await caddy.ask('/mallory?mallory', { headers });
    // Nothing listens at the site's address any more, or the name of the site has no address: whichever Caddy saw last.
    expect([502, 503]).toContain(status);
    const failure = `"status":${status}`;
    const readLog = () => compose(HTTPS, 'logs', '--no-log-prefix', 'caddy');
    await expect.poll(readLog).toContain(failure);
    for (const line of (await readLog()).split('\n').filter((text) => text.includes(failure)))
      expect(line).not.toMatch(/mallory|203\.0\.113|"(remote|client)_ip"/);

    const outcome = caddy.ask('/').catch(String);
    await compose(HTTPS, 'stop', '--timeout', '8', 'caddy');
    await outcome;
    // A Caddy that waits for a site would have been killed after eight seconds: exit code 137.
    const [container] = await inspectContainers('caddy');
    expect(container?.State).toMatchObject({ Running: false, ExitCode: 0 });
  });
});

test('three replicas have no open port, show what is published, and visitors get every page while each is killed', async ({
  stack,
}) => {
  // The CMS forgets the failed sign-ins.
  await compose(HTTPS, 'restart', 'cms');
  await start(REPLICAS);
  const replicas = await inspectContainers('web');
  expect(replicas).toHaveLength(3);
  expect(replicas.flatMap(({ HostConfig }) => Object.keys(HostConfig.PortBindings ?? {}))).toEqual([]);

  const heading = 'Content for all three';
  const path = '/content-manager/collection-types/api::homepage.homepage/home-main/actions/publish';
  expect((await stack.asAdmin('POST', path, { mainHeading: heading })).status).toBe(200);
  const readPage = `fetch('http://127.0.0.1:3000/').then((r) => r.text()).then(console.log)`;
  for (const id of await containerIds('web'))
    await expect.poll(() => docker(['exec', id, 'node', '-e', readPage])).toContain(heading);

  const killInTurn = async () => {
    for (const { Id } of replicas) {
      // Without a restart, as when its machine fails.
      await docker(['kill', Id]);
      await docker(['start', Id]);
      await composeUp(REPLICAS);
    }
  };
  const isComplete = (text: string) => text.endsWith('</html>');
  const visits = await caddy.visitDuring(killInTurn, [{ count: 8, paths: ['/menu'], isComplete }]);
  console.log(`Visits while each replica was killed in turn: ${JSON.stringify(visits)}`);
  expect(visits.map(({ outcomes }) => Object.keys(outcomes))).toEqual([['200']]);
});
