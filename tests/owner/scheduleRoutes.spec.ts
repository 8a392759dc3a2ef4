import { join } from 'node:path';
import type { ScheduleAnswer } from '../../cms/src/schedule/scheduledChange.ts';
import { runScript } from '../support/backups.ts';
import { type EntryId, listVersions, pathOf, publishInCms, saveDraft, send } from '../support/entries.ts';
import { expectOnSite } from '../support/expectOnSite.ts';
import { copySeededData, expect, test } from '../support/operations.ts';
import { listChanges, readSavedAt, saveAndSchedule, schedule } from '../support/schedule.ts';
import type { Stack } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

const side = (documentId: string): EntryId => ({ uid: 'api::menu-side.menu-side', documentId });
const FRIES = side('hand-cut-fries');
const DRINKS: EntryId = { uid: 'api::menu-soft-drinks.menu-soft-drinks', documentId: 'menu-soft-drinks' };
const HOME: EntryId = { uid: 'api::homepage.homepage', documentId: 'home-main' };
const HOURS: EntryId = { uid: 'api::contactpage.contactpage', documentId: 'contact-hours' };
const THURSDAY = '2037-11-26T17:00';

interface AddAnswer {
  undo: { id: string };
}

let clock: TestClock;
let folder: string;
let start: (settings?: Record<string, string>) => Promise<Stack>;
let stack: Stack;

test.beforeEach(async ({ scratch, startStack }) => {
  folder = join(scratch, 'data');
  // Later than the seeded content.
  clock = new TestClock(scratch, '2037-11-24T12:00:00-05:00');
  copySeededData(folder);
  start = (settings = {}) =>
    startStack(folder, '', { TIME_ZONE: 'America/New_York', ...clock.env, ...settings });
  stack = await start();
});

/** Sets the clock, by that of New York, and signs in again: a session does not last for days. */
function goTo(time: string): void {
  clock.set(`${time}-05:00`);
  signInAgain();
}

/** Makes the next request sign in. */
function signInAgain(): void {
  const { site, cms } = stack;
  stack = Object.assign(Object.create(stack), { adminToken: undefined, site, cms });
}

const expectChanges = (changes: object[]): Promise<void> =>
  expect
    .poll(() => listChanges(stack))
    .toEqual(changes.map((change) => expect.objectContaining({ ...change })));

const readSides = (): Promise<string> => stack.readContent('menu-side');

test('publishes at its time a dish’s words with what is stated for them', async () => {
  const confirmedFor = { name: 'Vegan fries', description: 'Salted.', restoreId: null };
  const dietaryStatement = { diet: 'vegan', answers: { milk: 'free' }, confirmedFor };
  const values = { sideName: 'Vegan fries', description: 'Salted.', dietaryStatement };
  await saveAndSchedule(stack, FRIES, values, THURSDAY);
  await publishInCms(stack, side('sweet-corn'), { description: 'With butter.' });
  expect(await readSides()).not.toContain('"dietaryStatement":{');
  goTo('2037-11-26T17:00:00');
  await expect.poll(readSides).toContain('"dietaryStatement":{"diet":"vegan","answers":{"milk":"free"}}');
  expect(await readSides()).toContain('Vegan fries');
  await publishInCms(stack, FRIES, { description: 'In butter.' });
  expect(await readSides()).not.toContain('"dietaryStatement":{');
});

test('publishes at its time what the owner saw, and not what she typed later', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await saveDraft(stack, HOME, { mainHeading: 'Friday words' });
  expect(await listChanges(stack)).toMatchObject([
    {
      scope: 'entry',
      state: 'waiting',
      localTime: THURSDAY,
      when: 'Thursday, November 26 at 5:00 pm, in two days',
      change: expect.stringContaining('→ “Thursday words”'),
      canChange: true,
    },
  ]);
  goTo('2037-11-26T16:59:59');
  await expectChanges([{ when: expect.stringContaining('in one minute') }]);
  expect(await stack.readContent('homepage')).not.toContain('Thursday words');
  clock.set('2037-11-26T17:00:00-05:00');
  await expectOnSite(stack, '/', 'Thursday words');
  expect(await listChanges(stack)).toEqual([]);
  expect(await send(stack, 'GET', pathOf(HOME))).toMatchObject({
    data: { mainHeading: 'Friday words', status: 'modified' },
  });
  expect((await listVersions(stack, HOME))[0]).toMatchObject({
    change: expect.stringMatching(/^As planned: Heading: .* → “Thursday words”$/),
    author: expect.any(String),
  });
});

