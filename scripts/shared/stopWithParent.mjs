// Loaded into each part before its own code: the part stops when the starter is gone, however early and however that went.
const stop = () => process.kill(process.pid, 'SIGTERM');
process.once('disconnect', stop);
if (!process.connected) stop();
