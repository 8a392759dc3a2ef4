import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PageAssets } from '../src/Document.tsx';
import type { CompressedBodies } from './compression.ts';
import { PageStyles } from './pageStyles.ts';
import { CROSS_ORIGIN, IMMUTABLE, type PreparedResponse, prepareResponse } from './preparedResponse.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** What pages need of the built application: the URL paths of files, and the rules of style sheets. */
export interface BuiltAssets extends PageAssets {
  styles: PageStyles;
}

/** What the build manifest says of a source file: the built file, and the style sheets of a script. */
interface ManifestEntry {
  file: string;
  css?: string[];
}

/**
 * Reads the application's style sheets and the URL paths of its files, with the help of the build manifest.
 * @throws Error when the application is not built
 */
export function readPageAssets(clientFolder: string): BuiltAssets {
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    readFileSync(join(clientFolder, '.vite', 'manifest.json'), 'utf8'),
  );
  const script = manifest['src/loadApp.ts']?.file;
  const base = manifest['src/site.css']?.file;
  const [components] = manifest['src/App.tsx']?.css ?? [];
  if (!script || !base || !components)
    throw new Error('the built application has no script or no style sheet');
  const read = (file: string) => readFileSync(join(clientFolder, file), 'utf8');
  return {
    script: `/${script}`,
    styleSheet: `/${components}`,
    styles: new PageStyles(read(base), read(components)),
  };
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
export async function prepareAssets(clientFolder: string): Promise<Map<string, PreparedResponse>> {
  const files = (await readdir(clientFolder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name) && !entry.parentPath.endsWith('.vite'),
  );
  const assets = files.map(async ({ name, parentPath }) => {
    const type = TYPES[extname(name)];
    if (!type) throw new Error(`${name} has a file extension without a media type`);
    const file = join(parentPath, name);
    const path = file.slice(clientFolder.length).replaceAll('\\', '/');
    const headers = {
      ...(path.startsWith('/assets/') ? IMMUTABLE : { 'cache-control': 'no-cache' }),
      ...(type.startsWith('image/') && CROSS_ORIGIN),
    };
    const [body, compressed] = [await readFile(file), await readCompressed(file)];
    return [path, await prepareResponse(body, type, headers, 200, compressed)] as const;
  });
  return new Map(await Promise.all(assets));
}
