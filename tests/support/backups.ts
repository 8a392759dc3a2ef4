import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { expect, type Stack } from './stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TYPES = readdirSync(new URL('../../cms/src/api', import.meta.url));
const SINGLE = ['website-name', 'menu-soft-drinks', 'menu-alcohol'];

/** Runs `npm run backup` or `npm run restore` as npm does; `blocks` limits the size of any file, as a full disk would. */
export function runScript(
  script: 'backup' | 'restore',
  settings: Record<string, string>,
  args: string[],
  blocks = 'unlimited',
) {
  const limited = ['-c', 'ulimit -f "$0" && exec "$@"', blocks];
  const { status, stdout, stderr } = spawnSync(
    'sh',
    [...limited, process.execPath, `scripts/${script}.mjs`, ...args],
    {
      cwd: ROOT,
      // Node warns when both of the colour settings are there.
      env: { ...process.env, FORCE_COLOR: undefined, ...settings },
      encoding: 'utf8',
    },
  );
  return { status, said: stdout, refusal: stderr.trim() };
}

/** Leaves something of every kind behind: published words, a draft, a deleted dish, a photograph. */
export async function editSite(stack: Stack): Promise<void> {
  await stack.publish('homepage', 'home-main', { mainHeading: 'Published heading' });
  const types = '/content-manager/collection-types';
  const draft = await stack.asAdmin('PUT', `${types}/api::homepage.homepage/home-story-1`, {
    mainHeading: 'Not yet published',
  });
  expect(draft.status).toBe(200);
  const deleted = await stack.asAdmin('DELETE', `${types}/api::menu-side.menu-side/hand-cut-fries`);
  expect(deleted.status).toBe(200);
  const photograph = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('files', new Blob([Uint8Array.from(photograph)], { type: 'image/jpeg' }), 'new dish.jpg');
  form.append('fileInfo', JSON.stringify({ name: 'new dish.jpg', alternativeText: 'A new dish' }));
  expect((await stack.asAdmin('POST', '/upload', form)).status).toBe(201);
}

/** Everything that people have put into the CMS: published words, drafts, the media library, accounts. */
export async function readEverything(stack: Stack): Promise<Record<string, unknown>> {
  const read = async (path: string) => {
    const response = await stack.asAdmin('GET', path);
    expect(response.status, path).toBe(200);
    return response.json();
  };
  const found: Record<string, unknown> = {};
  for (const type of TYPES) {
    const isSingle = SINGLE.includes(type);
    const list = isSingle ? type : `${type}s`;
    found[`published ${type}`] = await read(
      `/api/${list}?populate=*&sort=documentId&pagination[pageSize]=1000`,
    );
    found[`draft ${type}`] = await read(
      isSingle
        ? `/content-manager/single-types/api::${type}.${type}`
        : `/content-manager/collection-types/api::${type}.${type}?pageSize=100&sort=documentId`,
    );
  }
  found.library = await read('/upload/files?pageSize=100&sort=id:ASC');
  const users: { data: { results: { email: string; createdAt: string }[] } } = await read('/admin/users');
  found.accounts = users.data.results.map(({ email, createdAt }) => ({ email, createdAt }));
  return found;
}
