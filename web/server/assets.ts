import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PageAssets } from '../src/entry-server.tsx';
import type { CompressedBodies } from './compression.ts';
import { CROSS_ORIGIN, type EncodedResponse, encodeResponse, IMMUTABLE } from './encodedResponse.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface ManifestEntry {
  file: string;
  src?: string;
}

/**
 * Reads the text of the style sheet and the URL path of the script, with the help of the build manifest.
 * @throws Error when the application is not built
 */
export function readPageAssets(clientFolder: string): PageAssets {
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    readFileSync(join(clientFolder, '.vite', 'manifest.json'), 'utf8'),
  );
  const entries = Object.values(manifest);
  const script = entries.find(({ src }) => src === 'src/loadApp.ts')?.file;
  const styleSheet = entries.find(({ file }) => file.endsWith('.css'))?.file;
  if (!script || !styleSheet) throw new Error('the built application has no script or no style sheet');
  return { styles: readFileSync(join(clientFolder, styleSheet), 'utf8'), script: `/${script}` };
}

/** Reads what the build has compressed of a file; `undefined` for a file of the public folder, which is not compressed. */
async function readCompressed(file: string): Promise<CompressedBodies | undefined> {
  const bodies = Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)]);
  return bodies.then(
    ([br, gzip]) => ({ br, gzip }),
    () => undefined,
  );
}

/**
 * Prepares a response for every file of the built application.
 * @returns the responses by URL path
 * @throws Error when a file has a type that is not in `TYPES`
 */
export async function prepareAssets(clientFolder: string): Promise<Map<string, EncodedResponse>> {
  const files = (await readdir(clientFolder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name) && !entry.parentPath.endsWith('.vite'),
  );
  const assets = files.map(async ({ name, parentPath }) => {
    const type = TYPES[extname(name)];
    if (!type) throw new Error(`${name} has a file extension without a media type`);
    const file = join(parentPath, name);
    const path = file.slice(clientFolder.length).replaceAll('\\', '/');
    const headers = {
      // Their names contain a hash of their content.
      ...(path.startsWith('/assets/') ? IMMUTABLE : { 'cache-control': 'no-cache' }),
      ...(type.startsWith('image/') && CROSS_ORIGIN),
    };
    const [body, compressed] = [await readFile(file), await readCompressed(file)];
    return [path, await encodeResponse(body, type, headers, 200, compressed)] as const;
  });
  return new Map(await Promise.all(assets));
}
