// Loaded into a process before its own code, so that it stops when the process that started it is gone, even if that was killed.
import { isMainThread } from 'node:worker_threads';

const stop = () => process.kill(process.pid, 'SIGTERM');

// Its threads load this file too.
if (isMainThread) {
  // Processes that this one forks would load it as well.
  process.execArgv.splice(process.execArgv.indexOf(import.meta.url) - 1, 2);
  process.once('disconnect', stop);
  // A program that has nothing left to do ends all the same.
  process.channel?.unref();
  if (!process.connected) stop();
}
