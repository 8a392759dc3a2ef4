// Loaded into the CMS and the site before their own code, so that they stop when the process that started them is gone, even
// if that process was killed.
const stop = () => process.kill(process.pid, 'SIGTERM');
process.once('disconnect', stop);
if (!process.connected) stop();
