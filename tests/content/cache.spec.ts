import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type QueryName, queries } from '../../web/src/content/queries.ts';
import type { Fault, FaultyCms } from '../support/faultyCms.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { ask, expect, type Health, pagePaths, queryPaths, type Site, test } from '../support/site.ts';
import { exchange, strangeRequests } from '../support/strangeRequests.ts';

// On a busy machine every question to the CMS may be late, which lengthens the pauses.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** For what must wait for a question to the CMS, between which there are pauses of up to 30 s. */
const PATIENCE = { timeout: 45_000, intervals: [100] };

const homeHeading = seedRecord('homepage', 'home-main').mainHeading ?? '';
const headings: Record<string, string> = {
  '/': homeHeading,
  '/home': homeHeading,
  '/menu': seedRecord('menu-header', 'menu-main').mainHeading ?? '',
  '/services': seedRecord('servicespage', 'services-main').mainHeading ?? '',
  '/contact': seedRecord('contactpage', 'contact-main').mainHeading ?? '',
};

/** The owner's change of the first heading. */
const headed = (heading: string) => (words: string) => words.replaceAll(homeHeading, heading);

const heldFolder = (dataDir: string) => join(dataDir, 'web');
const heldFiles = Object.keys(queries).map((name) => `${name}.json`);

/** Resolves when the words of every read are on disk, and nothing else is. */
const kept = (dataDir: string) =>
  expect
    .poll(() => existsSync(heldFolder(dataDir)) && readdirSync(heldFolder(dataDir)).sort(), PATIENCE)
    .toEqual([...heldFiles].sort());

/** Visits everything, and expects to find what was there before, until it has been enough. */
const visitUntil = (enough: () => boolean, site: Site, before: Record<string, string>) =>
  expect
    .poll(async () => {
      expect(await site.changes(before)).toEqual([]);
      return enough();
    }, PATIENCE)
    .toBe(true);

/** One fault and its end: meanwhile all stays as it was, and what a faulty answer says is never shown, not even later. */
async function endure(fault: Fault, cms: FaultyCms, site: Site): Promise<void> {
  const before = await site.everything();
  const [wrong, right] = [`Words while it ${fault}`, `Words after it ${fault}`];
  cms.edit = headed(wrong);
  cms.fault = fault;
  cms.clearCounts();
  await visitUntil(
    () => queryPaths.every((path) => cms.asked(path) > 0) && cms.unanswered === 0,
    site,
    before,
  );
  cms.edit = headed(right);
  cms.fault = undefined;
  const home = async () => {
    const page = await site.text('/');
    expect(page).not.toContain(wrong);
    return page;
  };
  await expect.poll(home, PATIENCE).toContain(right);
}

test('a CMS that misbehaves changes nothing, and is heard again when it is well', async ({ cms, site }) => {
  const faults = [
    'cuts every connection',
    'answers 500',
    'answers with HTML',
    'answers with half a JSON',
    'hangs up in the middle',
    'answers with 10 MB',
    'answers without an end',
  ] as const;
  for (const fault of faults) await test.step(`it ${fault}`, () => endure(fault, cms, site));
});

test('a CMS that takes ten seconds changes nothing, and is heard again when it is well', ({ cms, site }) =>
  endure('answers after ten seconds', cms, site));

test('an empty list empties an open list, and nothing where records are fixed', async ({ cms, site }) => {
  const before = await site.everything();
  cms.fault = 'answers with an empty list';
  const asked = cms.asked('/api/homepages');
  const dish = seedRecord('menu-entree', 'lasagna').entreeName ?? '';
  await expect.poll(() => site.text('/menu'), PATIENCE).not.toContain(dish);
  const askedForHome = async () => {
    await site.text('/');
    return cms.asked('/api/homepages');
  };
  await expect.poll(askedForHome, PATIENCE).toBeGreaterThan(asked);
  const after = await site.everything();
  for (const path of ['/', '/home', '/services', '/contact', '/api/menu-headers', '/api/menu-alcohol'])
    expect(after[path]).toBe(before[path]);
  expect(after['/menu']).toContain(headings['/menu']);
});

test('a visitor gets the old words when the CMS is late, and those after him do not even wait', async ({
  cms,
  site,
}) => {
  const before = await site.text('/');
  const visits = 40;
  /** Visits the page as often, one visit after the other, and gives how long that took, in ms. */
  const visit = async () => {
    const from = performance.now();
    for (let number = 0; number < visits; number++) expect(await site.text('/')).toBe(before);
    return performance.now() - from;
  };
  const usual = await visit();
  await site.aged();
  cms.fault = 'never answers';
  expect(await site.text('/')).toBe(before);
  // He had it while the question was still open.
  expect(cms.unanswered).toBeGreaterThan(0);
  const late = await visit();
  // If each waited, it would be the deadline of 250 ms for each.
  expect(late).toBeLessThan(usual + (visits * 250) / 2);
});

