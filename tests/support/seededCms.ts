import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createSeededData from './seededData.ts';
import { withPostgres } from './stack.ts';

/** Seeds a Postgres database, and returns what removes it. */
async function seedPostgres(): Promise<() => Promise<void>> {
  let remove = () => {};
  const removed = new Promise<void>((resolve) => {
    remove = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    ended = withPostgres(async (copyData) => {
      const { dataDir, databaseUrl } = await copyData();
      Object.assign(process.env, { SEEDED_DATA_DIR: dataDir, TEST_DATABASE_URL: databaseUrl });
      resolve();
      await removed;
    });
    ended.catch(reject);
  });
  return () => {
    remove();
    return ended;
  };
}

/** Seeds the data in one folder, because a worker is ended before it could delete its own temporary files. */
export async function setup(): Promise<() => Promise<void>> {
  const scratch = mkdtempSync(join(tmpdir(), 'in-cms-'));
  process.env.TMPDIR = scratch;
  // Postgres refuses to run as root, and then runs as another user.
  chmodSync(scratch, 0o711);
  const isPostgres = process.env.TEST_DATABASE === 'postgres';
  const remove = isPostgres ? await seedPostgres() : await createSeededData();
  return async () => {
    await remove();
    rmSync(scratch, { recursive: true, force: true });
  };
}