test('keeps what was published in the meantime in other fields and rows', async () => {
  const { data } = await send<{ data: { description: string; specialDays: object[] } }>(
    stack,
    'GET',
    pathOf(HOURS),
  );
  const specialDays = [...data.specialDays, { from: '2037-12-24', closed: true, reason: 'Christmas Eve' }];
  await saveAndSchedule(stack, HOURS, { ...data, subHeadings: 'When', specialDays }, THURSDAY);
  goTo('2037-11-26T12:00:00');
  await send(stack, 'PUT', '/today/hours', { closed: true, reason: 'A leak', date: '2037-11-26' });
  goTo('2037-11-26T17:00:00');
  await expectOnSite(stack, '/contact', 'Christmas Eve');
  const published = await stack.readContent('contactpage');
  for (const text of ['When', 'A leak', 'Christmas Eve']) expect(published).toContain(text);
});

test('publishes the menu as a whole, leaves out what was deleted, and says so until it is read', async () => {
  await saveDraft(stack, FRIES, { sideName: 'Thursday fries' });
  const { undo } = await send<AddAnswer>(stack, 'POST', '/menu/menu-side/items', { name: 'New slaw' });
  const { undo: gone } = await send<AddAnswer>(stack, 'POST', '/menu/menu-side/items', { name: 'Gone' });
  await send(stack, 'POST', '/menu/schedule', { time: THURSDAY });
  await send(stack, 'DELETE', `/menu/menu-side/items/${gone.id}`);
  await expectChanges([{ scope: 'menu', title: 'The menu' }]);
  expect(await readSides()).not.toContain('Thursday fries');
  goTo('2037-11-26T17:00:00');
  await expectOnSite(stack, '/menu', 'New slaw');
  expect(await readSides()).toContain('Thursday fries');
  await expectChanges([
    { state: 'failed', problem: expect.stringContaining('“Gone”: It was deleted in the meantime.') },
  ]);
  const [failed] = await listChanges(stack);
  await send(stack, 'DELETE', `/schedule/${failed?.id}`);
  expect(await listChanges(stack)).toEqual([]);
  expect(await listVersions(stack, side(undo.id))).toMatchObject([
    { change: 'As planned: On the site for the first time' },
  ]);
});

test('a dish that is off the menu at the time stays off, and comes back with the new words', async () => {
  await saveAndSchedule(stack, FRIES, { sideName: 'Thursday fries' }, THURSDAY);
  await send(stack, 'PUT', '/menu/menu-side/items/hand-cut-fries/shown', { shown: false });
  goTo('2037-11-26T17:00:00');
  await expectChanges([]);
  expect(await readSides()).not.toContain('Fries');
  await send(stack, 'PUT', '/menu/menu-side/items/hand-cut-fries/shown', { shown: true });
  expect(await readSides()).toContain('Thursday fries');
});

test('a new dish that was published and taken off before its time stays off', async () => {
  const { undo } = await send<AddAnswer>(stack, 'POST', '/menu/menu-side/items', { name: 'New slaw' });
  const slaw = side(undo.id);
  await schedule(stack, slaw, THURSDAY);
  await publishInCms(stack, slaw, { sideName: 'Corrected slaw' });
  await send(stack, 'PUT', `/menu/menu-side/items/${undo.id}/shown`, { shown: false });
  goTo('2037-11-26T17:00:00');
  await expectChanges([]);
  expect(await readSides()).not.toContain('slaw');
});

test('a dish that is off when its new words are scheduled gets them, also when it was put back before', async () => {
  const path = '/menu/menu-side/items/hand-cut-fries/shown';
  await send(stack, 'PUT', path, { shown: false });
  await saveDraft(stack, FRIES, { sideName: 'Thursday fries' });
  expect((await schedule(stack, FRIES, THURSDAY)).changes).toMatchObject([
    { change: 'Back on the site; Name: “Hand-Cut Fries” → “Thursday fries”' },
  ]);
  await send(stack, 'PUT', path, { shown: true });
  expect(await readSides()).toContain('Hand-Cut Fries');
  goTo('2037-11-26T17:00:00');
  await expectOnSite(stack, '/menu', 'Thursday fries');
});

