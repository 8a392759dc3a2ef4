import { request as requestHttp } from 'node:http';
import { openAdmin } from '../support/openAdmin.ts';
import { expect, test } from '../support/stack.ts';
import { ADMIN_HOST as ADMIN, CaddyClient, sendRequest } from './caddyClient.ts';
import {
  compose,
  composeUp,
  containerIds,
  DOMAIN,
  docker,
  inspectContainers,
  killContainer,
} from './containers.ts';

const HTTPS = { https: true };
const REPLICAS = { https: true, replicas: true };

let caddy: CaddyClient;

/** Sends a failing sign-in with an X-Forwarded-For header of the client's. */
const failSignIn = (email: string, forwardedFor: string) =>
  caddy.ask('/admin/login', {
    host: ADMIN,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
    body: JSON.stringify({ email, password: 'Wrong-password-1' }),
  });

test.describe('with HTTPS', () => {
  test.beforeEach(async () => {
    caddy = await CaddyClient.start(HTTPS);
  });
  test.use({ ignoreHTTPSErrors: true });

  test('Caddy serves the site over HTTPS only and redirects www and HTTP to it', async () => {
    const site = await caddy.ask('/menu');
    expect(site.text).toContain('<h1');
    const hsts = { 'strict-transport-security': 'max-age=31536000' };
    expect(site.headers).toMatchObject(hsts);
    expect(site.headers).not.toHaveProperty('server');
    expect(site.headers['content-security-policy']).toContain(`frame-ancestors https://${ADMIN}`);

    const www = await caddy.ask('/menu?a=b', { host: `www.${DOMAIN}` });
    expect(www.status).toBe(301);
    expect(www.headers).toMatchObject({ ...hsts, location: `https://${DOMAIN}/menu?a=b` });

    for (const host of [DOMAIN, ADMIN]) {
      const target = { host: '127.0.0.1', port: process.env.HTTP_PORT };
      const plain = await sendRequest(requestHttp({ ...target, path: '/menu', headers: { host } }));
      expect(plain.status).toBe(308);
      expect(plain.headers.location).toBe(`https://${host}/menu`);
    }
  });

  test('the HTTP ports of the site and the CMS are open only to this machine', async () => {
    const bindings = [...(await inspectContainers('web')), ...(await inspectContainers('cms'))].map(
      ({ HostConfig }) => HostConfig.PortBindings,
    );
    expect(bindings).toEqual([
      { '3000/tcp': [{ HostIp: '127.0.0.1', HostPort: process.env.SITE_PORT }] },
      { '1337/tcp': [{ HostIp: '127.0.0.1', HostPort: process.env.ADMIN_PORT }] },
    ]);
  });

  test('the owner signs in on the admin’s own host, and every cookie is Secure', async ({ page }) => {
    await openAdmin(page, { cms: `https://${ADMIN}:${process.env.HTTPS_PORT}` });
    const cookies = await page.context().cookies();
    expect(cookies.map(({ domain, secure }) => [domain, secure])).toContainEqual([ADMIN, true]);
    expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
    expect((await caddy.ask('/', { host: ADMIN })).headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
    });
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

  test('the CMS counts failed sign-ins by the address that Caddy sees, not by the one that the client sends', async () => {
    const email = 'nobody@test.example';
    const statuses: unknown[] = [];
    for (let turn = 1; turn <= 11; turn += 1)
      statuses.push((await failSignIn(email, `192.0.2.${turn}`)).status);
    expect([statuses.at(0), statuses.at(-1)]).toEqual([400, 429]);

    // A client of the same Caddy with another address is not blocked.
    const signInFromContainer = `const { request } = require('node:https');
      const headers = { host: '${ADMIN}', 'content-type': 'application/json' };
      request({ host: 'caddy', servername: '${ADMIN}', method: 'POST', path: '/admin/login', headers, rejectUnauthorized: false }, (answer) => {
        console.log(answer.statusCode);
        process.exit();
      }).end(JSON.stringify({ email: '${email}', password: 'Wrong-password-1' }));`;
    expect(await compose(HTTPS, 'exec', '-T', 'web', 'node', '-e', signInFromContainer)).toBe('400');
    // So that it forgets the failures: later tests sign in from this machine, too.
    await compose(HTTPS, 'restart', 'cms');
    await composeUp(HTTPS);
  });
});

test('the log of a failed request contains no path, address or user agent of the visitor', async () => {
  caddy = await CaddyClient.start(HTTPS);
  await compose(HTTPS, 'stop', 'web');
  const headers = { 'user-agent': 'mallory/6.6', 'x-forwarded-for': '203.0.113.66' };
  const { status } = await caddy.ask('/mallory?mallory', { headers });
  // Nothing listens at the site's address any more, or the name of the site has no address: whichever Caddy saw last.
  expect([502, 503]).toContain(status);
  const failure = `"status":${status}`;
  await expect.poll(() => compose(HTTPS, 'logs', 'caddy')).toContain(failure);
  const log = await compose(HTTPS, 'logs', '--no-log-prefix', 'caddy');
  for (const line of log.split('\n').filter((text) => text.includes(failure)))
    expect(line).not.toMatch(/mallory|203\.0\.113|"(remote|client)_ip"/);
});

test('a Caddy that stops does not wait for a request without an answer', async () => {
  caddy = await CaddyClient.start(HTTPS);
  await compose(HTTPS, 'stop', 'web');
  const outcome = caddy.ask('/').catch(String);
  await compose(HTTPS, 'stop', '--timeout', '8', 'caddy');
  await outcome;
  // A Caddy that waits for a site would have been killed after eight seconds: exit code 137.
  const [container] = await inspectContainers('caddy');
  expect(container?.State).toMatchObject({ Running: false, ExitCode: 0 });
});

test.describe('with three replicas', () => {
  test.beforeEach(async () => {
    caddy = await CaddyClient.start(REPLICAS);
  });

  test('no replica has an open port, and visitors get every page while each replica is killed', async () => {
    const replicas = await inspectContainers('web');
    expect(replicas).toHaveLength(3);
    expect(replicas.flatMap(({ HostConfig }) => Object.keys(HostConfig.PortBindings ?? {}))).toEqual([]);

    const killInTurn = async () => {
      for (const [index, { Id }] of replicas.entries()) {
        await killContainer(Id);
        const next = replicas[(index + 1) % replicas.length];
        if (next) await docker(['exec', next.Id, 'node', '-e', 'fetch("http://127.0.0.1:3000/healthz")']);
        await docker(['start', Id]);
        await composeUp(REPLICAS);
      }
    };
    const isComplete = (text: string) => text.endsWith('</html>');
    const visits = await caddy.visitDuring(killInTurn, [{ count: 8, paths: ['/menu'], isComplete }]);
    console.log(`Visits while each replica was killed in turn: ${JSON.stringify(visits)}`);
    expect(visits.map(({ outcomes }) => Object.keys(outcomes))).toEqual([['200']]);
  });

  test('every replica serves published content', async ({ stack }) => {
    const heading = 'Content for all three';
    const waitForHeading = `const startedAt = Date.now();
      const check = async () => {
        const text = await (await fetch('http://127.0.0.1:3000/')).text();
        if (text.includes('${heading}')) return console.log(Date.now() - startedAt);
        setTimeout(check, 50);
      };
      check();`;
    const uid = 'api::homepage.homepage';
    const replicas = await containerIds('web');
    const published = stack.asAdmin(
      'POST',
      `/content-manager/collection-types/${uid}/home-main/actions/publish`,
      { mainHeading: heading },
    );
    expect((await published).status).toBe(200);
    const waits = await Promise.all(replicas.map((id) => docker(['exec', id, 'node', '-e', waitForHeading])));
    console.log(`The replicas served the content after ${waits.join(', ')} ms`);
    expect(waits).toHaveLength(3);
  });
});
