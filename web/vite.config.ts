import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { PREVIEW_TOKEN_HEADER } from '../cms/src/shared/requests/siteRequests.ts';
import packageJson from './package.json' with { type: 'json' };
import { compress } from './server/compression.ts';
import { queries } from './src/content/queries.ts';

const cmsUrl = process.env.CMS_URL || 'http://127.0.0.1:1337';
const queryStrings = new Map<string, string>(Object.values(queries).map(({ path, query }) => [path, query]));

/** Compresses the application's files: it would take the server most of its start, and an update waits for that start. */
const compressFiles = (): Plugin => ({
  name: 'compress-files',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /\.(css|js|svg)$/.test(file));
    for (const path of files.map((file) => join(dir, file))) {
      const { br, gzip } = await compress(await readFile(path));
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gzip)]);
    }
  },
});

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), !isSsrBuild && compressFiles()],
  // Bundles all dependencies, because the server's container has no node_modules.
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
  define: {
    // Vite's development server sends an empty document; the site's server sends its time zone with each page.
    ...(command === 'serve' && {
      'import.meta.env.TIME_ZONE': JSON.stringify(process.env.TIME_ZONE || 'America/New_York'),
    }),
    ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
  },
  // Shorter than Vite's own names, which are in each page twice, and readable; no two files have the same name.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    // One style sheet for all pages, which the server inlines into each page.
    cssCodeSplit: false,
    // Chromium remembers a file that failed to preload: no later import requests it again.
    modulePreload: false,
    // The site's Content-Security-Policy blocks pictures with data: URLs.
    assetsInlineLimit: 0,
    ...(!isSsrBuild && { manifest: true, rolldownOptions: { input: 'src/loadApp.ts' } }),
  },
  server: {
    host: process.env.HOST || '127.0.0.1',
    port: Number(process.env.PORT || 3000),
    strictPort: true,
    fs: { allow: ['.', packageJson.sharedFolder] },
    proxy: {
      '/api': {
        target: cmsUrl,
        rewrite: (path) => `${path}?${queryStrings.get(path) ?? ''}`,
        configure: (proxy) =>
          proxy.on('proxyReq', (request) => {
            if (request.hasHeader(PREVIEW_TOKEN_HEADER)) request.path += '&status=draft';
          }),
      },
      '/uploads': cmsUrl,
    },
  },
}));
