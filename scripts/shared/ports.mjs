import { createServer } from 'node:net';
import { UserError } from './command.mjs';

/** @typedef {import('./settings.mjs').Address} Address */

/** Host settings under which browsers can open the server as `localhost`. */
const LOCALHOST_HOSTS = ['0.0.0.0', '::', '127.0.0.1', 'localhost'];

/**
 * Checks that the ports of the site and of the admin are free, before any step that takes long.
 * @param {import('./settings.mjs').Settings} settings
 * @throws {UserError} when one is not
 */
export async function checkPorts({ site, admin }) {
  for (const address of [site, admin]) {
    const problem = await findPortProblem(address);
    if (problem) throw new UserError(problem);
  }
}

/**
 * Describes why this process can't listen on a port, and what to do.
 * @param {Address} address
 * @returns {Promise<string | undefined>} `undefined` when the port is free
 */
async function findPortProblem({ label, portName, host, port }) {
  const errorCode = await tryToListen(host, port);
  // Browsers try both addresses for "localhost": another server on either of them would answer in place of this one.
  const loopbackHosts = LOCALHOST_HOSTS.includes(host) ? ['127.0.0.1', '::1'] : [];
  const loopbackErrorCodes = await Promise.all(loopbackHosts.map((loopback) => tryToListen(loopback, port)));
  if ([errorCode, ...loopbackErrorCodes].includes('EADDRINUSE'))
    return `Port ${port} (${label}) is in use. Stop the program that uses it, or set ${portName}.`;
  return errorCode && `Can't listen on port ${port} of ${host} for ${label} (${errorCode}).`;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>} the code of the error, or `undefined` when the port is free
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
