import { fileURLToPath } from 'node:url';
import { build } from '../../web/node_modules/vite/dist/node/index.js';
import { queries } from '../../web/src/content/queries.ts';
import { compress, fetchResource, type Resources } from './memoryServer.ts';
import { pagePaths } from './results.ts';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
/** Builds the site's components with Vite's default settings; returns the files by URL path. */
async function buildWithVite(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({ root: WEB, configFile: false, logLevel: 'error', build: { write: false } });
  const files = [built].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  return new Map(files.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
}

/** Builds the site's components as an SPA that renders in an empty document and then fetches the CMS's responses. */
export async function buildSpa(cms: string): Promise<Resources> {
  const files = await buildWithVite();
  const resources: Resources = new Map();
  for (const [path, content] of files) resources.set(path, compress(content, path));
  for (const path of pagePaths) resources.set(path, compress(files.get('/index.html') ?? '', 'index.html'));
  for (const { path, query } of Object.values(queries)) {
    const { body } = await fetchResource(`${cms}${path}?${query}`);
    resources.set(path, compress(body, 'response.json'));
  }
  return resources;
}
