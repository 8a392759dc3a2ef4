// doctor.spec.ts preloads this into the doctor: names below table.test lead to this machine, and no other name exists, so that
// no test uses the DNS.
const dns = require('node:dns');
const { isIP } = require('node:net');

const KNOWN = /^((www\.|admin\.)?table\.test)$/;
const ADDRESS = { address: '127.0.0.1', family: 4 };

const { lookup } = dns;
const lookupPromise = dns.promises.lookup;

/** Addresses and this machine's own name are looked up as usual. */
const isLocal = (/** @type {string} */ name) => name === 'localhost' || isIP(name) !== 0;
const notFound = (/** @type {string} */ name) =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', hostname: name });

Object.assign(dns.promises, {
  lookup: async (/** @type {string} */ name, /** @type {object} */ options) => {
    if (isLocal(name)) return lookupPromise(name, options);
    if (!KNOWN.test(name)) throw notFound(name);
    return ADDRESS;
  },
});
Object.assign(dns, {
  lookup: (/** @type {string} */ name, /** @type {[{ all?: boolean }, () => void]} */ ...args) => {
    if (isLocal(name)) return Reflect.apply(lookup, dns, [name, ...args]);
    const [options, callback] = args;
    if (!KNOWN.test(name)) process.nextTick(callback, notFound(name));
    else if (options.all) process.nextTick(callback, null, [ADDRESS]);
    else process.nextTick(callback, null, ADDRESS.address, ADDRESS.family);
  },
});
