import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { format } from 'node:util';
import { createStrapi } from '@strapi/strapi';
import { readJsonLogs } from './environment/settings';
import { logAsJson } from './shared/jsonLogs';

if (readJsonLogs()) logAsJson('cms', process, format);

// Strapi's command line would load TypeScript and its other commands first, which takes a quarter of the start's CPU time.
// The compiled app is in `dist`, and in the container image in the root folder.
const strapi = createStrapi({ appDir: process.cwd(), distDir: resolve(__dirname, '..') });
// With NODE_COMPILE_CACHE, Node would write the cache when the process ends, and the first end would take seconds.
void strapi.start().then(() => flushCompileCache());
