import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../tests/support/temporaryFolder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NEXT = '98.7.6';
const AFTER_NEXT = '98.8.0';
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
const { version: VERSION }: { version: string } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
const COPIED = [
  'package.json',
  'package-lock.json',
  'docker-compose.yml',
  'stack.yml',
  'CHANGELOG.md',
  'caddy',
  'cms/src/shared',
  'scripts',
];

const folder = createTemporaryFolder();

beforeEach(() => {
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  // The commits of the changelog are not in this repository.
  writeText('CHANGELOG.md', `# Changelog\n\n## ${VERSION} – 2026-01-02\n\n- The first change\n`);
  changeText('docker-compose.yml', /(?<=-caddy:)[\d.]+/, VERSION);
  changeText('stack.yml', /(?<=-caddy:)[\d.]+/, VERSION);
  // Recording a site and taking pictures take minutes.
  changeText('package.json', /(?<="fixture": ")[^"]+/, 'node -p process.env.npm_package_version >fixture');
  changeText('package.json', /(?<="pictures": ")[^"]+/, 'node -p process.env.npm_package_version >pictures');
  git('init', '--quiet', '--initial-branch=main');
  commitAll();
});

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env: ENV, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

function git(...args: string[]): string {
  const { status, output } = run('git', ...args);
  expect(status, output).toBe(0);
  return output.trim();
}

function commitAll() {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Everything');
}

const readText = (name: string) => readFileSync(join(folder, name), 'utf8');
const writeText = (name: string, text: string) => writeFileSync(join(folder, name), text);
function changeText(name: string, pattern: RegExp, replacement: string) {
  expect(readText(name)).toMatch(pattern);
  writeText(name, readText(name).replace(pattern, replacement));
}

/** Writes the section of a new version at the top of the changelog. */
const addSection = (version: string) =>
  changeText('CHANGELOG.md', /\n(?=\n## )/, `\n\n## ${version} – 2026-03-04\n\n- A change of ${version}\n`);
const release = (version: string) => run(process.execPath, 'scripts/release.mjs', version);
const checkVersion = () => run(process.execPath, 'scripts/checkVersion.mjs');
const VALID = { status: 0, output: '' };
const headings = () => readText('CHANGELOG.md').match(/^## .*$/gm);
/** The images that a Compose file names, without what is before their names. */
const imagesIn = (name: string) => readText(name).match(/(?<=-)(?:cms|web|caddy|offsite):[\d.]+/g);
const headCommit = () => git('rev-parse', '--short', 'HEAD');

test('a release is one commit with the new version, the commit of the previous one, and what npm run fixture and npm run pictures write', () => {
  const previous = headCommit();
  addSection(NEXT);
  const { status, output } = release(NEXT);
  expect(status, output).toBe(0);
  expect(git('log', '--format=%s')).toBe(`release: version ${NEXT}\nEverything`);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('diff', '--name-only', 'HEAD^').split('\n')).toEqual([
    'CHANGELOG.md',
    'docker-compose.yml',
    'fixture',
    'package-lock.json',
    'package.json',
    'pictures',
    'stack.yml',
  ]);
  expect(JSON.parse(readText('package.json')).version).toBe(NEXT);
  expect(JSON.parse(readText('package-lock.json')).packages[''].version).toBe(NEXT);
  expect(readText('docker-compose.yml')).toContain(`x-version: &version ${NEXT}\n`);
  expect(imagesIn('docker-compose.yml')?.sort()).toEqual([
    `caddy:${VERSION}`,
    `cms:${NEXT}`,
    `offsite:${NEXT}`,
    `web:${NEXT}`,
  ]);
  expect(imagesIn('stack.yml')?.sort()).toEqual([`caddy:${VERSION}`, `cms:${NEXT}`, `web:${NEXT}`]);
  expect(readText('fixture')).toBe(`${NEXT}\n`);
  expect(headings()).toEqual([`## ${NEXT} – 2026-03-04`, `## ${VERSION} – 2026-01-02 · ${previous}`]);
  expect(checkVersion()).toEqual(VALID);
  expect(run(process.execPath, 'scripts/printChangelog.mjs').output).toBe(`- A change of ${NEXT}\n`);
});

test('the next release names the release commit of this one, and gives Caddy its version if the folder caddy has changed', () => {
  addSection(NEXT);
  expect(release(NEXT)).toMatchObject({ status: 0 });
  const released = headCommit();
  appendFileSync(join(folder, 'caddy', 'Caddyfile'), '# A change\n');
  commitAll();
  addSection(AFTER_NEXT);
  expect(release(AFTER_NEXT)).toMatchObject({ status: 0 });
  expect(headings()?.slice(0, 2)).toEqual([
    `## ${AFTER_NEXT} – 2026-03-04`,
    `## ${NEXT} – 2026-03-04 · ${released}`,
  ]);
  for (const name of ['docker-compose.yml', 'stack.yml'])
    expect(imagesIn(name)).toContain(`caddy:${AFTER_NEXT}`);
});

test.each([
  ['CHANGELOG.md has no section for it', () => {}, `CHANGELOG.md has no section "## ${NEXT} – <date>"`],
  [
    'another file has changes',
    () => {
      addSection(NEXT);
      appendFileSync(join(folder, 'stack.yml'), '# A change\n');
    },
    'Commit these changes first:\nM stack.yml',
  ],
  [
    'npm run fixture fails',
    () => {
      changeText('package.json', /"fixture": "/, '$&exit 1; ');
      commitAll();
      addSection(NEXT);
    },
    'run fixture failed.',
  ],
])('a release changes nothing while %s', (_, prepare, message) => {
  prepare();
  const before = [git('status', '--porcelain'), git('diff'), headCommit()];
  const { status, output } = release(NEXT);
  expect(status).toBe(1);
  expect(output).toContain(message);
  expect([git('status', '--porcelain'), git('diff'), headCommit()]).toEqual(before);
});

test('npm run check finds a version that does not fit the others', () => {
  expect(checkVersion()).toEqual(VALID);
  for (const [name, pattern, replacement] of [
    ['docker-compose.yml', /(?<=&version )[\d.]+/, NEXT],
    ['docker-compose.yml', /(?<=-offsite:)[\d.]+/, NEXT],
    ['docker-compose.yml', /(?<=-caddy:)[\d.]+/, NEXT],
    ['package.json', /(?<="version": ")[\d.]+/, NEXT],
    ['CHANGELOG.md', /$/, '\n## 0.9.0 – 2026-01-01\n\n- Something\n'],
  ] as const) {
    const text = readText(name);
    changeText(name, pattern, replacement);
    expect(checkVersion(), `${name} with ${replacement}`).toMatchObject({ status: 1 });
    writeText(name, text);
  }
});
