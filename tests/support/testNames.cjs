// doctor.spec.ts preloads this into the doctor: the name of its proxy leads to this machine, and no other name exists, so that no
// test uses the DNS.
const dns = require('node:dns');
const { isIP } = require('node:net');

const { lookup } = dns;

/** Addresses and this machine's own name are looked up as usual. */
const isLocal = (/** @type {string} */ name) => name === 'localhost' || isIP(name) !== 0;

Object.assign(dns, {
  lookup: (/** @type {string} */ name, /** @type {[{ all?: boolean }, () => void]} */ ...args) => {
    if (isLocal(name)) return Reflect.apply(lookup, dns, [name, ...args]);
    const [options, callback] = args;
    const notFound = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    if (name !== 'admin.table.test') process.nextTick(callback, notFound);
    else if (options.all) process.nextTick(callback, null, [{ address: '127.0.0.1', family: 4 }]);
    else process.nextTick(callback, null, '127.0.0.1', 4);
  },
});
