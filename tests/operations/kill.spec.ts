import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentTypes, readSchema } from '../support/contentTypes.ts';
import { type Cms, copySeededData, expect, test } from '../support/operations.ts';
import { sampleCases } from '../support/sampleCases.ts';
import { databaseFile, readTables, withSqlite } from '../support/sqlite.ts';
import { accounts, signIn, waitForDailyBackup } from '../support/stack.ts';

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

test('a kill before any SQL statement of an edit leaves the whole edit or none of it, and the next start keeps confirmed edits and does not restore a deleted record', {
  tag: '@sampled',
}, async ({ scratch, startCms }) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  /** The rows of every content type and of the media library, by table. */
  const readContent = () =>
    Object.entries(readTables(databaseFile(dataDir))).filter(([name]) =>
      [...CONTENT_TABLES, 'files'].includes(name),
    );
  const startWithHook = async () => {
    const cms = await startCms(dataDir, { nodeArgs: ['--require', STATEMENT_HOOK] });
    await cms.waitUntilReady();
    return cms;
  };
  let cms = await startWithHook();
  // Its statements would be counted, too.
  await waitForDailyBackup(dataDir);
  let session = await openSession(cms);
  expect(await session.deleteSide('hand-cut-fries')).toBe(200);
  const fixedRecords = await session.readFixedRecords();
  let content = await session.readContent();
  const lastStatements = new Map<Edit, number>();
  const edits = sampleCases(EDITS, 1);

  for (const edit of edits)
    await test.step(`copies of the database before each statement: ${edit}`, async () => {
      const folder = join(scratch, edit);
      const response = await session.edit(edit, `a ${edit}`, { 'x-copy-to': folder });
      expect(response.status, await response.text()).toBe(200);
      const moments = readdirSync(folder).length;
      // The last moment is a kill right after the response.
      cpSync(join(dataDir, 'cms'), join(folder, String(moments + 1)), { recursive: true });
      const states = Array.from({ length: moments + 1 }, (_, index) => {
        const file = join(folder, String(index + 1), 'strapi.db');
        expect(checkIntegrity(file), `before statement ${index + 1}`).toBe('ok');
        return JSON.stringify(readTables(file));
      });
      const [before, after] = [states[0], states.at(-1)];
      expect(after).not.toBe(before);
      const statementsBefore = states.findIndex((state) => state !== before);
      for (const [index, state] of states.entries())
        expect(state === (index < statementsBefore ? before : after), `statement ${index + 1}`).toBe(true);
      lastStatements.set(edit, statementsBefore);

      content = applyEdit(content, edit, `a ${edit}`);
      expect(await session.readContent()).toEqual(content);
    });

  for (const edit of edits)
    await test.step(`a real kill: ${edit}`, async () => {
      const killAt = String(lastStatements.get(edit));
      const rows = readContent();
      await expect(session.edit(edit, `a killed ${edit}`, { 'x-kill-at': killAt })).rejects.toThrow(
        TypeError,
      );
      expect(await cms.exited).toMatchObject({ signal: 'SIGKILL' });
      cms = await startWithHook();
      session = await openSession(cms);
      expect(checkIntegrity(databaseFile(dataDir))).toBe('ok');
      expect(readContent()).toEqual(rows);
      expect(await session.readFixedRecords()).toEqual(fixedRecords);
      expect(await session.readContent()).toEqual(content);
    });
});
