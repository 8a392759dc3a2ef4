import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentTypes, readSchema } from '../support/contentTypes.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { sampleCases } from '../support/sampleCases.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { databaseFile, readTables, withSqlite } from '../support/sqlite.ts';
import { signIn, waitForDailyBackup } from '../support/stack.ts';

const STATEMENT_HOOK = fileURLToPath(new URL('../support/statementHook.cjs', import.meta.url));
const TYPES = '/content-manager/collection-types';
const HOME = 'api::homepage.homepage';
const SIDE = 'api::menu-side.menu-side';

const CONTENT_TABLES = contentTypes.map(({ name }) => readSchema(name).collectionName);
/** The content types whose records can't be added or deleted. */
const FIXED_TYPES = contentTypes.filter(({ kind }) => kind === 'fixed');

const EDITS = ['save', 'publish', 'add'] as const;
type Edit = (typeof EDITS)[number];

interface Story {
  mainHeading: string;
  description: string;
}

interface Dish {
  sideName: string;
  description: string;
}

/** The drafts that the owner sees, and the published content that visitors see. */
interface Content {
  story: { draft: Story; published: Story };
  dishes: { draft: string[]; published: string[] };
}

const namesOf = (dishes: Dish[]) => dishes.map((dish) => `${dish.sideName}: ${dish.description}`).sort();

/** Signs in as the owner, for requests to a CMS. */
async function openSession({ address }: Cms) {
  const token = await signIn(address, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const send = (method: string, path: string, body?: object, hook?: Record<string, string>) =>
    fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // The CMS closes idle connections while the test reads copies of the database.
        connection: 'close',
        ...hook,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const read = async (path: string) => {
    const response = await send('GET', path);
    expect(response.status, path).toBe(200);
    return response.json();
  };
  const storyOf = ({ mainHeading, description }: Story) => ({ mainHeading, description });
  return {
    /** Sends an edit with texts that contain a label; `hook` is a header for `statementHook.cjs`. */
    edit(edit: Edit, label: string, hook: Record<string, string>): Promise<Response> {
      const description = `Description of ${label}`;
      const story = { mainHeading: `Heading of ${label}`, description };
      if (edit === 'save') return send('PUT', `${TYPES}/${HOME}/home-story-1`, story, hook);
      if (edit === 'publish')
        return send('POST', `${TYPES}/${HOME}/home-story-1/actions/publish`, story, hook);
      return send('POST', `${TYPES}/${SIDE}/actions/publish`, { sideName: label, description }, hook);
    },

    readContent: async (): Promise<Content> => ({
      story: {
        draft: storyOf((await read(`${TYPES}/${HOME}/home-story-1`)).data),
        published: storyOf((await read('/api/homepages/home-story-1')).data),
      },
      dishes: {
        draft: namesOf((await read(`${TYPES}/${SIDE}?pageSize=100`)).results),
        published: namesOf((await read('/api/menu-sides')).data),
      },
    }),

    deleteSide: async (id: string) => (await send('DELETE', `${TYPES}/${SIDE}/${id}`)).status,

    async readFixedRecords(): Promise<string[]> {
      const lists = FIXED_TYPES.map(async ({ path }) => (await read(`${path}?sort=documentId`)).data);
      return (await Promise.all(lists)).flat().map(({ documentId }: { documentId: string }) => documentId);
    },
  };
}

/** The content after an edit with a label. */
function applyEdit(before: Content, edit: Edit, label: string): Content {
  const after = structuredClone(before);
  const description = `Description of ${label}`;
  const story = { mainHeading: `Heading of ${label}`, description };
  if (edit !== 'add') after.story.draft = story;
  if (edit === 'publish') after.story.published = story;
  if (edit === 'add')
    for (const dishes of Object.values(after.dishes))
      dishes.push(`${label}: ${description}`) && dishes.sort();
  return after;
}

const checkIntegrity = (file: string) =>
  withSqlite(file, (database) => database.pragma('integrity_check', { simple: true }));

/** Reads the rows of every content type and of the media library, by table. */
const readRows = (dataDir: string) =>
  Object.entries(readTables(databaseFile(dataDir))).filter(([name]) =>
    [...CONTENT_TABLES, 'files'].includes(name),
  );

/**
 * Reads the database at each moment of an edit: as the hook has copied it into the folders 1, 2, 3, … before each statement, and as it
 * is right after the response. Each of these copies must be whole.
 */
function readMoments(folder: string, dataDir: string): string[] {
  const statements = readdirSync(folder).length;
  cpSync(join(dataDir, 'cms'), join(folder, String(statements + 1)), { recursive: true });
  /** Most statements change no file: the moments by the checksum of the database and its log. */
  const moments = new Map<string, string>();
  return Array.from({ length: statements + 1 }, (_, index) => {
    const file = join(folder, String(index + 1), 'strapi.db');
    const checksum = createHash('sha256');
    for (const name of [file, `${file}-wal`]) checksum.update(readFileSync(name));
    const key = checksum.digest('hex');
    if (!moments.has(key)) {
      expect(checkIntegrity(file), `before statement ${index + 1}`).toBe('ok');
      moments.set(key, JSON.stringify(readTables(file)));
    }
    return moments.get(key) ?? '';
  });
}

/** Expects the database to change as a whole between two moments, and returns how many moments come before that. */
function expectOneChange(moments: string[]): number {
  const [before, after] = [moments[0], moments.at(-1)];
  expect(after).not.toBe(before);
  const count = moments.findIndex((moment) => moment !== before);
  for (const [index, moment] of moments.entries())
    expect(moment === (index < count ? before : after), `before statement ${index + 1}`).toBe(true);
  return count;
}

test('a kill during an edit leaves the whole edit or nothing of it', {
  tag: '@sampled',
}, async ({ scratch, startCms }) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  const startWithHook = async () => {
    const cms = await startCms(dataDir, { nodeArgs: ['--require', STATEMENT_HOOK] });
    await cms.waitUntilReady();
    return { cms, session: await openSession(cms) };
  };
  let { cms, session } = await startWithHook();
  // Its statements would be counted, too.
  await waitForDailyBackup(dataDir);
  expect(await session.deleteSide('hand-cut-fries')).toBe(200);
  const fixedRecords = await session.readFixedRecords();
  let content = await session.readContent();
  const lastStatements = new Map<Edit, number>();
  const edits = sampleCases(EDITS, 1);

  for (const edit of edits)
    await test.step(`before each SQL statement of an edit: ${edit}`, async () => {
      const folder = join(scratch, edit);
      const response = await session.edit(edit, `a ${edit}`, { 'x-copy-to': folder });
      expect(response.status, await response.text()).toBe(200);
      lastStatements.set(edit, expectOneChange(readMoments(folder, dataDir)));
      content = applyEdit(content, edit, `a ${edit}`);
      expect(await session.readContent()).toEqual(content);
    });

  for (const edit of edits)
    await test.step(`the start after a kill keeps confirmed edits, and restores no deleted record: ${edit}`, async () => {
      const killAt = String(lastStatements.get(edit));
      const rows = readRows(dataDir);
      const edited = session.edit(edit, `a killed ${edit}`, { 'x-kill-at': killAt });
      await expect(edited).rejects.toThrow(TypeError);
      expect(await cms.exited).toMatchObject({ signal: 'SIGKILL' });
      ({ cms, session } = await startWithHook());
      expect(checkIntegrity(databaseFile(dataDir))).toBe('ok');
      expect(readRows(dataDir)).toEqual(rows);
      expect(await session.readFixedRecords()).toEqual(fixedRecords);
      expect(await session.readContent()).toEqual(content);
    });
});
