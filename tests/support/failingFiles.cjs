// Loaded into commands by backup.spec.ts: a file operation whose name and paths match FAILING_FILES fails, as on a bad disk.
const promises = require('node:fs/promises');

const failing = new RegExp(process.env.FAILING_FILES ?? '$^');

for (const name of /** @type {const} */ (['copyFile', 'rename', 'rm'])) {
  const original = promises[name];
  const replacement = async (/** @type {unknown[]} */ ...args) => {
    if (failing.test([name, ...args].join(' ')))
      throw Object.assign(new Error(`EIO: i/o error, ${name} '${args[0]}'`), { code: 'EIO', syscall: name });
    return Reflect.apply(original, promises, args);
  };
  Object.assign(promises, { [name]: replacement });
}
