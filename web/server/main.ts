import { readSettings } from './settings.ts';
import { createSite } from './site.ts';

const settings = readSettings(process.env);
const site = await createSite(settings);

const stop = () => void site.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

await site.listen({ host: settings.host, port: settings.port });
console.log(`The site listens on ${settings.host}:${settings.port}`);
