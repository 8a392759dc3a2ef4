// `node scripts/run.mjs FILE [ARGUMENTS]`: runs a file of the repository with a supported Node: the one that runs this, or else one
// that is installed in the repository's folder. It and its imports use no syntax and no named import that Node 18 does not have.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand, UserError } from './shared/command.mjs';
import { installNode, isSupportedNode } from './shared/installNode.mjs';
import { runNode } from './shared/runNode.mjs';
import { ROOT } from './shared/settings.mjs';

const [path = '', ...args] = process.argv.slice(2);
const file = join(ROOT, path);
if (existsSync(file) && isSupportedNode(process.versions.node)) {
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else {
  await runCommand(async () => {
    if (!existsSync(file))
      throw new UserError(`${file} is missing: run npm run check, which installs packages.`);
    const node = await installNode();
    // Programs that begin with `#!/usr/bin/env node` find it first.
    const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
    return runNode(node, [file, ...args], { env });
  });
}
