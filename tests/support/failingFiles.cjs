// backup.spec.ts preloads this into the scripts: a file operation whose name and paths match TEST_FAILING_FILES fails with EIO.
const promises = require('node:fs/promises');

const failingOperations = new RegExp(process.env.TEST_FAILING_FILES ?? '$^');

for (const name of /** @type {const} */ (['copyFile', 'rename', 'rm'])) {
  const original = promises[name];
  const replacement = async (/** @type {unknown[]} */ ...args) => {
    if (failingOperations.test([name, ...args].join(' ')))
      throw Object.assign(new Error(`EIO: i/o error, ${name} '${args[0]}'`), { code: 'EIO', syscall: name });
    return Reflect.apply(original, promises, args);
  };
  Object.assign(promises, { [name]: replacement });
}
