// The tests must pass whatever else runs on this machine: in the test run's workers, and in every Node process that they start,
// a connection to a port that no process of the run has opened, or to another machine, fails and fails the test. A test can also
// record what is not refused.
const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const dns = require('node:dns');
const { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { isIP, Server, Socket } = require('node:net');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');

const LOCAL = /^(localhost|127\.[\d.]+|::1|\[::1\])$/;

/** The folder that all processes of the run share: an empty file for each open port, and what each worker tests and was refused. */
const folder = () => process.env.TEST_CONNECTIONS ?? '';
/** A file of this worker or, in a process that it has started, of that worker. */
const workerFile = (/** @type {string} */ name) =>
  join(folder(), `${name}-${process.env.TEST_WORKER_INDEX ?? process.env.VITEST_WORKER_ID ?? 'main'}`);
const readIfExists = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Whether the connections of this run are guarded. */
const isGuarded = () => folder() !== '';

/** Guards the workers and processes that this process starts from now on. */
function guardConnections() {
  const created = mkdtempSync(join(tmpdir(), 'test-connections-'));
  process.once('exit', () => rmSync(created, { recursive: true, force: true }));
  process.env.TEST_CONNECTIONS = created;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(__filename)}`;
}

/** Allows connections to a port of this machine; the ports of guarded processes are allowed once they listen. */
function allowPort(/** @type {number | string} */ port) {
  if (isGuarded()) writeFileSync(join(folder(), String(port)), '');
}

/** Whether tests may connect to a port of a host. */
function isAllowed(/** @type {string} */ host, /** @type {number | string} */ port) {
  return !isGuarded() || (LOCAL.test(host) && existsSync(join(folder(), String(port))));
}

/** Names the test that makes the connections of this worker from now on. */
function setCurrentTest(/** @type {string} */ name) {
  if (isGuarded()) writeFileSync(workerFile('test'), name);
}

/** Records a connection that was refused, and returns its error. */
function refuseConnection(/** @type {string} */ target) {
  const test = readIfExists(workerFile('test')) || 'a hook before the first test';
  const message = `“${test}” must not connect to ${target}, which no test has opened`;
  appendFileSync(workerFile('refused'), `${message}\n`);
  return Object.assign(new Error(message), { code: 'ERR_REFUSED_BY_TEST' });
}

/** Returns what was refused to this worker and its processes since the last call. */
function takeRefusedConnections() {
  if (!isGuarded()) return [];
  const file = workerFile('refused');
  const refused = readIfExists(file).split('\n').filter(Boolean);
  rmSync(file, { force: true });
  return refused;
}

/**
 * Records what this process connects to, or which program it starts, in the file TEST_CONNECTION_LOG, if the test wants to know.
 * A program that is not guarded opens connections of its own.
 */
function record(/** @type {string} */ target) {
  const { TEST_CONNECTION_LOG } = process.env;
  if (!TEST_CONNECTION_LOG) return;
  const script = relative(join(__dirname, '..', '..'), process.argv[1] ?? 'a script');
  appendFileSync(TEST_CONNECTION_LOG, `${JSON.stringify({ script, target })}\n`);
}

/** Replaces what opens connections and starts programs in this process. */
function guardThisProcess() {
  guardStreams();
  guardNames();
  guardDatagrams();
  recordPrograms();
  // For modules that import single functions.
  syncBuiltinESMExports();
}

/** Refuses and records connections, and allows them to the ports on which this process listens. */
function guardStreams() {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (/** @type {unknown[]} */ ...args) {
    // Node passes on arguments that it has parsed as an array.
    const [target, ...rest] = Array.isArray(args[0]) ? args[0] : args;
    const isPath = typeof target === 'string' && Number.isNaN(Number(target));
    const host = typeof rest[0] === 'string' ? rest[0] : undefined;
    const options = typeof target === 'object' ? target : isPath ? { path: target } : { port: target, host };
    const name = options.host || 'localhost';
    // The name of another machine is refused when it is looked up.
    const isName = !isIP(name) && !LOCAL.test(name);
    if (options.path || isName || isAllowed(name, options.port)) {
      if (!isName) record(options.path ?? `${name}:${options.port}`);
      return Reflect.apply(connect, this, args);
    }
    const error = refuseConnection(`${name}:${options.port}`);
    const lookup = (
      /** @type {unknown} */ _name,
      /** @type {unknown} */ _options,
      /** @type {(error: Error) => void} */ done,
    ) => done(error);
    // Fails as a name that can't be looked up does, so that each caller handles it as a failed connection.
    const callback = rest.findLast((/** @type {unknown} */ value) => typeof value === 'function');
    return Reflect.apply(connect, this, [{ ...options, host: 'refused', lookup }, callback]);
  };

  const { listen } = Server.prototype;
  Server.prototype.listen = function (/** @type {unknown[]} */ ...args) {
    this.prependOnceListener('listening', () => {
      const address = this.address();
      if (address && typeof address === 'object') allowPort(address.port);
    });
    return Reflect.apply(listen, this, args);
  };
}

/** Refuses to look up the names of other machines, with the system's functions or from a DNS server. */
function guardNames() {
  const { lookup } = dns;
  const lookupPromise = dns.promises.lookup;
  const isOwn = (/** @type {string} */ name) => !name || isIP(name) !== 0 || LOCAL.test(name);
  Object.assign(dns, {
    lookup: (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) => {
      if (isOwn(name)) return Reflect.apply(lookup, dns, [name, ...rest]);
      const done = rest.at(-1);
      if (typeof done === 'function') process.nextTick(done, refuseConnection(name));
    },
  });
  Object.assign(dns.promises, {
    lookup: async (/** @type {string} */ name, /** @type {import('node:dns').LookupOptions} */ options) => {
      if (isOwn(name)) return lookupPromise(name, options);
      throw refuseConnection(name);
    },
  });
  for (const owner of [dns, dns.Resolver.prototype, dns.promises, dns.promises.Resolver.prototype]) {
    const queries = Object.getOwnPropertyNames(owner).filter((name) =>
      /^(resolve|reverse|lookupS)/.test(name),
    );
    const refuse = (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) => {
      const done = rest.at(-1);
      const error = refuseConnection(name);
      if (typeof done === 'function') process.nextTick(done, error);
      else return Promise.reject(error);
    };
    Object.assign(owner, Object.fromEntries(queries.map((query) => [query, refuse])));
  }
}

/** Refuses all UDP packets, also to this machine: no test sends any. */
function guardDatagrams() {
  const isAddress = (/** @type {unknown} */ value) => typeof value === 'number' || typeof value === 'string';
  Object.assign(dgram.Socket.prototype, {
    connect: (/** @type {unknown[]} */ ...address) => {
      throw refuseConnection(`UDP ${address.filter(isAddress).join(' ')}`);
    },
    send: (/** @type {unknown} */ _packet, /** @type {unknown[]} */ ...address) => {
      throw refuseConnection(`UDP ${address.filter(isAddress).join(' ')}`);
    },
  });
}

/** Records the programs that this process starts. */
function recordPrograms() {
  const spawn = Reflect.get(childProcess.ChildProcess.prototype, 'spawn');
  Object.assign(childProcess.ChildProcess.prototype, {
    spawn(/** @type {{ file: string }} */ options) {
      record(options.file);
      return Reflect.apply(spawn, this, [options]);
    },
  });
  for (const name of /** @type {const} */ (['spawnSync', 'execFileSync', 'execSync'])) {
    const start = childProcess[name];
    Object.assign(childProcess, {
      [name]: (/** @type {string} */ program, /** @type {unknown[]} */ ...rest) => {
        record(program);
        return Reflect.apply(start, childProcess, [program, ...rest]);
      },
    });
  }
}

if (isGuarded()) guardThisProcess();

module.exports = {
  isGuarded,
  guardConnections,
  allowPort,
  isAllowed,
  setCurrentTest,
  refuseConnection,
  takeRefusedConnections,
};
