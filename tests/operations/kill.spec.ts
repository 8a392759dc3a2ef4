import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accounts, expect, freePort, signIn, test } from '../support/stack.ts';

const CMS = fileURLToPath(new URL('../../cms', import.meta.url));
/** About how many statements each of these takes: kills are spread over all of them, the last comes after the answer. */
const STATEMENTS = { save: 30, publish: 60, add: 40 };
const ROUNDS = 11;
const TYPES = '/content-manager/collection-types';
const HOME = 'api::homepage.homepage';
const SIDE = 'api::menu-side.menu-side';

const FIXED = ['homepages', 'website-tabs', 'menu-headers', 'servicespages', 'contactpages'];

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

/** Starts the CMS by itself, because the starter would pause before each start. */
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
    let said = '';
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Strapi started successfully')) resolve();
      });
    started.once('exit', () => reject(new Error(`the CMS did not start:\n${said}`)));
  });
  return started;
}

/** Whether the database is whole, as SQLite itself judges. */
function isWhole(): boolean {
  const Database = createRequire(join(CMS, 'package.json'))('better-sqlite3');
  const database = new Database(join(dataDir, 'cms', 'strapi.db'));
  const answer: string = database.pragma('integrity_check', { simple: true });
  database.close();
  return answer === 'ok';
}

interface Dish {
  sideName: string;
  description: string;
}

test('33 kills in the middle of a save lose the edit in flight at most, and never half of one', async () => {
  test.setTimeout(400_000);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let token = '';
  const ask = async (method: string, path: string, body?: object, killAt = 0) => {
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
  /** What the owner sees, and what visitors do. */
  const look = async () => ({
    story: {
      draft: storyOf((await ask('GET', `${TYPES}/${HOME}/home-story-1`)).data),
      published: storyOf((await ask('GET', '/api/homepages/home-story-1')).data),
    },
    dishes: {
      draft: namesOf((await ask('GET', `${TYPES}/${SIDE}?pageSize=100`)).results),
      published: namesOf((await ask('GET', '/api/menu-sides')).data),
    },
  });
  const fixedRecords = async () => {
    const lists = FIXED.map(async (list) => (await ask('GET', `/api/${list}?sort=documentId`)).data);
    return (await Promise.all(lists)).flat().map(({ documentId }: { documentId: string }) => documentId);
  };

  let running = await startCms(port);
  token = await signIn(url, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const fixedBefore = await fixedRecords();
  let before = await look();
  const seen = { absent: 0, whole: 0, answered: 0 };

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const act of ['save', 'publish', 'add'] as const) {
      const killAt = 1 + Math.floor((round * STATEMENTS[act]) / (ROUNDS - 1));
      const label = `${act}, killed before statement ${killAt}`;
      const story = { mainHeading: `Heading by ${label}`, description: `Description by ${label}` };
      const dish = { sideName: `Dish by ${label}`, description: `Description by ${label}` };
      const wanted = structuredClone(before);
      if (act !== 'add') wanted.story.draft = story;
      if (act === 'publish') wanted.story.published = story;
      if (act === 'add')
        for (const list of Object.values(wanted.dishes)) list.push(...namesOf([dish])) && list.sort();

      const gone = once(running, 'exit');
      const [method, path, body] = {
        save: ['PUT', `${TYPES}/${HOME}/home-story-1`, story] as const,
        publish: ['POST', `${TYPES}/${HOME}/home-story-1/actions/publish`, story] as const,
        add: ['POST', `${TYPES}/${SIDE}/actions/publish`, dish] as const,
      }[act];
      const answered = await ask(method, path, body, killAt).then(
        () => true,
        (error) => {
          if (error instanceof TypeError) return false;
          throw error;
        },
      );
      // Who was told that it is saved must find it again.
      if (answered) running.kill('SIGKILL');
      expect((await gone)[1], label).toBe('SIGKILL');

      running = await startCms(port);
      expect(isWhole(), label).toBe(true);
      expect(await fixedRecords(), label).toEqual(fixedBefore);
      const after = await look();
      const isAbsent = JSON.stringify(after) === JSON.stringify(before);
      if (answered || !isAbsent) expect(after, label).toEqual(wanted);
      seen[answered ? 'answered' : isAbsent ? 'absent' : 'whole'] += 1;
      before = after;
    }
  }
  expect(seen.absent, JSON.stringify(seen)).toBeGreaterThan(15);
});