test('the first page after a second has the newest words', async ({ cms, site }) => {
  let edits = 0;
  // Where the machine is too busy for the CMS to answer within the deadline, only a later page has them: then once more.
  await expect(async () => {
    edits += 1;
    cms.edit = headed(`Heading ${edits}`);
    await site.aged();
    expect(await site.text('/')).toContain(`Heading ${edits}`);
  }).toPass({ timeout: 60_000 });
});

/** Lets 20 visitors read for some seconds, and gives for how long they did. */
async function load(site: Site, seconds: number): Promise<number> {
  const from = performance.now();
  const elapsed = () => (performance.now() - from) / 1_000;
  const paths = [...pagePaths, ...queryPaths];
  const statuses = new Set<number>();
  const visitor = async (_: unknown, number: number) => {
    for (let visit = number; elapsed() < seconds; visit++) {
      const response = await fetch(site.address + paths[visit % paths.length]);
      statuses.add(response.status);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 20 }, visitor));
  expect([...statuses]).toEqual([200]);
  return elapsed();
}

test('20 visitors at once bring the CMS one request a second for each read', async ({ cms, site }) => {
  await site.everything();
  cms.clearCounts();
  const seconds = await load(site, 4);
  for (const path of queryPaths) {
    expect(cms.asked(path), path).toBeGreaterThanOrEqual(2);
    // A tenth for what two clocks may differ by.
    expect(cms.asked(path), path).toBeLessThanOrEqual(Math.floor(seconds + 0.1) + 1);
  }
});

test('20 visitors at once leave a CMS that fails its growing pauses of 1, 2, 4 … s', async ({
  cms,
  site,
}) => {
  await site.everything();
  cms.fault = 'answers 500';
  cms.clearCounts();
  const seconds = await load(site, 4);
  for (const path of queryPaths) {
    expect(cms.asked(path), path).toBeGreaterThanOrEqual(2);
    expect(cms.asked(path), path).toBeLessThanOrEqual(Math.floor(Math.log2(seconds + 1.1)) + 1);
  }
});

/** Resolves when the site holds words for which it asked after this was called, or at that moment. */
async function askedAnew(site: string): Promise<void> {
  const from = Date.now();
  await expect
    .poll(async () => {
      await fetch(site).then((response) => response.text());
      const { words }: Health = await fetch(`${site}/healthz`).then((response) => response.json());
      // The ages are whole seconds.
      return Date.now() - from - 1_000 * ((words.home ?? Number.POSITIVE_INFINITY) + 1);
    }, PATIENCE)
    .toBeGreaterThan(0);
}

test('the CMS killed under load: no visitor notices, and what is published then is on every page from its next answer on', async ({
  ownStack: stack,
}) => {
  let over = false;
  const wrong: string[] = [];
  const visitor = async () => {
    while (!over) {
      for (const path of pagePaths) {
        const response = await fetch(stack.site + path);
        const page = await response.text();
        const heading = headings[path] ?? '';
        if (response.status !== 200 || !page.includes(heading))
          wrong.push(`${path}: ${response.status} ${page}`);
      }
    }
  };
  const visitors = [visitor(), visitor(), visitor(), visitor()];
  const killed = stack.processes.cms;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => stack.processes.cms, PATIENCE).not.toBe(killed);
  const status = () =>
    fetch(`${stack.cms}/_health`).then(
      ({ status }) => status,
      () => 'nobody there',
    );
  await expect.poll(status, PATIENCE).toBe(204);
  over = true;
  await Promise.all(visitors);
  expect(wrong).toEqual([]);

  await stack.publish('homepage', 'home-main', { mainHeading: 'We had a power cut' });
  await askedAnew(stack.site);
  await askedAnew(stack.site);
  for (let visit = 0; visit < 10; visit++)
    expect(await (await fetch(stack.site)).text()).toContain('We had a power cut');
});

test('stopped or killed, and started again while the CMS is away, the site is whole', async ({
  cms,
  dataDir,
  site,
  startSite,
}) => {
  const before = await site.everything();
  await kept(dataDir);
  cms.fault = 'cuts every connection';
  await site.stop('SIGTERM');
  const second = await startSite();
  expect(await second.changes(before)).toEqual([]);
  await second.stop('SIGKILL');
  const third = await startSite();
  expect(await third.changes(before)).toEqual([]);

  cms.edit = headed('The fire is out');
  cms.fault = undefined;
  await expect.poll(() => third.text('/'), PATIENCE).toContain('The fire is out');
});

