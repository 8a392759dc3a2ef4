import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSecrets } from '../environment/secrets';
import { runDoctor } from './doctor';

/** No server listens on port 1, which is reserved. */
const CLOSED = new URL('http://127.0.0.1:1');
const PLACE = {
  startCommand: 'docker compose up --detach',
  backupCommand: 'back it up',
  offsiteCommand: 'start it',
  shellPrefix: '',
  siteUrl: CLOSED,
  adminUrl: CLOSED,
};

let dataDir = '';
beforeEach(() => {
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
  expect(await runDoctor(PLACE)).toBe(1);
  expect(lines.filter((line) => line.includes('failed'))).toEqual([
    'CMS           This check failed: ADMIN_URL is "admin.table.example", which is not a URL like https://admin.example.com.',
  ]);
  expect(lines).toContain('Files         ok');
  expect(lines).toContain(
    'Site          The site does not answer: start it with `docker compose up --detach`; if it runs, look for an error in its log.',
  );
});
