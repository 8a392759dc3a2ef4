import { fileURLToPath } from 'node:url';
import { build, type Plugin } from '../../web/node_modules/vite/dist/node/index.js';
import type { PagePath } from './results.ts';
import { compressResource, type Resource } from './staticServer.ts';

const appPath = fileURLToPath(new URL('mountedAtOnce/app.jsx', import.meta.url));
const webEntryPath = fileURLToPath(new URL('../../web/index.html', import.meta.url));
const scriptPath = '/assets/app.js';

/** Resolves the app's packages from the site's node_modules. */
const resolveFromSite: Plugin = {
  name: 'resolve-from-site',
  enforce: 'pre',
  resolveId(source, importer) {
    return importer === appPath && !source.startsWith('.')
      ? this.resolve(source, webEntryPath, { skipSelf: true })
      : null;
  },
};

/** Builds the variant "at once": the floor's pages with a script that renders all required packages at once, and that script. */
export async function buildMountedAtOnce(
  pages: Record<PagePath, string>,
): Promise<{ pages: Record<PagePath, string>; script: [string, Resource] }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [resolveFromSite],
    build: { target: 'es2022', write: false, rollupOptions: { input: appPath } },
  });
  const outputs = [built].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  const code = outputs.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
  const styles = outputs.map((file) => (file.type === 'asset' ? file.source : '')).join('');
  const pagesWithScript = Object.entries(pages).map(([path, html]) => [
    path,
    html.replace(
      '</head>',
      `<style>${styles}</style><script type="module" src="${scriptPath}"></script></head>`,
    ),
  ]);
  return {
    pages: Object.fromEntries(pagesWithScript),
    script: [
      scriptPath,
      compressResource(code, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'),
    ],
  };
}
