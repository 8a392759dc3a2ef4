import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent, request } from 'node:https';
import { openAdmin } from '../support/openAdmin.ts';
import { expect, test } from '../support/stack.ts';
import {
  compose,
  composeUp,
  containerIds,
  DOMAIN,
  docker,
  inspectContainers,
  killContainer,
  type StackOptions,
} from './containers.ts';

const ADMIN = `admin.${DOMAIN}`;
const HTTPS = { https: true };
const REPLICAS = { https: true, replicas: true };

interface RequestOptions {
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent;
}

interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  text: string;
}

/** The root certificate of Caddy's local authority, which verifies every HTTPS response. */
let authority = '';

/** Sends a request with its body and reads the whole response. */
async function sendRequest(outgoing: ReturnType<typeof request>, body = ''): Promise<Answer> {
  outgoing.end(body);
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of response?.setEncoding('utf8') ?? []) text += chunk;
  return { status: response?.statusCode, headers: response?.headers ?? {}, text };
}

/** Requests a path of a host from Caddy on this machine over HTTPS. */
function ask(
  path: string,
  { host = DOMAIN, method = 'GET', headers, body, agent }: RequestOptions = {},
): Promise<Answer> {
  const target = { host: '127.0.0.1', port: process.env.HTTPS_PORT, servername: host, ca: authority };
  return sendRequest(request({ ...target, path, method, agent, headers: { ...headers, host } }), body);
}

/** Starts a stack with HTTPS and waits until Caddy serves every host. */
async function start(options: StackOptions): Promise<void> {
  await composeUp(options);
  const readAuthority = () =>
    compose(HTTPS, 'exec', '-T', 'caddy', 'cat', '/caddy/caddy/pki/authorities/local/root.crt').catch(
      () => '',
    );
  await expect.poll(readAuthority).toContain('CERTIFICATE');
  authority = await readAuthority();
  for (const host of [DOMAIN, ADMIN, `www.${DOMAIN}`])
    await expect
      .poll(() => ask('/', { host }).then(({ status }) => status, String), { timeout: 30_000 })
      .toBeLessThan(400);
}

/** Sends a failing sign-in with an X-Forwarded-For header of the client's. */
const failSignIn = (email: string, forwardedFor: string) =>
  ask('/admin/login', {
    host: ADMIN,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
    body: JSON.stringify({ email, password: 'Wrong-password-1' }),
  });

test.describe('with HTTPS', () => {
  test.beforeEach(() => start(HTTPS));
  test.use({ ignoreHTTPSErrors: true });

  test('Caddy serves the site over HTTPS only and redirects www and HTTP to it', async () => {
    const site = await ask('/menu');
    expect(site.text).toContain('<h1');
    const hsts = { 'strict-transport-security': 'max-age=31536000' };
    expect(site.headers).toMatchObject(hsts);
    expect(site.headers).not.toHaveProperty('server');
    expect(site.headers['content-security-policy']).toContain(`frame-ancestors https://${ADMIN}`);

    const www = await ask('/menu?a=b', { host: `www.${DOMAIN}` });
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
    expect((await ask('/', { host: ADMIN })).headers).toMatchObject({
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
      expect(await ask(path, { host: ADMIN }), path).toMatchObject({ status: 404, text: '' });
    for (const path of ['/admin/init', '/admin/api-tokens', '/apix'])
      expect((await ask(path, { host: ADMIN })).text, path).not.toBe('');
    expect((await ask('/api/homepages')).status).toBe(200);
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
  });
});

test('the log of a failed request contains no path, address or user agent of the visitor', async () => {
  await start(HTTPS);
  await compose(HTTPS, 'stop', 'cms');
  const headers = { 'user-agent': 'mallory/6.6', 'x-forwarded-for': '203.0.113.66' };
  expect((await ask('/admin/mallory?mallory', { host: ADMIN, headers })).status).toBe(502);
  await expect.poll(() => compose(HTTPS, 'logs', 'caddy')).toContain('"status":502');
  const log = await compose(HTTPS, 'logs', '--no-log-prefix', 'caddy');
  for (const line of log.split('\n').filter((text) => text.includes('"status":502')))
    expect(line).not.toMatch(/mallory|203\.0\.113|"(remote|client)_ip"/);
});

test.describe('with three replicas', () => {
  test.beforeEach(() => start(REPLICAS));

  test('no replica has an open port, and visitors get every page while each replica is killed', async () => {
    const replicas = await inspectContainers('web');
    expect(replicas).toHaveLength(3);
    expect(replicas.flatMap(({ HostConfig }) => Object.keys(HostConfig.PortBindings ?? {}))).toEqual([]);

    const outcomes: Record<string, number> = {};
    let slowestMs = 0;
    let isDone = false;
    const agent = new Agent({ keepAlive: true });
    const visit = async () => {
      while (!isDone) {
        const startedAt = performance.now();
        const outcome = await ask('/menu', { agent }).then(
          ({ status, text }) => `${status}${text.endsWith('</html>') ? '' : ' truncated'}`,
          String,
        );
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      }
    };
    const visitors = Promise.all(Array.from({ length: 8 }, visit));
    for (const [index, { Id }] of replicas.entries()) {
      await killContainer(Id);
      const next = replicas[(index + 1) % replicas.length];
      if (next) await docker(['exec', next.Id, 'node', '-e', 'fetch("http://127.0.0.1:3000/healthz")']);
      await docker(['start', Id]);
      await composeUp(REPLICAS);
    }
    isDone = true;
    await visitors;
    console.log(
      `Visits while each replica was killed in turn: ${JSON.stringify(outcomes)}, the slowest ${Math.round(slowestMs)} ms`,
    );
    expect(Object.keys(outcomes)).toEqual(['200']);
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
