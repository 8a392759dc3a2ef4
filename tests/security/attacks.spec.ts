import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { queries } from '../../web/src/content/queries.ts';
import { damageRequests, sendRawBytes } from '../support/fuzzRequests.ts';
import { ask, pagePaths, queryPaths } from '../support/site.ts';
import { expect, type Stack, test } from '../support/stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The text of an unpublished draft, which no response may contain. */
const DRAFT = 'a soup that is not ready yet';
/** Every attack sends the first two values, and comes from the last. No log line may contain them. */
const MALLORY = { agent: 'mallory/6.6', forwardedFor: '203.0.113.66', address: '127.0.0.66' };
const MAX_MEMORY_GROWTH_MIB = 150;

const lastHeaders = `User-Agent: ${MALLORY.agent}\r\nX-Forwarded-For: ${MALLORY.forwardedFor}\r\nConnection: close\r\n\r\n`;
const head = (start: string, ...headers: string[]) =>
  `${[`${start} HTTP/1.1`, 'Host: table.example', ...headers].join('\r\n')}\r\n${lastHeaders}`;
const get = (target: string, ...headers: string[]) => head(`GET ${target}`, ...headers);
const withBody = (target: string, body: string, type = 'application/json', method = 'POST') =>
  `${head(`${method} ${target}`, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`)}${body}`;

const unsignedToken = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJ1c2VySWQiOiIxIiwidHlwZSI6ImFjY2VzcyJ9.';
const forgedToken = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${unsignedToken.split('.')[1]}.c2lnbmVkLWJ5LW1hbGxvcnktd2l0aC1hLWtleS1vZi1oZXI`;
const multipartFile =
  '--x\r\nContent-Disposition: form-data; name="files"; filename="../../x.png"\r\n\r\nx\r\n--x--\r\n';

/** The status when the server closes the connection without a response. */
const NO_RESPONSE = 0;

