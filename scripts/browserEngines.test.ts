import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../tests/support/temporaryFolder.ts';

const folder = createTemporaryFolder();
/** Runs the command on a machine that only has the commands in the folder. */
const runTestBrowsers = (...args: string[]) =>
  spawnSync(process.execPath, ['tests/browsers/run.mjs', ...args], {
    encoding: 'utf8',
    env: { PATH: folder, HOME: folder, PLAYWRIGHT_BROWSERS_PATH: folder },
  });

test('npm run test:browsers names the missing system packages in one sentence, before it installs anything', () => {
  const { status, stdout, stderr } = runTestBrowsers();
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr.trim()).toBe(
    'Nothing was tested, because firefox-esr, webkit2gtk-driver, xvfb are not installed: on Debian, run "apt-get install firefox-esr webkit2gtk-driver xvfb"; elsewhere, run "npm ci && npx playwright install --with-deps firefox webkit".',
  );
});

test('npm run test:browsers names only what is missing', () => {
  for (const command of ['firefox', 'Xvfb']) writeFileSync(join(folder, command), '');
  expect(runTestBrowsers().stderr).toContain('because webkit2gtk-driver is not installed');
});
