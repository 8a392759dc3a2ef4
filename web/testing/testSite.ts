import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { expect, onTestFinished, vi } from 'vitest';
import { createSeedResponse } from '../../tests/support/seedContent.ts';
import { createServer } from '../server/createServer.ts';
import { readSettings } from '../server/settings.ts';
import { queries } from '../src/content/queries.ts';

const { JSDOM }: { JSDOM: new (html: string) => { window: { document: Document } } } = createRequire(
  import.meta.url,
)('jsdom');

/** A PNG file of one pixel. */
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The built application, beside the public files: as few files as a page needs. */
const CLIENT_FILES = {
  '.vite/manifest.json': JSON.stringify({
    script: { file: 'assets/loadApp-a1.js', src: 'src/loadApp.ts' },
    styles: { file: 'assets/style-b2.css' },
  }),
  'assets/loadApp-a1.js': `console.log('${'long enough to be compressed '.repeat(50)}')`,
  'assets/style-b2.css': 'main{color:red}',
  'assets/font-c3.woff2': 'font',
};

const folders: string[] = [];

/** Removes the folders of all sites of a file: in that of a site that has just been closed, pictures may still be written. */
export async function removeFolders(): Promise<void> {
  const isWritten = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.tmp'));
  await vi.waitFor(() => expect(folders.filter(isWritten)).toEqual([]));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, maxRetries: 5 });
}

/** The CMS of the sites of a test, in place of `fetch`. */
export class StubCms {
  /** Whether it closes every connection. */
  isDown = false;
  /** Changes the body of every response to a query, as an edit by the owner would. */
  editResponse = (body: string, _path: string): string => body;
  /** The paths of all requests. */
  readonly requests: string[] = [];
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'site-'));

  constructor() {
    folders.push(this.dataDir);
    vi.stubGlobal('fetch', (url: URL) => this.respond(url.pathname));
  }

  private async respond(path: string): Promise<Response> {
    this.requests.push(path);
    if (this.isDown) throw new TypeError('fetch failed');
    if (path.startsWith('/uploads/') && !path.includes('made-up')) {
      const headers = { 'content-type': 'image/webp', 'content-length': String(ONE_PIXEL.length) };
      return new Response(ONE_PIXEL, { headers });
    }
    const isQuery = Object.values(queries).some((query) => query.path === path);
    return isQuery
      ? new Response(this.editResponse(createSeedResponse(path), path))
      : new Response('', { status: path.startsWith('/api/') ? 403 : 404 });
  }

  /** Stops to answer; what the site logs of that is ignored. */
  stop(): void {
    this.isDown = true;
    const log = vi.mocked(console.error);
    log.mockImplementation(() => void log.mock.calls.splice(0));
    vi.spyOn(console, 'log').mockReturnValue(undefined);
  }

  /** Opens a site on the content that the last one has saved. */
  async openSite(env: Record<string, string> = {}): Promise<TestSite> {
    const clientFolder = join(this.dataDir, 'client');
    cpSync(new URL('../public', import.meta.url), clientFolder, { recursive: true });
    for (const [name, content] of Object.entries(CLIENT_FILES)) {
      mkdirSync(join(clientFolder, name, '..'), { recursive: true });
      writeFileSync(join(clientFolder, name), content);
    }
    const settings = readSettings({
      DATA_DIR: this.dataDir,
      SITE_URL: 'https://table.example',
      ADMIN_URL: 'https://admin.table.example',
      TIME_ZONE: 'America/New_York',
      ...env,
    });
    const site = new TestSite(await createServer(settings, clientFolder));
    onTestFinished(() => site.close());
    return site;
  }
}

/** The site's server, without a port. */
export class TestSite {
  constructor(private readonly server: Awaited<ReturnType<typeof createServer>>) {}

  async ask(path: string, headers: Record<string, string> = {}, options: InjectOptions = {}) {
    const response = await this.server.inject({ url: path, headers, ...options });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.rawPayload,
      text: response.payload,
    };
  }

  /** Returns the document of a page as a client without JavaScript reads it. */
  async readPage(path: string): Promise<Document> {
    return new JSDOM((await this.ask(path)).text).window.document;
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
