import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { FOREVER, type Prepared, prepare, SHARED } from './prepared.ts';

const client = join(import.meta.dirname, '..', 'client');

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

/** What a page's document needs of the built application. */
export interface PageAssets {
  styles: string;
  /** Address of the script that loads the application. */
  script: string;
}

/** @throws Error when the application is not built */
export function readPageAssets(): PageAssets {
  const manifest = Object.values(
    JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8')) as Record<string, ManifestEntry>,
  );
  const script = manifest.find(({ src }) => src === 'src/loadApp.ts')?.file;
  const sheet = manifest.find(({ file }) => file.endsWith('.css'))?.file;
  if (!script || !sheet) throw new Error('the built application has no script or no style sheet');
  return { styles: readFileSync(join(client, sheet), 'utf8'), script: `/${script}` };
}

/**
 * Every file of the built application, ready to be sent, by its address.
 * @throws Error when one has a type that is not in the table
 */
export async function prepareAssets(): Promise<Map<string, Prepared>> {
  const files = (await readdir(client, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.parentPath.endsWith('.vite'),
  );
  const prepared = files.map(async ({ name, parentPath }) => {
    const type = TYPES[extname(name)];
    if (!type) throw new Error(`there is no type for ${name}`);
    const path = join(parentPath, name);
    const address = path.slice(client.length).replaceAll('\\', '/');
    const headers = {
      ...(address.startsWith('/assets/') ? FOREVER : { 'cache-control': 'no-cache' }),
      ...(type.startsWith('image/') && SHARED),
    };
    return [address, await prepare(await readFile(path), type, headers)] as const;
  });
  return new Map(await Promise.all(prepared));
}
