import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Core, UID } from '@strapi/strapi';
import { copyData } from './copy';
import { dailyFolder, listDaily, timeName, withTemporaryFolder } from './folders';

const MAX_BACKUPS = 30;
const CHECK_INTERVAL_MS = 3_600_000;

/** All published words as text, for whoever looks for an old wording: nothing has to be restored to read it. */
async function readContent(strapi: Core.Strapi): Promise<Record<string, unknown>> {
  const types = Object.values(strapi.contentTypes).filter(({ uid }) => uid.startsWith('api::'));
  const words = types.map(async ({ uid, collectionName, attributes }) => {
    const populate = Object.keys(attributes).filter((name) => attributes[name]?.type === 'component');
    const records = await strapi
      .documents(uid as UID.ContentType)
      .findMany({ status: 'published', sort: 'documentId', populate });
    return [collectionName, records];
  });
  return Object.fromEntries(await Promise.all(words));
}

/** Makes the backup of today, unless there is one, and removes those that are too old. */
async function makeDaily(strapi: Core.Strapi): Promise<void> {
  const [newest] = await listDaily();
  const name = timeName();
  const day = (text: string) => text.slice(0, 10);
  if (newest && day(basename(newest)) === day(name)) return;
  const began = Date.now();
  await withTemporaryFolder(async (draft) => {
    await copyData(draft, newest);
    await writeFile(join(draft, 'words.json'), `${JSON.stringify(await readContent(strapi), null, 2)}\n`);
    await mkdir(dailyFolder(), { recursive: true });
    await rename(draft, join(dailyFolder(), name));
  });
  for (const folder of (await listDaily()).slice(MAX_BACKUPS)) await rm(folder, { recursive: true });
  strapi.log.info(`Daily backup made in ${Date.now() - began} ms: ${join(dailyFolder(), name)}`);
}

/** Has the running CMS make a backup each day, on the first occasion, and keep the newest thirty; one that fails is only logged. */
export function makeDailyBackups(strapi: Core.Strapi): void {
  const make = () =>
    makeDaily(strapi).catch((error) => {
      const reason = error instanceof Error ? error.message : String(error);
      strapi.log.error(`The daily backup could not be made: ${reason}. It is tried again in an hour.`);
    });
  // Commands that only load Strapi never listen.
  strapi.server.httpServer.once('listening', () => {
    void make();
    // Not a timer of a day: a machine may sleep.
    setInterval(make, CHECK_INTERVAL_MS).unref();
  });
}
