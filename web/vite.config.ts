import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { queries } from './src/content/queries.ts';

const cms = process.env.CMS_URL || 'http://127.0.0.1:1337';
const queryStrings = new Map<string, string>(Object.values(queries).map(({ path, query }) => [path, query]));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  // The server brings all it needs: its container has no node_modules.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    // One style sheet for all pages: the server puts it into each.
    cssCodeSplit: false,
    // The site's Content-Security-Policy lets no picture come as a data: address.
    assetsInlineLimit: 0,
    ...(!isSsrBuild && { manifest: true, rolldownOptions: { input: 'src/loadApp.ts' } }),
  },
  server: {
    host: process.env.HOST || '127.0.0.1',
    port: Number(process.env.PORT || 3000),
    strictPort: true,
    proxy: {
      '/api': {
        target: cms,
        rewrite: (path) => `${path}?${queryStrings.get(path) ?? ''}`,
        configure: (proxy) =>
          proxy.on('proxyReq', (asked) => {
            if (asked.hasHeader('x-preview-token')) asked.path += '&status=draft';
          }),
      },
      '/uploads': cms,
    },
  },
  test: {
    environment: 'jsdom',
    include: ['{src,server}/**/*.test.{ts,tsx}'],
    setupFiles: fileURLToPath(new URL('./src/testSetup.ts', import.meta.url)),
  },
}));
