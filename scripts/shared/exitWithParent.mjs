// Runs a command at the head of its own process group, and takes the whole group down when the process that asked for it is gone.
// npm and what it runs (node-gyp, make, Vite) know nothing of their grandparent and would run on.
import { spawn } from 'node:child_process';

const GRACE = 5_000;

const [command = '', ...args] = process.argv.slice(2);
const signalGroup = (/** @type {NodeJS.Signals} */ signal) => process.kill(-process.pid, signal);

// The group is signaled as one: this process stays until the command has ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.once('disconnect', () => {
  signalGroup('SIGTERM');
  setTimeout(signalGroup, GRACE, 'SIGKILL');
});

const child = spawn(command, args, { stdio: 'inherit' });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code) => {
  if (process.connected) process.exit(code ?? 1);
  else signalGroup('SIGKILL');
});
