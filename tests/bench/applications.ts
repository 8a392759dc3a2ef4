import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from '../../web/node_modules/vite/dist/node/index.js';
import { queries } from '../../web/src/content/queries.ts';
import { compress, fetchResource, type Resources } from './memoryServer.ts';
import { type PagePath, pagePaths } from './results.ts';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const { dependencies }: { dependencies: Record<string, string> } = createRequire(import.meta.url)(
  '../../web/package.json',
);

/** Builds an entry with the site's packages and Vite's default settings; returns the files by URL path. */
async function buildWithVite(input: string): Promise<Map<string, string | Uint8Array>> {
  const built = await build({
    root: WEB,
    configFile: false,
    logLevel: 'error',
    // Resolves the packages from web/, also for an entry outside of it.
    resolve: { dedupe: Object.keys(dependencies) },
    build: { write: false, rolldownOptions: { input } },
  });
  const files = [built].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  return new Map(files.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
}

/**
 * Builds the ordinary SPA: the site's own components and packages, rendered by the browser in an empty document. Its content
 * is the CMS's responses to the site's queries, which it fetches after it has started.
 */
export async function buildSpa(cms: string): Promise<Resources> {
  const files = await buildWithVite('index.html');
  const resources: Resources = new Map();
  for (const [path, content] of files) resources.set(path, compress(content, path));
  for (const path of pagePaths) resources.set(path, compress(files.get('/index.html') ?? '', 'index.html'));
  for (const { path, query } of Object.values(queries)) {
    const { body } = await fetchResource(`${cms}${path}?${query}`);
    resources.set(path, compress(body, 'response.json'));
  }
  return resources;
}

/** Builds the synchronous render: the static pages with a script that renders all packages in one synchronous step. */
export async function buildSynchronousRender(staticPages: Record<PagePath, string>): Promise<Resources> {
  const files = await buildWithVite(fileURLToPath(new URL('synchronousRender.jsx', import.meta.url)));
  const resources: Resources = new Map();
  for (const [path, content] of files) resources.set(path, compress(content, path));
  const [script] = [...files.keys()].filter((path) => path.endsWith('.js'));
  const styles = [...files].map(([path, content]) => (path.endsWith('.css') ? content : '')).join('');
  const head = `<style>${styles}</style><script type="module" src="${script}"></script></head>`;
  for (const path of pagePaths)
    resources.set(
      path,
      compress(
        staticPages[path].replace('</head>', () => head),
        'index.html',
      ),
    );
  return resources;
}
