// Runs a command as the leader of its own process group and ends the whole group when the parent process is gone. Without it,
// npm and its children (node-gyp, make, Vite) would keep running, because they do not watch the parent.
import { spawn } from 'node:child_process';

const STOP_TIMEOUT_MS = 5_000;

const [command = '', ...args] = process.argv.slice(2);
const signalOwnGroup = (/** @type {NodeJS.Signals} */ signal) => process.kill(-process.pid, signal);

// The whole group receives each signal; this process ignores it and exits after the command has exited.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.once('disconnect', () => {
  signalOwnGroup('SIGTERM');
  setTimeout(signalOwnGroup, STOP_TIMEOUT_MS, 'SIGKILL');
});

const child = spawn(command, args, { stdio: 'inherit' });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code) => {
  if (process.connected) process.exit(code ?? 1);
  else signalOwnGroup('SIGKILL');
});