test('makes at its start what it has missed, in order, and says that it was late; after a day it asks', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'First' }, '2037-11-25T12:00');
  await saveAndSchedule(stack, HOME, { mainHeading: 'Second' }, '2037-11-26T17:00');
  await saveAndSchedule(stack, HOME, { mainHeading: 'Third' }, '2037-11-26T18:00');
  await stack.stop();
  clock.set('2037-11-26T20:00:00-05:00');
  stack = await start();
  await expectChanges([
    {
      change: expect.stringContaining('“First”'),
      state: 'asking',
      problem: expect.stringContaining('more than a day ago'),
    },
    {
      state: 'late',
      problem: 'This was done later than planned: Thursday, November 26 at 8:00 pm.',
    },
    { state: 'late' },
  ]);
  await expectOnSite(stack, '/', 'Third');
  const changes = (await listVersions(stack, HOME)).map(({ change }) => change);
  expect(changes.slice(0, 2)).toEqual([
    expect.stringContaining('→ “Third”'),
    expect.stringContaining('→ “Second”'),
  ]);
  const [missed] = await listChanges(stack);
  await send(stack, 'POST', `/schedule/${missed?.id}/make`);
  await expectOnSite(stack, '/', 'First');
  await expectChanges([{ state: 'late' }, { state: 'late' }]);
});

test('a clock that is years ahead makes nothing, and everything waits again when it is right', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await stack.stop();
  clock.set('2049-01-01T12:00:00-05:00');
  stack = await start();
  await expectChanges([{ state: 'asking' }]);
  goTo('2037-11-24T13:00:00');
  await expectChanges([{ state: 'waiting' }]);
  expect(await stack.readContent('homepage')).not.toContain('Thursday words');
});

/** Stops the site, backs it up, restores the backup at a time and in a time zone, and returns what the restore prints. */
async function restoreAt(time: string, timeZone: string): Promise<string> {
  await stack.stop();
  const file = join(folder, '..', 'backup.tar.gz');
  const settings = { ...stack.settings, ...clock.env, TIME_ZONE: timeZone };
  expect(runScript('backup', settings, [file])).toMatchObject({ status: 0 });
  clock.set(time);
  const { status, stdout } = runScript('restore', settings, [file, 'replace']);
  expect(status).toBe(0);
  stack = await start({ TIME_ZONE: timeZone });
  return stdout;
}

test('a restore makes nothing that is older than itself, and lists it', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await saveAndSchedule(stack, FRIES, { sideName: 'Sunday fries' }, '2037-11-29T17:00');
  expect(await restoreAt('2037-11-26T20:00:00-05:00', 'America/New_York')).toContain(
    'Scheduled changes whose time has passed: 1.',
  );
  await expectChanges([
    { state: 'asking', problem: expect.stringContaining('restored from a backup') },
    { state: 'waiting' },
  ]);
  goTo('2037-11-29T17:00:00');
  await expectOnSite(stack, '/menu', 'Sunday fries');
  expect(await stack.readContent('homepage')).not.toContain('Thursday words');
});

test('a restore to a site in another time zone makes nothing that has passed there', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await restoreAt('2037-11-26T15:00:00-05:00', 'Europe/London');
  await expectChanges([{ state: 'asking', problem: expect.stringContaining('restored from a backup') }]);
  expect(await stack.readContent('homepage')).not.toContain('Thursday words');
});

test('what was said for 5 pm stays at 5 pm in another time zone', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await stack.stop();
  stack = await start({ TIME_ZONE: 'America/Los_Angeles' });
  await expectChanges([{ when: 'Thursday, November 26 at 5:00 pm, in two days' }]);
  goTo('2037-11-26T19:59:59');
  await expectChanges([{ when: 'Thursday, November 26 at 5:00 pm, today, in one minute' }]);
  clock.set('2037-11-26T20:00:00-05:00');
  await expectOnSite(stack, '/', 'Thursday words');
});

test('moves, replaces and cancels a change', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  const [planned] = await listChanges(stack);
  await send(stack, 'PUT', `/schedule/${planned?.id}`, { time: '2037-11-25T17:00' });
  await expectChanges([{ when: 'Wednesday, November 25 at 5:00 pm, tomorrow' }]);
  await saveDraft(stack, HOME, { mainHeading: 'Better words' });
  const query = new URLSearchParams({ ...HOME });
  const ofEntry = () => send<ScheduleAnswer>(stack, 'GET', `/schedule?${query}`);
  expect(await ofEntry()).toMatchObject({ changes: [{ isBehindDraft: true }] });
  await send(stack, 'POST', `/schedule/entries/${HOME.uid}/${HOME.documentId}`, {
    time: '2037-11-25T17:00',
    savedAt: await readSavedAt(stack, HOME),
    replaces: planned?.id,
  });
  expect(await ofEntry()).toMatchObject({
    changes: [{ isBehindDraft: false, change: expect.stringContaining('→ “Better words”') }],
  });
  await saveDraft(stack, HOME, { description: 'Another field' });
  expect(await ofEntry()).toMatchObject({ changes: [{ isBehindDraft: true }] });
  const [replaced] = await listChanges(stack);
  await send(stack, 'DELETE', `/schedule/${replaced?.id}`);
  goTo('2037-11-25T18:00:00');
  expect(await listChanges(stack)).toEqual([]);
  expect(await stack.readContent('homepage')).not.toMatch(/Better words|Thursday words/);
});

