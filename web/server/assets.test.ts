import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { prepareAssets, readPageAssets } from './assets.ts';

const folder = createTemporaryFolder();

/** Writes the files of a built application. */
function build(files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

const writeManifest = (...entries: { file: string; src?: string }[]) =>
  build({ '.vite/manifest.json': JSON.stringify(Object.fromEntries(entries.entries())) });

const SCRIPT = { file: 'assets/loadApp-a1.js', src: 'src/loadApp.ts' };
const STYLES = { file: 'assets/style-b2.css', src: 'style.css' };

test('finds the script and the style sheet of the application among all files of the manifest', () => {
  writeManifest(
    { file: 'assets/menu-c3.js', src: 'src/pages/Menu.tsx' },
    { file: 'assets/d4.woff2' },
    STYLES,
    SCRIPT,
  );
  build({ 'assets/style-b2.css': 'main { color: red }' });
  expect(readPageAssets(folder)).toEqual({
    script: '/assets/loadApp-a1.js',
    styles: 'main { color: red }',
  });
});

test.each([
  ['script', [STYLES]],
  ['style sheet', [SCRIPT]],
])('rejects a build without a %s', (_, entries) => {
  build({ 'assets/style-b2.css': '' });
  writeManifest(...entries);
  expect(() => readPageAssets(folder)).toThrow('the built application has no script or no style sheet');
});

const listContentTypes = async () =>
  Object.fromEntries(
    [...(await prepareAssets(folder))].map(([path, { bodies }]) => [
      path,
      bodies.identity.headers['content-type'],
    ]),
  );

test('prepares every file of the build with its media type, except hidden files and the manifest', async () => {
  writeManifest(SCRIPT);
  build({
    'assets/a.js': '',
    'assets/a.css': 'main { color: red }',
    'assets/fonts/a.woff2': '',
    'icon.png': '',
    'favicon.svg': '',
    '.DS_Store': '',
    'assets/.gitkeep': '',
  });
  expect(await listContentTypes()).toEqual({
    '/assets/a.js': 'text/javascript; charset=utf-8',
    '/assets/a.css': 'text/css; charset=utf-8',
    '/assets/fonts/a.woff2': 'font/woff2',
    '/icon.png': 'image/png',
    '/favicon.svg': 'image/svg+xml',
  });
  const styles = (await prepareAssets(folder)).get('/assets/a.css');
  expect([styles?.status, styles?.bodies.identity.bytes.toString()]).toEqual([200, 'main { color: red }']);
});

test.each(['data.json', 'README'])('rejects %s, which has no media type here', async (name) => {
  build({ [name]: '' });
  await expect(prepareAssets(folder)).rejects.toThrow(`${name} has a file extension without a media type`);
});
