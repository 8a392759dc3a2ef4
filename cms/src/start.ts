import { resolve } from 'node:path';
import { createStrapi } from '@strapi/strapi';
import { logAsJson } from './environment/jsonLogs';
import { readJsonLogs } from './environment/settings';

if (readJsonLogs()) logAsJson();

// Strapi's command line would load TypeScript and its other commands first, which takes a quarter of the start's CPU time.
// The compiled app is in `dist`, and in the container image in the root folder.
createStrapi({ appDir: process.cwd(), distDir: resolve(__dirname, '..') }).start();