test('answers wrong requests with one sentence, and changes nothing', async () => {
  const path = `/schedule/entries/${FRIES.uid}/${FRIES.documentId}`;
  const reject = async (method: string, target: string, body: object) => {
    const response = await stack.asAdmin(method, target, body);
    return [response.status, (await response.json()).error.message];
  };
  const savedAt = await readSavedAt(stack, FRIES);
  expect(await reject('POST', path, { time: THURSDAY, savedAt })).toEqual([
    400,
    expect.stringMatching(/nothing to publish/),
  ]);
  await saveDraft(stack, FRIES, { sideName: 'Other fries' });
  expect(await reject('POST', path, { time: THURSDAY, savedAt })).toEqual([
    409,
    expect.stringMatching(/^Somebody has changed/),
  ]);
  const now = await readSavedAt(stack, FRIES);
  for (const [time, sentence] of [
    ['', /^Choose a day/],
    ['2037-02-30T10:00', /^Choose a day/],
    [12, /^Choose a day/],
    ['2037-11-24T11:59', /has passed/],
    ['2048-11-24T11:59', /more than a year/],
    ['2038-03-14T02:30', /clocks go forward/],
  ] as const)
    expect(await reject('POST', path, { time, savedAt: now })).toEqual([
      400,
      expect.stringMatching(sentence),
    ]);
  await saveDraft(stack, FRIES, { sideName: '' });
  expect(await reject('POST', path, { time: THURSDAY, savedAt: await readSavedAt(stack, FRIES) })).toEqual([
    400,
    expect.any(String),
  ]);
  expect(await reject('PUT', '/schedule/99', { time: THURSDAY })).toEqual([
    404,
    expect.stringMatching(/^This is not planned any more/),
  ]);
  expect(await reject('POST', '/schedule/entries/api::nothing.nothing/x', { time: THURSDAY })).toEqual([
    404,
    expect.any(String),
  ]);
  expect(await listChanges(stack)).toEqual([]);
});