/** Each attack with the status of the site and of the CMS; some invalid queries make Strapi itself answer 500. */
const attacks: [request: string, site: number, cms: number][] = [
  // Path traversal.
  [get('/../../../../etc/passwd'), 404, 403],
  [get('/uploads/../../cms/secrets.json'), 404, 403],
  [get('/uploads/%2e%2e/%2e%2e/cms/secrets.json'), 404, 403],
  [get('/uploads/%252e%252e%252fcms%252fsecrets.json'), 404, 404],
  [get('/uploads/%c0%ae%c0%ae/cms/secrets.json'), 400, 400],
  [get('/uploads/....//....//cms/secrets.json'), 404, 404],
  [get('/uploads/lasagna.webp%00.html'), 404, 400],
  [get('/assets/..%2f..%2fserver%2fmain.js'), 404, 403],
  [get('/admin/..%2f..%2f..%2fpackage.json'), 404, 403],
  [get('/%'), 400, 400],
  [get('/.env'), 404, 404],
  [get(`/${'%2e%2e%2f'.repeat(800)}etc/passwd`), 404, 403],
  // Header injection.
  [get('/menu%0d%0aSet-Cookie:%20a=b'), 404, 404],
  [get('/menu', 'X-Bare: a\nSet-Cookie: a=b'), 400, 400],
  // Foreign host names.
  [`GET / HTTP/1.1\r\nHost: evil.example\r\n${lastHeaders}`, 200, 302],
  [`GET /sitemap.xml HTTP/1.1\r\nHost: evil.example\r\n${lastHeaders}`, 200, 404],
  [`GET /site HTTP/1.1\r\nHost: evil.example\r\n${lastHeaders}`, 404, 302],
  [`GET / HTTP/1.1\r\n${lastHeaders}`, 400, 400],
  [get('http://evil.example/'), 200, 302],
  [get('//evil.example/..'), 404, 400],
  [get('/%2f%2fevil.example/'), 404, 400],
  [get('/', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: javascript'), 200, 302],
  [get('/menu', 'X-Original-URL: /admin', 'X-Rewrite-URL: /admin', 'X-HTTP-Method-Override: PUT'), 200, 401],
  // Oversized requests.
  [get(`/${'a'.repeat(20_000)}`), 431, 431],
  [get('/', `X-Long: ${'a'.repeat(20_000)}`), 431, 431],
  [get('/', ...Array.from({ length: 3_000 }, (_, number) => `X${number}: 1`)), 431, 431],
  // Refused before the rest of the body comes, so the client writes nothing to a closed connection, which would lose the response.
  [
    head('POST /admin/login', 'Content-Type: application/json', 'Content-Length: 2000000') +
      'x'.repeat(16_000),
    405,
    413,
  ],
  [withBody('/', 'x', 'text/plain', 'GET'), 413, 302],
  [withBody('/menu', '['.repeat(90_000)), 405, 400],
  // Request smuggling.
  [`${head('POST /menu', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400, 400],
  [
    `${head('GET /menu', 'Transfer-Encoding: chunked')}0\r\n\r\nGET /admin HTTP/1.1\r\nHost: x\r\n\r\n`,
    413,
    400,
  ],
  // Prototype pollution.
  [get('/api/homepages?__proto__[status]=draft'), 200, 200],
  [get('/api/__proto__'), 404, 404],
  [withBody('/admin/login', '{"__proto__":{"isActive":true}}'), 405, 400],
  // Queries for private fields, and expensive queries.
  [get('/api/homepages?filters[createdBy][password][$startsWith]=a'), 200, 400],
  [get('/api/homepages?populate[images][populate][related][populate]=*'), 200, 200],
  [get(`/api/homepages?filters${'[$and][0]'.repeat(500)}[id]=1`), 200, 400],
  [get(`/api/homepages?populate${'[images][populate]'.repeat(500)}=*`), 200, 400],
  [get(`/api/homepages?${'filters[id][$in]=1&'.repeat(500)}`), 200, 200],
  // Unusual methods.
  [head('OPTIONS /api/homepages', 'Origin: https://evil.example'), 405, 200],
  [head('TRACE /'), 405, 501],
  [head('CONNECT evil.example:443'), NO_RESPONSE, NO_RESPONSE],
  // Drafts.
  [get('/api/menu-sides?status=draft'), 200, 403],
  [get('/api/menu-sides?status=draft', `X-Preview-Token: 9999999999999.${'A'.repeat(43)}`), 403, 403],
  // Invalid tokens and credentials.
  [get('/admin/users/me', `Authorization: Bearer ${unsignedToken}`), 404, 401],
  [get('/admin/users/me', `Cookie: jwtToken=${forgedToken}; strapi_admin_refresh=${forgedToken}`), 404, 401],
  [get('/api/menu-sides?status=draft', `Authorization: Bearer ${forgedToken}`), 200, 403],
  [
    withBody('/admin/reset-password', '{"resetPasswordToken":{"$ne":null},"password":"Mallory-1797-x"}'),
    405,
    400,
  ],
  [withBody('/upload', multipartFile, 'multipart/form-data; boundary=x'), 405, 401],
  // Ranges and cache poisoning.
  [get('/menu', `Range: bytes=${'0-1,'.repeat(2_000)}`), 200, 401],
];

/** The responses by address. */
const readAll = async (addresses: string[]) => {
  const responses = addresses.map(async (address) => [address, await (await fetch(address)).text()] as const);
  return Object.fromEntries(await Promise.all(responses));
};
/** The addresses of all content that the CMS publishes. */
const contentOf = (cms: string) => Object.values(queries).map(({ path, query }) => `${cms}${path}?${query}`);
/** Every page and query of the site, and every query of the CMS, by address. */
const readPublicContent = ({ site, cms }: Stack) =>
  readAll([...[...pagePaths, ...queryPaths].map((path) => site + path), ...contentOf(cms)]);

/** The resident memory of the CMS and of the site, in MiB. */
const memoryInMib = ({ processes }: Stack) =>
  [processes.cms, processes.web].map(
    (id) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(id)], { encoding: 'utf8' })) / 1024,
  );

/** Returns a function that finds what a response must not contain: secrets, drafts, internals or injected text. */
function createLeakDetector(stack: Stack): (answer: string) => string | undefined {
  const secrets: Record<string, unknown> = JSON.parse(
    readFileSync(join(stack.dataDir, 'cms', 'secrets.json'), 'utf8'),
  );
  const { version } = JSON.parse(
    readFileSync(join(ROOT, 'cms', 'node_modules', '@strapi', 'strapi', 'package.json'), 'utf8'),
  );
  const forbidden = [
    ...[
      DRAFT,
      'root:x:',
      'evil.example',
      '<script>alert',
      'node_modules',
      'Sqlite',
      'select `',
      '@test.example',
    ],
    ...[ROOT, stack.dataDir, version, process.version, ...Object.values(secrets).flat().map(String)],
  ];
  return (answer) => {
    if (/^(set-cookie|x-powered-by|server):/im.test(answer)) return 'a header';
    if (/^ +at .*:\d+/m.test(answer)) return 'a stack trace';
    return forbidden.find((text) => answer.toLowerCase().includes(text.toLowerCase()));
  };
}

/** Opens 200 connections, sends an unfinished request on each, and returns the promise of each one's end. */
const openUnfinishedRequests = (address: string) =>
  Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.on('error', () => {}).resume();
      const closed = once(socket, 'close').then(() => performance.now());
      await once(socket, 'connect');
      socket.write(['GET', 'GET / HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nX-'][index % 3] ?? '');
      return { closed };
    }),
  );

