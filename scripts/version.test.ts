import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NEXT = '98.7.6';
const ENV = {
  ...process.env,
  FORCE_COLOR: undefined,
  npm_config_update_notifier: 'false',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@test.example',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@test.example',
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'version-'));
  for (const name of ['package.json', 'package-lock.json', 'docker-compose.yml', 'scripts'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  git('init', '--quiet');
  commitAll();
});

afterEach(() => rmSync(folder, { recursive: true }));

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env: ENV, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

function git(...args: string[]): string {
  const { status, output } = run('git', ...args);
  expect(status, output).toBe(0);
  return output;
}

function commitAll() {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Everything');
}

const readText = (name: string) => readFileSync(join(folder, name), 'utf8');
const checkVersions = () => run(process.execPath, 'scripts/version.mjs');

test('npm version changes nothing while CHANGELOG.md has no section for the new version', () => {
  writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n## ${NEXT}1\n\n### ${NEXT}\n`);
  commitAll();
  const { status, output } = run('npm', 'version', NEXT);
  expect(status).toBe(1);
  expect(output).toContain(`CHANGELOG.md has no section "## ${NEXT}": write it first.`);
  expect(git('status', '--porcelain')).toBe('');
});

test('npm version commits the new version in package.json and docker-compose.yml', () => {
  writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n## ${NEXT}\n\n- A change\n`);
  commitAll();
  const { status, output } = run('npm', 'version', NEXT);
  expect(status, output).toBe(0);
  expect(JSON.parse(readText('package.json')).version).toBe(NEXT);
  expect(readText('docker-compose.yml').match(/^x-version: .*$/gm)).toEqual([`x-version: &version ${NEXT}`]);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe(`v${NEXT}\n`);
  expect(checkVersions()).toEqual({ status: 0, output: '' });
});

test('the version check fails when docker-compose.yml has another version than package.json', () => {
  expect(checkVersions()).toEqual({ status: 0, output: '' });
  const changed = readText('docker-compose.yml').replace(/^x-version: .*$/m, `x-version: &version ${NEXT}`);
  writeFileSync(join(folder, 'docker-compose.yml'), changed);
  expect(checkVersions()).toMatchObject({ status: 1 });
});
