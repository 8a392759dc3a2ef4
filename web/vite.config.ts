import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { compress } from './server/compression.ts';
import { PREVIEW_TOKEN_HEADER } from './src/content/previewRequests.ts';
import { queries } from './src/content/queries.ts';

const cmsUrl = process.env.CMS_URL || 'http://127.0.0.1:1337';
const queryStrings = new Map<string, string>(Object.values(queries).map(({ path, query }) => [path, query]));

const SMALLER_MODULES = [
  // The package's exports offer only its build with warnings for developers.
  {
    find: /^react-router$/,
    replacement: fileURLToPath(
      new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url),
    ),
  },
  // React has the hook itself.
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
];

/** Replaces Vite's function for every `import()`, which gets the files of the module, by the application's own. */
const importWithRetry = (): Plugin => ({
  name: 'import-with-retry',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? "export { importWithRetry as __vitePreload } from '/src/importWithRetry.ts';"
      : null,
});

/** Lets the build leave out unused components of the router. */
const omitUnusedCode = (): Plugin => ({
  name: 'omit-unused-code',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/react-router/')
      ? code
          .replace(/^\w+\.displayName = .*$/gm, '')
          .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
      : null,
});

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
  plugins: [
    react(),
    ...(command === 'build' ? [importWithRetry(), omitUnusedCode()] : []),
    !isSsrBuild && compressFiles(),
  ],
  ...(command === 'build' && { resolve: { alias: SMALLER_MODULES } }),
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
    modulePreload: {
      polyfill: false,
      // Vite names no file where there is only one.
      resolveDependencies: (file, files) => (files.length > 0 ? files : [file]),
    },
    // The site's Content-Security-Policy blocks pictures with data: URLs.
    assetsInlineLimit: 0,
    ...(!isSsrBuild && { manifest: true, rolldownOptions: { input: 'src/loadApp.ts' } }),
  },
  server: {
    host: process.env.HOST || '127.0.0.1',
    port: Number(process.env.PORT || 3000),
    strictPort: true,
    // The site uses a module of the CMS.
    fs: { allow: ['.', '../cms/src/contact'] },
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
  test: {
    environment: 'jsdom',
    include: ['{src,server}/**/*.test.{ts,tsx}'],
    // On a busy machine, importing the application takes seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['../tests/support/refuseConnections.ts', './src/testSetup.ts'].map((file) =>
      fileURLToPath(new URL(file, import.meta.url)),
    ),
  },
}));
