import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPicture, createUploadForm } from './pictures.ts';
import { expect, type Stack } from './stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs `npm run backup`, `npm run restore` or `npm run recover` as npm does.
 * @param blocks limits the size of each file, in blocks of `ulimit -f`, to simulate a full disk
 * @param root the folder of the source, of this version by default
 */
export function runScript(
  script: 'backup' | 'restore' | 'recover',
  settings: Record<string, string>,
  args: string[],
  { blocks = 'unlimited', root = ROOT }: { blocks?: string; root?: string } = {},
) {
  const limitFileSize = ['-c', 'ulimit -f "$0" && exec "$@"', blocks];
  const { status, stdout, stderr } = spawnSync(
    'sh',
    [...limitFileSize, process.execPath, `scripts/${script}.mjs`, ...args],
    {
      cwd: root,
      // Node prints a warning when both FORCE_COLOR and NO_COLOR are set.
      env: { ...process.env, FORCE_COLOR: undefined, ...settings },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr: stderr.trim() };
}

/** How `npm run restore` and `npm run recover` refuse to replace a site. */
export const refusals = {
  running: /^The CMS is running: stop it\b[^\n]*$/,
  existingSite: /^There is already a site in .* add the word "replace"/,
};

export const REPOSITORY_PASSWORD = 'Oak-Fire-1797-repository';

/** Creates an empty repository of the program that stands in for restic, and returns the settings with which it is used. */
export function createRepository(scratch: string) {
  const [repository, bin] = [join(scratch, 'repository'), join(scratch, 'bin')];
  for (const folder of [repository, bin]) mkdirSync(folder);
  symlinkSync(join(ROOT, 'cms', 'testing', 'fakeRestic.sh'), join(bin, 'restic'));
  return {
    BACKUP_REPOSITORY: repository,
    BACKUP_PASSWORD: REPOSITORY_PASSWORD,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  };
}

/** Reads the pictures of a data folder by file name, in base64. */
export function readPictures(dataDir: string): Record<string, string> {
  const folder = join(dataDir, 'public', 'uploads');
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

/** Makes one change of each kind: publishes records and their lists, saves a draft, deletes a dish, uploads a picture. */
export async function editSite(stack: Stack): Promise<void> {
  await stack.publish('contactpage', 'contact-hours', {
    specialDays: [{ from: '2099-11-26', closed: true, reason: 'A special day' }],
  });
  await stack.publish('website-name', undefined, {
    notice: { text: 'A notice', until: '2099-05-01T20:00:00.000Z' },
    links: [{ label: 'Reserve', address: 'https://reserve.example/' }],
  });
  await stack.publish('homepage', 'home-main', { mainHeading: 'Published heading' });
  const collectionTypes = '/content-manager/collection-types';
  const draft = await stack.asAdmin('PUT', `${collectionTypes}/api::homepage.homepage/home-story-1`, {
    mainHeading: 'Not yet published',
  });
  expect(draft.status).toBe(200);
  const deleted = await stack.asAdmin('DELETE', `${collectionTypes}/api::menu-side.menu-side/hand-cut-fries`);
  expect(deleted.status).toBe(200);
  const info = { name: 'new dish.jpg', alternativeText: 'A new dish' };
  const form = createUploadForm(info, await createPicture('#a33', 900, 600));
  expect((await stack.asAdmin('POST', '/upload', form)).status).toBe(201);
}
