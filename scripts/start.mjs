// `npm start`: installs, builds and runs the CMS and the site until a signal stops them.
import { exitCodeForSignal, onStopRequest, runCommand } from './shared/command.mjs';
import { checkPorts } from './shared/ports.mjs';
import { CMS, prepareProjects, WEB } from './shared/prepare.mjs';
import { startJsonLogs } from './shared/processOutput.mjs';
import { readSettings } from './shared/settings.mjs';
import { Stack } from './shared/stack.mjs';
import { stopSteps } from './shared/steps.mjs';

await runCommand(async () => {
  /** @type {(signal: import('./shared/command.mjs').StopSignal) => void} */
  let stop = (signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal)));
  onStopRequest((signal) => stop(signal));

  const settings = readSettings();
  // The CMS and the site end the start when the setting has another value that they don't know.
  if (settings.env.LOG_FORMAT?.trim() === 'json') startJsonLogs();
  await checkPorts(settings);
  await prepareProjects([CMS, WEB]);
  console.log('Starting the CMS and the site');
  const stack = new Stack(settings);
  stop = () => stack.end('stop requested');
  return stack.run();
});
