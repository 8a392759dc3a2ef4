import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent, request } from 'node:https';
import { openAdmin } from '../support/openAdmin.ts';
import { expect, test } from '../support/stack.ts';
import { compose, containersOf, DOMAIN, docker, inspect, type Kind, kill, up } from './containers.ts';

const ADMIN = `admin.${DOMAIN}`;
const HTTPS = { https: true };
const REPLICAS = { https: true, replicas: true };

interface Asking {
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

/** The certificate of Caddy's own authority, by which every answer here is checked. */
let authority = '';

async function read(asking: ReturnType<typeof request>, body = ''): Promise<Answer> {
  asking.end(body);
  const [response]: IncomingMessage[] = await once(asking, 'response');
  let text = '';
  for await (const chunk of response?.setEncoding('utf8') ?? []) text += chunk;
  return { status: response?.statusCode, headers: response?.headers ?? {}, text };
}

/** Asks Caddy for something under a host's name, on this machine. */
function ask(
  path: string,
  { host = DOMAIN, method = 'GET', headers, body, agent }: Asking = {},
): Promise<Answer> {
  const target = { host: '127.0.0.1', port: process.env.HTTPS_PORT, servername: host, ca: authority };
  return read(request({ ...target, path, method, agent, headers: { ...headers, host } }), body);
}

async function start(kind: Kind): Promise<void> {
  await up(kind);
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

const signIn = (email: string, forwardedFor: string) =>
  ask('/admin/login', {
    host: ADMIN,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
    body: JSON.stringify({ email, password: 'Wrong-password-1' }),
  });

test.describe('with HTTPS', () => {
  test.beforeEach(() => start(HTTPS));
  test.use({ ignoreHTTPSErrors: true });

  test('the domain has the site, by HTTPS only, and www leads to it', async () => {
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
      const plain = await read(requestHttp({ ...target, path: '/menu', headers: { host } }));
      expect(plain.status).toBe(308);
      expect(plain.headers.location).toBe(`https://${host}/menu`);
    }
  });

  test('the plain ports are this machine’s alone', async () => {
    const bindings = [...(await inspect('web')), ...(await inspect('cms'))].map(
      ({ HostConfig }) => HostConfig.PortBindings,
    );
    expect(bindings).toEqual([
      { '3000/tcp': [{ HostIp: '127.0.0.1', HostPort: process.env.SITE_PORT }] },
      { '1337/tcp': [{ HostIp: '127.0.0.1', HostPort: process.env.ADMIN_PORT }] },
    ]);
  });

  test('the owner signs in on the admin’s own host, with cookies for HTTPS only', async ({ page }) => {
    await openAdmin(page, { cms: `https://${ADMIN}:${process.env.HTTPS_PORT}` });
    const cookies = await page.context().cookies();
    expect(cookies.map(({ domain, secure }) => [domain, secure])).toContainEqual([ADMIN, true]);
    expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
    expect((await ask('/', { host: ADMIN })).headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
    });
  });

  test('closes the content API on the admin’s host, however its path is written', async () => {
    // Strapi's own 404 has a body.
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

  test('the CMS counts sign-ins by the visitor’s address, and takes nobody’s word for it', async () => {
    const email = 'nobody@test.example';
    const statuses: unknown[] = [];
    for (let turn = 1; turn <= 11; turn += 1) statuses.push((await signIn(email, `192.0.2.${turn}`)).status);
    expect([statuses.at(0), statuses.at(-1)]).toEqual([400, 429]);

    // Another visitor of the same Caddy, whose address is another.
    const elsewhere = `const { request } = require('node:https');
      const headers = { host: '${ADMIN}', 'content-type': 'application/json' };
      request({ host: 'caddy', servername: '${ADMIN}', method: 'POST', path: '/admin/login', headers, rejectUnauthorized: false }, (answer) => {
        console.log(answer.statusCode);
        process.exit();
      }).end(JSON.stringify({ email: '${email}', password: 'Wrong-password-1' }));`;
    expect(await compose(HTTPS, 'exec', '-T', 'web', 'node', '-e', elsewhere)).toBe('400');
  });
});

test('a visitor who can’t be answered is in no log', async () => {
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

  test('none has a port, and each can die without a visitor noticing', async () => {
    const replicas = await inspect('web');
    expect(replicas).toHaveLength(3);
    expect(replicas.flatMap(({ HostConfig }) => Object.keys(HostConfig.PortBindings ?? {}))).toEqual([]);

    const seen: Record<string, number> = {};
    let slowest = 0;
    let over = false;
    const agent = new Agent({ keepAlive: true });
    const visit = async () => {
      while (!over) {
        const began = performance.now();
        const outcome = await ask('/menu', { agent }).then(
          ({ status, text }) => `${status}${text.endsWith('</html>') ? '' : ' cut off'}`,
          String,
        );
        seen[outcome] = (seen[outcome] ?? 0) + 1;
        slowest = Math.max(slowest, performance.now() - began);
      }
    };
    const visitors = Promise.all(Array.from({ length: 8 }, visit));
    for (const [index, { Id }] of replicas.entries()) {
      await kill(Id);
      const next = replicas[(index + 1) % replicas.length];
      if (next) await docker(['exec', next.Id, 'node', '-e', 'fetch("http://127.0.0.1:3000/healthz")']);
      await docker(['start', Id]);
      await up(REPLICAS);
    }
    over = true;
    await visitors;
    console.log(
      `Visits while each replica was killed in turn: ${JSON.stringify(seen)}, the slowest ${Math.round(slowest)} ms`,
    );
    expect(Object.keys(seen)).toEqual(['200']);
  });

  test('published words come to every replica', async ({ stack }) => {
    const words = 'Words for all three';
    const waitForWords = `const began = Date.now();
      const look = async () => {
        const text = await (await fetch('http://127.0.0.1:3000/')).text();
        if (text.includes('${words}')) return console.log(Date.now() - began);
        setTimeout(look, 50);
      };
      look();`;
    const uid = 'api::homepage.homepage';
    const replicas = await containersOf('web');
    const published = stack.asAdmin(
      'POST',
      `/content-manager/collection-types/${uid}/home-main/actions/publish`,
      { mainHeading: words },
    );
    expect((await published).status).toBe(200);
    const waits = await Promise.all(replicas.map((id) => docker(['exec', id, 'node', '-e', waitForWords])));
    console.log(`The words were on the replicas after ${waits.join(', ')} ms`);
    expect(waits).toHaveLength(3);
    // A second is promised; a CMS that answers late, as on a busy machine, is asked again after a pause.
    expect(Math.max(...waits.map(Number))).toBeLessThan(4_000);
  });
});
