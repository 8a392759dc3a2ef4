import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readSecrets } from '../environment/secrets';
import { runDoctor } from './doctor';

/** A server that closes every connection, as nobody knows a port on which no other program listens. */
const server = createServer((socket) => socket.destroy());
let silent: URL;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Cast: a server that listens on a port has this kind of address.
  silent = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => void server.close());

let dataDir = '';
beforeEach(() => {
  vi.stubEnv('SITE_URL', silent.href);
  dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
  vi.stubEnv('DATA_DIR', dataDir);
  mkdirSync(join(dataDir, 'cms'), { mode: 0o700 });
  readSecrets();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

test('a check that fails is a finding, and the others are made all the same', async () => {
  vi.stubEnv('ADMIN_URL', 'admin.table.example');
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  const place = {
    startCommand: 'docker compose up --detach',
    backupCommand: 'back it up',
    offsiteCommand: 'start it',
    shellPrefix: '',
    siteUrl: silent,
    adminUrl: silent,
  };
  expect(await runDoctor(place)).toBe(1);
  expect(lines.filter((line) => line.includes('failed'))).toEqual([
    'CMS           This check failed: ADMIN_URL is "admin.table.example", which is not a URL like https://admin.example.com.',
  ]);
  expect(lines).toContain('Files         ok');
  expect(lines).toContain(
    'Site          The site does not answer: start it with `docker compose up --detach`; if it runs, look for an error in its log.',
  );
});