/** Sends an attack to a server, and lists what is wrong with the response. */
async function listFailures(
  address: string,
  request: string,
  expected: number,
  findLeak: (answer: string) => string | undefined,
): Promise<string[]> {
  const answer = await sendRawBytes(address, Buffer.from(request, 'latin1'), MALLORY.address);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? NO_RESPONSE);
  const leaked = findLeak(answer);
  const failures = [
    ...(status === expected ? [] : [`${status} instead of ${expected}`]),
    ...(answer.split(/^HTTP\/1\.1 /m).length > 2 ? ['two responses'] : []),
    ...(leaked ? [`leaked ${leaked}`] : []),
  ];
  return failures.map((failure) => `${failure}: ${address} ${JSON.stringify(request.slice(0, 150))}`);
}

/** Sends all attacks to both servers, four at a time, and lists what is wrong with the responses. */
async function attack(stack: Stack): Promise<string[]> {
  const findLeak = createLeakDetector(stack);
  const failures: string[] = [];
  const remaining = [...attacks];
  const attacker = async () => {
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      const [request, site, cms] = next;
      failures.push(...(await listFailures(stack.site, request, site, findLeak)));
      failures.push(...(await listFailures(stack.cms, request, cms, findLeak)));
    }
  };
  await Promise.all(Array.from({ length: 4 }, attacker));
  return failures;
}

test('attacks during 200 unfinished requests leave both servers as they were', async ({
  editableStack: stack,
}) => {
  const saved = await stack.asAdmin(
    'PUT',
    '/content-manager/collection-types/api::menu-side.menu-side/hand-cut-fries',
    { sideName: 'Hand-Cut Fries', description: DRAFT },
  );
  expect(saved.status).toBe(200);
  const { processes } = stack;
  const [content, memory, log] = [await readPublicContent(stack), memoryInMib(stack), stack.log];
  const began = performance.now();
  const unfinished = (await Promise.all([stack.site, stack.cms].map(openUnfinishedRequests))).flat();

  await test.step('both answer during the unfinished requests', async () => {
    expect((await ask(stack.site, '/menu')).status).toBe(200);
    expect((await ask(stack.cms, '/api/menu-sides')).status).toBe(200);
  });

  await test.step('each attack gets its status and one response, which leaks nothing', async () =>
    expect(await attack(stack)).toEqual([]));

  await test.step('1,000 damaged requests cause no error of the site and no leak', async () => {
    const findLeak = createLeakDetector(stack);
    // Without those that announce a body: the server would wait for it.
    const sources = attacks.map(([request]) => request).filter((text) => !/Content-|Transfer-/.test(text));
    const requests = damageRequests(sources, 1_000);
    const leaks: string[] = [];
    const client = async () => {
      for (let bytes = requests.pop(); bytes; bytes = requests.pop()) {
        const answer = await sendRawBytes(stack.site, bytes, MALLORY.address);
        const leak = /^HTTP\/1\.\d 5/m.test(answer) ? 'a status of 500 or more' : findLeak(answer);
        if (leak) leaks.push(`${leak} after ${bytes.subarray(0, 300).toString('latin1')}`);
      }
    };
    await Promise.all(Array.from({ length: 10 }, client));
    expect(leaks).toEqual([]);
  });

  await test.step('the unfinished requests are closed', async () => {
    const closedAt = await Promise.all(unfinished.map(({ closed }) => closed));
    // Node's own limit, without the servers' settings, is 60 s and up to 30 s until the next check.
    expect(Math.max(...closedAt) - began).toBeLessThan(60_000);
  });

  await test.step('content, processes and memory are as before', async () => {
    expect(await readPublicContent(stack)).toEqual(content);
    expect(stack.processes).toEqual(processes);
    for (const [index, now] of memoryInMib(stack).entries())
      expect(now).toBeLessThan((memory[index] ?? 0) + MAX_MEMORY_GROWTH_MIB);
  });

  await test.step('no log line repeats an attack', () => {
    const logged = stack.log.slice(log.length).toLowerCase();
    for (const mark of [...Object.values(MALLORY), '127.0.0.1', 'evil.example', '@test.example', 'alert(1)'])
      expect(logged, mark).not.toContain(mark);
  });
});
