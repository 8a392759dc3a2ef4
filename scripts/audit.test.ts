import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../tests/support/temporaryFolder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const folder = createTemporaryFolder();
let registry: Server;
/** What the registry knows about the package fastify. */
let advisories: { id: number; url: string; title: string; severity: string; vulnerable_versions: string }[];

let isAnswering: boolean;

const createAdvisory = (id: string, severity: string) => ({
  id: Number(id.slice(-1)),
  url: `https://advisories.example/${id}`,
  title: 'Reads any file',
  severity,
  vulnerable_versions: '*',
});

beforeEach(async () => {
  for (const project of ['', 'cms', 'scripts/node', 'web']) {
    mkdirSync(join(folder, project), { recursive: true });
    // One package, because npm takes seconds for the real ones.
    const root = { name: 'project', version: '1.0.0', dependencies: { fastify: '1.0.0' } };
    const packages = { '': root, 'node_modules/fastify': { version: '1.0.0', integrity: 'sha512-eA==' } };
    const lock = { ...root, lockfileVersion: 3, requires: true, packages };
    writeFileSync(join(folder, project, 'package.json'), JSON.stringify({ ...root, type: 'module' }));
    writeFileSync(join(folder, project, 'package-lock.json'), JSON.stringify(lock));
  }
  cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
  advisories = [];
  isAnswering = true;
  registry = createServer(async (request, response) => {
    if (!isAnswering) return response.writeHead(405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const packages = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const isKnown = advisories.length && packages.includes('"fastify"');
    const answer = isKnown ? { fastify: advisories } : {};
    response.setHeader('content-type', 'application/json');
    // For a package with an advisory, npm reads which versions there are.
    response.end(JSON.stringify(request.method === 'POST' ? answer : { name: 'fastify', versions: {} }));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
});

afterEach(() => void registry.close());

async function audit(exceptions: { advisory: string; until: string; reason: string }[]) {
  writeFileSync(join(folder, 'scripts', 'auditExceptions.json'), JSON.stringify(exceptions));
  const address = registry.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const child = spawn(process.execPath, ['scripts/audit.mjs'], {
    cwd: folder,
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}`,
      // npm caches advisories by their number.
      npm_config_cache: join(folder, 'cache'),
    },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, output: (stdout + stderr).trim() };
}

test('the audit passes with vulnerabilities of moderate severity', async () => {
  advisories = [createAdvisory('GHSA-1', 'moderate')];
  expect(await audit([])).toEqual({
    code: 0,
    output: 'No known vulnerability of high or critical severity.',
  });
});

test('the audit fails for what no exception accepts today, and for exceptions without a vulnerability', async () => {
  advisories = [
    createAdvisory('GHSA-1', 'high'),
    createAdvisory('GHSA-2', 'critical'),
    createAdvisory('GHSA-3', 'high'),
  ];
  const reason = 'The site does not use it.';
  const { code, output } = await audit([
    { advisory: 'GHSA-2', until: '9999-12-31', reason },
    { advisory: 'GHSA-3', until: '2000-01-01', reason },
    { advisory: 'GHSA-4', until: '9999-12-31', reason },
  ]);
  expect(code).toBe(1);
  expect(output.split('\n').sort()).toEqual([
    'GHSA-4 is not reported any more: remove it from auditExceptions.json.',
    'fastify: Reads any file (high, https://advisories.example/GHSA-1)',
    'fastify: Reads any file (high, https://advisories.example/GHSA-3)',
  ]);
});

test('the audit fails when the registry does not answer', async () => {
  isAnswering = false;
  const { code, output } = await audit([]);
  expect(code).toBe(1);
  expect(output).toContain('cms: npm audit got no answer (405');
});