test('/healthz counts from the last confirmation, also after a restart while the CMS is away', async ({
  cms,
  dataDir,
  site,
  startSite,
}) => {
  await kept(dataDir);
  await site.stop();
  const files = heldFiles.map((name) => join(heldFolder(dataDir), name));
  const monthsAgo = Date.now() - 90 * 24 * 60 * 60 * 1_000;
  for (const file of files) utimesSync(file, monthsAgo / 1_000, monthsAgo / 1_000);

  const confirming = await startSite();
  const oldest = async () => {
    await confirming.everything();
    return Math.min(...files.map((file) => statSync(file).mtimeMs));
  };
  await expect.poll(oldest, PATIENCE).toBeGreaterThan(monthsAgo + 60_000);
  await confirming.stop();

  cms.fault = 'cuts every connection';
  const { words } = await (await startSite()).health();
  expect(Math.max(...Object.values(words).map(Number))).toBeLessThan(180);
});

/** The file with one bit changed in the middle of a word. */
function flipBit(file: Buffer, word: string): Buffer {
  const damaged = Buffer.from(file);
  const at = damaged.indexOf(word);
  damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
  return damaged;
}

test('damaged files of held words are set aside and named, and no page shows them', async ({
  cms,
  dataDir,
  site,
  startSite,
}) => {
  const before = await site.everything();
  await kept(dataDir);
  await site.stop();
  const file = (name: QueryName) => join(heldFolder(dataDir), `${name}.json`);
  const read = (name: QueryName) => readFileSync(file(name));
  const damaged: Partial<Record<QueryName, Buffer>> = {
    home: flipBit(read('home'), homeHeading),
    services: read('services').subarray(0, read('services').length / 2),
    contact: Buffer.alloc(read('contact').length),
    menuHeadings: Buffer.alloc(0),
    softDrinks: read('alcohol'),
  };
  const names = Object.keys(damaged) as QueryName[];
  for (const name of names) writeFileSync(file(name), damaged[name] ?? '');
  cms.fault = 'cuts every connection';

  const again = await startSite();
  for (const name of names) {
    expect(again.log).toContain(`${file(name)} is damaged`);
    expect(readFileSync(`${file(name)}.damaged`)).toEqual(damaged[name]);
    expect(existsSync(file(name))).toBe(false);
  }
  const without = await again.everything();
  for (const [name, { path }] of Object.entries(queries)) {
    if (name in damaged) expect(without[path]).toMatch(/^503 /);
    else expect(without[path]).toBe(before[path]);
  }
  for (const path of pagePaths) {
    expect(without[path]).toContain(seedRecord('website-tab', 'tab-contact').tabName);
    expect(without[path]).not.toContain(headings[path]);
  }

  cms.fault = undefined;
  await expect.poll(() => again.changes(before), PATIENCE).toEqual([]);
  await expect.poll(() => names.map(file).every(existsSync)).toBe(true);
});

test('without a good word anywhere pages are empty, and fill by themselves once the CMS is back', async ({
  page,
  cms,
  dataDir,
  startSite,
}) => {
  mkdirSync(heldFolder(dataDir));
  for (const name of heldFiles) writeFileSync(join(heldFolder(dataDir), name), '{"data":');
  cms.fault = 'cuts every connection';
  const site = await startSite();
  expect(readdirSync(heldFolder(dataDir)).sort()).toEqual(heldFiles.map((name) => `${name}.damaged`).sort());
  for (const path of [...pagePaths, ...queryPaths]) {
    const answer = await ask(site.address, path);
    expect(answer.status, path).toBe(queryPaths.includes(path) ? 503 : 200);
    expect(answer.headers['cache-control'], path).toBe('no-store');
    expect(answer.headers['cdn-cache-control'], path).toBeUndefined();
  }

  await page.goto(`${site.address}/menu`);
  await expect(page.getByRole('main')).toHaveText('');
  cms.fault = undefined;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings['/menu'] ?? '', PATIENCE);
  for (const path of pagePaths) await expect.poll(() => site.text(path), PATIENCE).toContain(headings[path]);
});

/** Edits the words three times, each of them seen on the page, so that each would be written to disk. */
async function editThrice(cms: FaultyCms, site: Site): Promise<void> {
  for (const heading of ['One', 'Two', 'Three']) {
    cms.edit = headed(heading);
    await expect.poll(() => site.text('/'), PATIENCE).toContain(heading);
  }
}

