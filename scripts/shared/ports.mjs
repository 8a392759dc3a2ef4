import { createServer } from 'node:net';
import { UserError } from './command.mjs';

/** @typedef {import('./settings.mjs').Address} Address */

/**
 * Makes sure that both ports can be had, before anything that takes long.
 * @param {import('./settings.mjs').Settings} settings
 * @throws {UserError} when one can't
 */
export async function checkPorts({ site, admin }) {
  await checkPort(site);
  await checkPort(admin);
}

/** @param {Address} address */
async function checkPort({ label, portName, host, port }) {
  const failure = await tryToListen(host, port);
  // Browsers try both of these for "localhost", so a stranger on either would be taken for us.
  const loopback = ['0.0.0.0', '::', '127.0.0.1', 'localhost'].includes(host) ? ['127.0.0.1', '::1'] : [];
  const failures = [failure, ...(await Promise.all(loopback.map((other) => tryToListen(other, port))))];
  if (failures.includes('EADDRINUSE')) {
    throw new UserError(`Port ${port} (${label}) is in use. Stop what uses it or set ${portName}.`);
  }
  if (failure) throw new UserError(`Can't listen on port ${port} of ${host} for ${label} (${failure}).`);
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>} the code of the error, if there was one
 */
function tryToListen(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code ?? error.message),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
