import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { CMS, WEB } from './shared/prepare.mjs';
import { ROOT } from './shared/project.mjs';

const [folder = ''] = WEB.alsoBuiltFrom ?? [];
const path = relative(ROOT, folder);

// These files can't read the path from web/package.json.
test.each([
  ['biome.jsonc', /cms\/src\/\w+/g, path],
  ['web/Dockerfile.dockerignore', /^!cms.*$/gm, `!${path}`],
  ['compose.dev.yml', /\S+:\/app\/cms\/.*$/gm, `./${path}:/app/${path}`],
  ['cms/tsconfig.json', /src\/[\w/]+\/package\.json/g, `${relative(CMS.folder, folder)}/package.json`],
])('%s has the path of the shared folder that web/package.json has', (file, mention, expected) => {
  const mentions = readFileSync(join(ROOT, file), 'utf8').match(mention);
  expect([...new Set(mentions)]).toEqual([expected]);
});