/** What the log says about the folder of held words. */
const complaints = (site: Site, dataDir: string) =>
  site.log.split('\n').filter((line) => line.includes(heldFolder(dataDir)));

test('a full disk is named once; the site goes on from memory and the words kept before stay whole', async ({
  cms,
  dataDir,
  site,
  startSite,
}) => {
  const before = await site.everything();
  await kept(dataDir);
  await site.stop();
  const full = await startSite({ diskFull: true });
  await editThrice(cms, full);
  await expect.poll(() => complaints(full, dataDir)).toHaveLength(1);
  expect(complaints(full, dataDir)[0]).toContain('home.json');
  expect(await full.text('/menu')).toContain(headings['/menu']);

  await full.stop();
  cms.fault = 'cuts every connection';
  const again = await startSite();
  expect(await again.changes(before)).toEqual([]);
});

test('where words can’t be kept the site goes on from memory, and keeps them as soon as they can', async ({
  cms,
  dataDir,
  startSite,
}) => {
  writeFileSync(heldFolder(dataDir), 'in the way');
  const site = await (await startSite()).filled();
  await editThrice(cms, site);
  const lines = complaints(site, dataDir);
  for (const name of heldFiles) expect(lines.join()).toContain(name);
  expect(lines).toEqual([...new Set(lines)]);

  rmSync(heldFolder(dataDir));
  cms.edit = headed('Four');
  await expect.poll(() => site.text('/'), PATIENCE).toContain('Four');
  const file = join(heldFolder(dataDir), 'home.json');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('Four');
});

/** What a process may keep of what it has once needed, in MiB: the allocator gives some of it back late or never. */
const KEPT_MEMORY = 100;

/** The memory of a process that has been at work, in MiB. */
async function usualMemory(site: Site): Promise<number> {
  await load(site, 2);
  return site.memory;
}

/** Resolves when the process has the memory back that it took; light work lets its collector run. */
const memoryIsBack = (site: Site, usual: number) =>
  expect
    .poll(async () => {
      await site.everything();
      return site.memory;
    }, PATIENCE)
    .toBeLessThan(usual + KEPT_MEMORY);

test('the memory is back after 44 answers that were too large', async ({ cms, site }) => {
  const usual = await usualMemory(site);
  const before = await site.everything();
  const allAsked = () => queryPaths.every((path) => cms.asked(path) > 0) && cms.unanswered === 0;
  for (const fault of ['answers with 10 MB', 'answers without an end'] as const) {
    for (let round = 0; round < 2; round++) {
      for (const next of [fault, undefined]) {
        cms.fault = next;
        cms.clearCounts();
        await visitUntil(allAsked, site, before);
      }
    }
  }
  await memoryIsBack(site, usual);
});

test('1,000 strange requests get answers that give nothing away, and leave no trace', async ({
  site,
  stack,
}) => {
  const before = await site.everything();
  const usual = await usualMemory(site);
  const known = Object.values(before).map((answer) => answer.slice('200 '.length));
  const secrets: Record<string, unknown> = JSON.parse(
    readFileSync(join(stack.dataDir, 'cms', 'secrets.json'), 'utf8'),
  );
  const forbidden = [
    ...['root:x:', 'evil.example', '<script>alert', 'Set-Cookie', 'node_modules', ROOT, stack.dataDir],
    ...Object.values(secrets).flat().map(String),
  ];
  /** What an answer should not have in it, if it has. */
  const fault = (answer: string): string | undefined => {
    if (/^HTTP\/1\.\d 5/m.test(answer)) return 'a status of 500 or more';
    if (/^ +at .*:\d+/m.test(answer)) return 'a stack trace';
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const isWhole = /^HTTP\/1\.1 200/.test(head) && !/^content-encoding:/im.test(head) && body !== '';
    if (isWhole && /^content-type: (text\/html|application\/json)/im.test(head)) {
      if (!known.includes(Buffer.from(body, 'latin1').toString())) return 'words of no page and no read';
    }
    return forbidden.find((text) => answer.includes(text));
  };
  const requests = strangeRequests(1_000);
  const found: string[] = [];
  const client = async () => {
    for (let bytes = requests.pop(); bytes; bytes = requests.pop()) {
      const what = fault(await exchange(site.address, bytes));
      if (what) found.push(`${what} after ${bytes.subarray(0, 300).toString('latin1')}`);
    }
  };
  await Promise.all(Array.from({ length: 10 }, client));
  expect(found).toEqual([]);
  expect(await site.changes(before)).toEqual([]);
  await memoryIsBack(site, usual);
});
