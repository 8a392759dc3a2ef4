// Loaded into a process before its own code, so that it stops when the process that started it is gone, even if that was killed.
const stop = () => process.kill(process.pid, 'SIGTERM');
process.once('disconnect', stop);
// A program that has nothing left to do ends all the same.
process.channel?.unref();
if (!process.connected) stop();
