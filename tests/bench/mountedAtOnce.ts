import { fileURLToPath } from 'node:url';
import { build, type Plugin } from '../../web/node_modules/vite/dist/node/index.js';
import type { PagePath } from './results.ts';
import { compressed, type Resource } from './staticServer.ts';

const app = fileURLToPath(new URL('mountedAtOnce/app.jsx', import.meta.url));
const inWeb = fileURLToPath(new URL('../../web/index.html', import.meta.url));
const scriptPath = '/assets/app.js';

/** Finds the packages where the site has them. */
const packagesOfTheSite: Plugin = {
  name: 'packages-of-the-site',
  enforce: 'pre',
  resolveId(source, importer) {
    return importer === app && !source.startsWith('.')
      ? this.resolve(source, inWeb, { skipSelf: true })
      : null;
  },
};

/** The floor with all required packages mounted at once: its pages with the script, and the script. */
export async function mountAtOnce(
  pages: Record<PagePath, string>,
): Promise<{ pages: Record<PagePath, string>; script: [string, Resource] }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [packagesOfTheSite],
    build: { target: 'es2022', write: false, rollupOptions: { input: app } },
  });
  const outputs = [built].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  const code = outputs.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
  const styles = outputs.map((file) => (file.type === 'asset' ? file.source : '')).join('');
  const withScript = Object.entries(pages).map(([path, html]) => [
    path,
    html.replace(
      '</head>',
      `<style>${styles}</style><script type="module" src="${scriptPath}"></script></head>`,
    ),
  ]);
  return {
    pages: Object.fromEntries(withScript),
    script: [
      scriptPath,
      compressed(code, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'),
    ],
  };
}
