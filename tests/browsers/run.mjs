// `npm run test:browsers`: runs the tests of tests/browsers in Chromium, Firefox and WebKit.
// `npm run test:browsers -- webkit` runs them in one engine.

import { exitCodeForSignal, onStopRequest, runCommand, UserError } from '../../scripts/shared/command.mjs';
import { CMS, prepareProjects, TOOLS, WEB } from '../../scripts/shared/prepare.mjs';
import { stopSteps } from '../../scripts/shared/steps.mjs';
import { findBrowserEngines } from '../support/browserEngines.mjs';
import { findChromium } from '../support/chromium.mjs';
import { runPlaywright } from '../support/playwright.mjs';

const ENGINES = ['chromium', 'firefox', 'webkit'];

await runCommand(async () => {
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));
  const engines = process.argv.slice(2);
  if (!engines.every((name) => ENGINES.includes(name)))
    throw new UserError(`Usage: npm run test:browsers [-- ${ENGINES.join('|')}]`);
  // Before the steps that take minutes.
  Object.assign(process.env, findBrowserEngines());

  await prepareProjects([TOOLS]);
  const chromium = await findChromium();
  console.log(
    `Using the browsers ${chromium}, ${describeBrowser('FIREFOX_PATH')} and ${describeBrowser('WEBKIT_DRIVER_PATH')}`,
  );
  await prepareProjects([CMS, WEB]);
  console.log('Running the tests in each engine');
  if (!process.env.WEBKIT_DRIVER_PATH)
    console.log(
      'Without the tests of large text in WebKit: only the one of webkit2gtk-driver can change it.',
    );
  const { passed, failed, summary } = await runPlaywright(
    chromium,
    '--config=tests/browsers',
    ...engines.map((name) => `--project=${name}`),
  );
  console.log(`\nBrowsers   ${summary}\n${passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
});

/** @param {'FIREFOX_PATH' | 'WEBKIT_DRIVER_PATH'} variable */
function describeBrowser(variable) {
  return process.env[variable] || "Playwright's own build";
}
