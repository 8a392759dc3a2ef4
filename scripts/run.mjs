// `node scripts/run.mjs FILE [ARGUMENTS]`: runs a file of the repository with a supported Node: the one that runs this, or else one
// that is installed in the repository's folder. This file and its imports must run on Node 18: no newer syntax, no newer named imports.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand, UserError } from './shared/command.mjs';
import { installNode, isSupportedNode } from './shared/installNode.mjs';
import { ROOT } from './shared/project.mjs';
import { runNode } from './shared/runNode.mjs';

const [name = '', ...args] = process.argv.slice(2);
const file = join(ROOT, name);
if (existsSync(file) && isSupportedNode(process.versions.node)) {
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else {
  await runCommand(async () => {
    if (!existsSync(file))
      throw new UserError(`${file} is missing: run npm run check, which installs packages.`);
    const node = await installNode();
    const env = {
      // As the Node of Debian does, which it may replace.
      NODE_USE_SYSTEM_CA: '1',
      ...process.env,
      // Programs that begin with `#!/usr/bin/env node` find it first.
      PATH: [dirname(node), process.env.PATH].filter(Boolean).join(delimiter),
    };
    return runNode(node, [file, ...args], { env }).catch((error) => {
      throw new UserError(
        `${node} does not start (${error.message}): delete it, and run this command again.`,
      );
    });
  });
}
