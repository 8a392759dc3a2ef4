import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentTypes } from '../support/contentTypes.ts';
import { accounts, expect, freePort, signIn, test } from '../support/stack.ts';

const CMS = fileURLToPath(new URL('../../cms', import.meta.url));
/** About how many SQL statements each edit executes. The kills are spread over all of them; the last one follows the response. */
const STATEMENTS = { save: 30, publish: 60, add: 40 };
const ROUNDS = 11;
const TYPES = '/content-manager/collection-types';
const HOME = 'api::homepage.homepage';
const SIDE = 'api::menu-side.menu-side';

/** The content types whose records can't be added or deleted. */
const FIXED_TYPES = contentTypes.filter(({ kind }) => kind === 'fixed');

interface Story {
  mainHeading: string;
  description: string;
}

let dataDir: string;
let cms: ChildProcess | undefined;

test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kill-'));
  cpSync(process.env.SEEDED_DATA_DIR ?? '', dataDir, { recursive: true });
});

test.afterEach(async () => {
  if (cms && cms.exitCode === null && cms.signalCode === null) {
    cms.kill('SIGKILL');
    await once(cms, 'exit');
  }
  rmSync(dataDir, { recursive: true });
});

/** Starts only the CMS, because scripts/start.mjs waits longer before each restart. */
async function startCms(port: string): Promise<ChildProcess> {
  const killSwitch = fileURLToPath(new URL('../support/killSwitch.cjs', import.meta.url));
  const started = spawn(
    process.execPath,
    ['--require', killSwitch, 'node_modules/@strapi/strapi/bin/strapi.js', 'start'],
    {
      cwd: CMS,
      env: { ...process.env, ...accounts, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: port },
    },
  );
  cms = started;
  await new Promise<void>((resolve, reject) => {
    let output = '';
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Strapi started successfully')) resolve();
      });
    started.once('exit', () => reject(new Error(`the CMS did not start:\n${output}`)));
  });
  return started;
}

/** Runs SQLite's own integrity check. */
function isDatabaseIntact(): boolean {
  const Database = createRequire(join(CMS, 'package.json'))('better-sqlite3');
  const database = new Database(join(dataDir, 'cms', 'strapi.db'));
  const result: string = database.pragma('integrity_check', { simple: true });
  database.close();
  return result === 'ok';
}

interface Dish {
  sideName: string;
  description: string;
}

test('33 kills during a save lose at most the edit in progress, and never leave half an edit', async () => {
  test.setTimeout(400_000);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let token = '';
  const request = async (method: string, path: string, body?: object, killAt = 0) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-kill-at': String(killAt),
    };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([200, 201], path).toContain(response.status);
    return response.json();
  };
  const storyOf = ({ mainHeading, description }: Story) => ({ mainHeading, description });
  const namesOf = (dishes: Dish[]) =>
    dishes.map(({ sideName, description }) => `${sideName}: ${description}`).sort();
  /** The draft that the owner sees, and the published content that visitors see. */
  const readContent = async () => ({
    story: {
      draft: storyOf((await request('GET', `${TYPES}/${HOME}/home-story-1`)).data),
      published: storyOf((await request('GET', '/api/homepages/home-story-1')).data),
    },
    dishes: {
      draft: namesOf((await request('GET', `${TYPES}/${SIDE}?pageSize=100`)).results),
      published: namesOf((await request('GET', '/api/menu-sides')).data),
    },
  });
  const fixedRecords = async () => {
    const lists = FIXED_TYPES.map(async ({ path }) => (await request('GET', `${path}?sort=documentId`)).data);
    return (await Promise.all(lists)).flat().map(({ documentId }: { documentId: string }) => documentId);
  };

  let running = await startCms(port);
  token = await signIn(url, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const fixedBefore = await fixedRecords();
  let before = await readContent();
  const outcomes = { lost: 0, saved: 0, answered: 0 };

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const edit of ['save', 'publish', 'add'] as const) {
      const killAt = 1 + Math.floor((round * STATEMENTS[edit]) / (ROUNDS - 1));
      const label = `${edit}, killed before statement ${killAt}`;
      const story = { mainHeading: `Heading by ${label}`, description: `Description by ${label}` };
      const dish = { sideName: `Dish by ${label}`, description: `Description by ${label}` };
      const expected = structuredClone(before);
      if (edit !== 'add') expected.story.draft = story;
      if (edit === 'publish') expected.story.published = story;
      if (edit === 'add')
        for (const list of Object.values(expected.dishes)) list.push(...namesOf([dish])) && list.sort();

      const exited = once(running, 'exit');
      const [method, path, body] = {
        save: ['PUT', `${TYPES}/${HOME}/home-story-1`, story] as const,
        publish: ['POST', `${TYPES}/${HOME}/home-story-1/actions/publish`, story] as const,
        add: ['POST', `${TYPES}/${SIDE}/actions/publish`, dish] as const,
      }[edit];
      const answered = await request(method, path, body, killAt).then(
        () => true,
        (error) => {
          if (error instanceof TypeError) return false;
          throw error;
        },
      );
      // An edit that the CMS has confirmed must survive the kill.
      if (answered) running.kill('SIGKILL');
      expect((await exited)[1], label).toBe('SIGKILL');

      running = await startCms(port);
      expect(isDatabaseIntact(), label).toBe(true);
      expect(await fixedRecords(), label).toEqual(fixedBefore);
      const after = await readContent();
      const isUnchanged = JSON.stringify(after) === JSON.stringify(before);
      if (answered || !isUnchanged) expect(after, label).toEqual(expected);
      outcomes[answered ? 'answered' : isUnchanged ? 'lost' : 'saved'] += 1;
      before = after;
    }
  }
  expect(outcomes.lost, JSON.stringify(outcomes)).toBeGreaterThan(15);
});