test('nobody reads a change beforehand without the token of its look', async () => {
  await saveAndSchedule(stack, HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await send(stack, 'PUT', pathOf(HOME), { mainHeading: 'Something else' });
  const [planned] = await listChanges(stack);
  const { url } = await send<{ url: string }>(stack, 'GET', `/schedule/${planned?.id}/look`);
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('preview') ?? '';
  const read = async (headers: Record<string, string>) => {
    const response = await fetch(`${stack.site}/api/homepages?status=draft&pagination[pageSize]=100`, {
      headers,
    });
    return [response.status, (await response.text()).includes('Thursday words')];
  };
  expect(await read({ 'x-preview-token': token })).toEqual([200, true]);
  expect(await read({})).toEqual([200, false]);
  expect((await fetch(`${stack.cms}/api/homepages?status=draft`)).status).toBe(403);
  for (const path of ['/', '/menu', '/api/homepages', '/sitemap.xml'])
    expect(await (await fetch(`${stack.site}${path}`)).text()).not.toContain('Thursday words');
  await send(stack, 'DELETE', `/schedule/${planned?.id}`);
  expect(await read({ 'x-preview-token': token })).toEqual([403, false]);
});

interface ShownAnswer {
  menu: {
    sections: {
      lists: { type: string; items: { id: string; name: string; isShown: boolean; returns?: object }[] }[];
    }[];
  };
  undo: { shown: boolean; until?: string } | null;
}

test.describe('a dish that is off the menu until it comes back', () => {
  const PATH = '/menu/menu-side/items/hand-cut-fries/shown';
  const setShown = (body: object) => send<ShownAnswer>(stack, 'PUT', PATH, body);
  const findFries = ({ menu }: ShownAnswer) =>
    menu.sections
      .flatMap(({ lists }) => lists.flatMap(({ items }) => items))
      .find(({ id }) => id === 'hand-cut-fries');

  test('comes back at the next opening with the words that the site showed last, never with its draft', async () => {
    await saveDraft(stack, FRIES, { sideName: 'Open draft' });
    const off = await setShown({ shown: false });
    expect([findFries(off)?.returns, off.undo]).toEqual([
      undefined,
      expect.objectContaining({ shown: true }),
    ]);
    const planned = await setShown({ shown: false, until: 'tomorrow' });
    expect(findFries(planned)?.returns).toEqual({
      localTime: '2037-11-25T16:30',
      when: 'Wednesday, November 25 at 4:30 pm, tomorrow',
    });
    expect(planned.undo).toMatchObject({ shown: false });
    expect(await listChanges(stack)).toMatchObject([
      { scope: 'item', change: 'Back on the menu', title: '“Open draft”' },
    ]);
    expect(await readSides()).not.toContain('Fries');
    clock.set('2037-11-25T16:30:00-05:00');
    await expectOnSite(stack, '/menu', 'Hand-Cut Fries');
    signInAgain();
    expect(await readSides()).not.toContain('Open draft');
    expect(await listChanges(stack)).toEqual([]);
    expect((await listVersions(stack, FRIES))[0]).toMatchObject({ change: 'As planned: Back on the site' });
  });

  test('a drink comes back although its list was moved and edited since, and without those words', async () => {
    const read = async () => {
      const { sections } = await send<ShownAnswer['menu']>(stack, 'GET', '/menu');
      return (
        sections.flatMap(({ lists }) => lists).find(({ type }) => type === DRINKS.documentId)?.items ?? []
      );
    };
    const [drink, ...others] = await read();
    const { id = '', name = '' } = drink ?? {};
    const path = `/menu/${DRINKS.documentId}`;
    await send(stack, 'PUT', `${path}/items/${id}/shown`, { shown: false, until: 'tomorrow' });

    await send(stack, 'PUT', `${path}/items/${id}`, { name: 'Renamed', seen: { name } });
    const otherIds = others.map((other) => other.id);
    await send(stack, 'PUT', `${path}/order`, { ids: [...otherIds, id], seen: [id, ...otherIds] });
    const { data } = await send<{ data: { drinks: { id: number; drinkName: string }[] } }>(
      stack,
      'GET',
      pathOf(DRINKS),
    );
    // As in Strapi's form: the rows without their keys, a new one first, and one deleted.
    const rows = data.drinks.map(({ id: row, drinkName }) => ({ id: row, drinkName }));
    await saveDraft(stack, DRINKS, { drinks: [{ drinkName: 'Birch Beer' }, ...rows.slice(1)] });
    expect((await read()).at(-1)).toMatchObject({ id, isShown: false, returns: expect.anything() });

    clock.set('2037-11-25T16:30:00-05:00');
    await expect
      .poll(async () => (await stack.readContent(DRINKS.documentId)).includes('"offMenu":true'))
      .toBe(false);
    signInAgain();
    const published = await stack.readContent(DRINKS.documentId);
    expect(published).toContain(`"${name}"`);
    expect(published).not.toMatch(/Renamed|Birch Beer/);
    expect((await read()).at(-1)).toMatchObject({ id, name: 'Renamed', isShown: true });
    expect(await listChanges(stack)).toEqual([]);
  });

  test('comes back on the day that she chose, and every step can be undone', async () => {
    const planned = await setShown({ shown: false, until: '2037-11-30' });
    // Closed on Mondays.
    expect(findFries(planned)?.returns).toMatchObject({ localTime: '2037-12-01T16:30' });
    const back = await setShown({ shown: true });
    expect(back.undo).toMatchObject({ shown: false, until: '2037-12-01T16:30' });
    expect(await listChanges(stack)).toEqual([]);
    expect(findFries(await setShown({ shown: false, until: '2037-12-01T16:30' }))?.returns).toMatchObject({
      when: 'Tuesday, December 1 at 4:30 pm, in seven days',
    });
    expect(findFries(await setShown({ shown: false }))?.returns).toBeUndefined();
    expect(await listChanges(stack)).toEqual([]);
  });

  test('rejects a day that has passed, and a dish that was never on the menu', async () => {
    for (const [until, sentence] of [
      ['2037-11-23', /has passed/],
      ['2047-11-23', /more than a year/],
      ['soon', /^Choose a day/],
    ] as const) {
      const response = await stack.asAdmin('PUT', PATH, { shown: false, until });
      expect([response.status, (await response.json()).error.message]).toEqual([
        400,
        expect.stringMatching(sentence),
      ]);
    }
    const { undo } = await send<AddAnswer>(stack, 'POST', '/menu/menu-side/items', { name: 'New' });
    const response = await stack.asAdmin('PUT', `/menu/menu-side/items/${undo.id}/shown`, {
      shown: false,
      until: 'tomorrow',
    });
    expect([response.status, (await response.json()).error.message]).toEqual([
      400,
      expect.stringMatching(/never on the menu/),
    ]);
    expect(await readSides()).toContain('Hand-Cut Fries');
  });
});
