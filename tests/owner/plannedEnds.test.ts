// What ends by itself: words that were published at a time, and what leaves the menu. What is planned without an end is in
// schedule.test.ts.
import { expect, test } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';
import { administrator, type Entry, owner } from '../support/owner.ts';

const { createMaker } = requireCompiled<typeof import('../../cms/src/site/scheduler.ts')>('site/scheduler');
const { findPlans } = requireCompiled<typeof import('../../cms/src/site/storedPlans.ts')>('site/storedPlans');

// Each test begins on Tuesday, November 24, at noon. The restaurant is closed on Mondays.
const [WEDNESDAY, THURSDAY] = ['2037-11-25T17:00', '2037-11-26T17:00'];
const SUNDAY = '2037-11-29';
const CLOSING = '2037-11-29T20:30';

const FRIES: Entry = { type: 'menu-side', documentId: 'hand-cut-fries' };
const STEAK: Entry = { type: 'menu-entree', documentId: 'ribeye-steak' };
const HOME: Entry = { type: 'homepage', documentId: 'home-main' };
const NAME: Entry = { type: 'website-name', documentId: 'website-name' };
const HOURS: Entry = { type: 'contactpage', documentId: 'contact-hours' };

const leave = (until: string | null) => owner.leaveMenu('menu-side', FRIES.documentId, until);
const switchFries = (shown: boolean, until?: string) =>
  owner.switchItem('menu-side', FRIES.documentId, shown, until);
const readFries = () => owner.findItem('menu-side', 'Hand-Cut Fries');
const readShown = async () => (await readFries()).isShown;
const readTimes = async () => (await owner.listPlanned()).map(({ localTime }) => localTime);
const readHeading = async () => {
  const [site, draft] = [await owner.open(HOME, 'published'), await owner.open(HOME)];
  return [site.mainHeading, draft.mainHeading];
};
const planHeading = (mainHeading: string, time: string, until?: string) =>
  owner.saveAndPlan(HOME, { mainHeading }, time, until);

test('what was published at a time for all pages or the menu together ends together', async () => {
  const before = await readHeading();
  await owner.changeWords(HOME, 'mainHeading', 'Fish on Friday');
  await owner.planSite(THURSDAY, { until: SUNDAY });
  await owner.addItem('menu-side', 'Fish fries');
  await owner.planMenu(THURSDAY, { until: SUNDAY });
  await cms.goTo(THURSDAY);
  expect(await cms.readContent('homepage')).toContain('Fish on Friday');
  expect(await cms.readContent('menu-side')).toContain('Fish fries');
  await cms.goTo(CLOSING);
  expect(await readHeading()).toEqual(before);
  expect(await cms.readContent('menu-side')).not.toContain('Fish fries');
});

test('who publishes planned words before their time reads that they have no last day', async () => {
  await planHeading('Fish on Friday', THURSDAY, SUNDAY);
  await owner.publish(HOME);
  await cms.goTo(THURSDAY);
  expect(await owner.listPlanned()).toMatchObject([
    { state: 'failed', problem: expect.stringMatching(/ was on the site before its time\. It stays after/) },
  ]);
});

test('the owner looks beforehand at what the site shows after an end', async () => {
  const [heading] = await readHeading();
  await planHeading('Fish on Friday', WEDNESDAY, SUNDAY);
  await cms.goTo(WEDNESDAY);
  await leave(SUNDAY);
  await owner.saveDraft(HOME, { mainHeading: 'A draft' });
  const ends = await owner.listPlanned();
  const readAfter = async ({ type, documentId }: Entry) => {
    const end = ends.find(({ entries: [entry] }) => entry?.documentId === documentId);
    const token = await owner.lookAtPlanned(end?.id);
    return (await cms.readInPreview(`/api/${type}s?status=draft`, token)).body;
  };
  const home = await readAfter(HOME);
  expect(home).toContain(heading);
  expect(home).not.toMatch(/Fish on Friday|A draft/);
  expect(await readAfter(FRIES)).not.toContain('Hand-Cut Fries');
  expect(await cms.readContent('menu-side')).toContain('Hand-Cut Fries');
});

// A dish or drink leaves the menu

test('a dish leaves the menu when the restaurant closes on the chosen day, and every step can be undone', async () => {
  const planned = await leave(SUNDAY);
  expect(await readFries()).toMatchObject({
    isShown: true,
    leaves: { localTime: CLOSING, when: 'Sunday, November 29 at 8:30 pm, in five days' },
  });
  expect(await owner.listPlanned()).toMatchObject([
    { scope: 'end', title: '“Hand-Cut Fries”', change: 'Off the menu', canChange: true },
  ]);
  const cancelled = await leave(null);
  expect((await readFries()).leaves).toBeUndefined();
  await owner.undo(cancelled.undo);
  await owner.undo((await leave(THURSDAY)).undo);
  expect(await readTimes()).toEqual([CLOSING]);
  await owner.undo(planned.undo);
  expect(await readTimes()).toEqual([]);

  await leave(SUNDAY);
  await cms.goTo('2037-11-29T20:29');
  expect(await readShown()).toBe(true);
  await cms.goTo(CLOSING);
  expect(await cms.readContent('menu-side')).not.toContain('Hand-Cut Fries');
  expect(await readFries()).toMatchObject({ isShown: false, isNew: false });
  expect(await owner.listPlanned()).toEqual([]);
  expect((await owner.listVersions(FRIES))[0]).toMatchObject({
    change: 'As planned: “Hand-Cut Fries” taken off the site',
    author: expect.any(String),
  });
  expect((await owner.readMenu()).unpublished).toBe(0);
});

test('a drink leaves the menu at the time that she chose', async () => {
  await owner.leaveMenu('menu-soft-drink', 'cola', THURSDAY);
  await cms.goTo(THURSDAY);
  expect(await owner.findItem('menu-soft-drink', 'Cola')).toMatchObject({ isShown: false });
});

test.each([
  ['no service: the last minute', 'closed', '23:59', ''],
  ['a service until midnight: the last minute', '5 pm – midnight', '23:59', ''],
  ['a service past midnight: its end', '5 pm – 1 am', '01:00', '2037-11-30'],
  ['the usual hours: the closing', '', '20:30', ''],
])('“until Sunday” follows the opening hours to a day with %s', async (_what, hours, time, date) => {
  await leave(SUNDAY);
  const other = { from: SUNDAY, until: null, closed: hours === 'closed', hours: hours.replace('closed', '') };
  await owner.publish(HOURS, { specialDays: hours ? [{ ...other, reason: 'Party' }] : [] });
  expect(await readTimes()).toEqual([`${date || SUNDAY}T${time}`]);
});

test('what was to end when the restaurant closes ends at once when that has closed earlier', async () => {
  await leave('2037-11-24');
  cms.setTime('2037-11-24T19:00');
  await owner.setHours({ date: '2037-11-24', hours: '4:30 pm – 6 pm' });
  await cms.restart();
  expect([await readShown(), await owner.listPlanned()]).toEqual([false, []]);
});

test('a dish that is off for a while comes back, and leaves at its time', async () => {
  await leave(SUNDAY);
  await switchFries(false, 'tomorrow');
  // While it is off, only its return is coming.
  expect(await readTimes()).toEqual(['2037-11-25T16:30']);
  await cms.goTo('2037-11-25T16:30');
  expect([await readShown(), await readTimes()]).toEqual([true, [CLOSING]]);
  await owner.saveDraft(FRIES, { description: 'Own words' });
  await cms.goTo(CLOSING);
  expect(await readShown()).toBe(false);
  await switchFries(true);
  expect(await owner.open(FRIES)).toMatchObject({ description: 'Own words' });
});

test('a dish that is off or deleted at its time stays so, and nothing is said', async () => {
  await leave(SUNDAY);
  await switchFries(false);
  await owner.leaveMenu('menu-entree', STEAK.documentId, SUNDAY);
  await owner.deleteItem('menu-entree', STEAK.documentId);
  await cms.goTo(CLOSING);
  expect(await readShown()).toBe(false);
  expect(await findPlans(cms.strapi)).toEqual([]);
});

test('an end is refused for what is not on the menu, and for a time that has passed', async () => {
  for (const [until, sentence] of [
    ['2037-11-23', /^400 .*has passed/],
    ['2037-11-24T11:59', /^400 .*has passed/],
    ['2047-11-23', /^400 .*more than a year/],
    ['2038-03-14T02:30', /^400 .*clocks go forward/],
    ['T17:00', /^400 Choose a day/],
  ] as const)
    await expect(leave(until), until).rejects.toThrow(sentence);
  await administrator.switchItem('menu-side', FRIES.documentId, false);
  await expect(leave(SUNDAY)).rejects.toThrow(/^409 “Hand-Cut Fries” is not on the menu: somebody/);
  expect([await readShown(), await readTimes()]).toEqual([false, []]);
});

test.each([
  ['an hour is off the menu, late', '2037-11-29T22:00', 'late', false],
  ['two days is asked about', '2037-12-01T22:00', 'asking', true],
])('a dish that should have left while the site was off for %s', async (_what, time, state, isShown) => {
  await leave(SUNDAY);
  await cms.goTo(time);
  const [planned] = await owner.listPlanned();
  expect([planned?.state, await readShown()]).toEqual([state, isShown]);
  if (isShown) await owner.makePlanned(planned?.id);
  expect(await readShown()).toBe(false);
});

// Words end

test('planned words end with the closing of a day: the site and the draft have the words from before', async () => {
  const [before] = await readHeading();
  await planHeading('Thursday words', THURSDAY, SUNDAY);
  expect(await owner.listPlanned()).toMatchObject([
    {
      when: 'Thursday, November 26 at 5:00 pm, in two days, until Sunday, November 29 at 8:30 pm, in five days',
    },
  ]);
  await cms.goTo(THURSDAY);
  expect(await readHeading()).toEqual(['Thursday words', 'Thursday words']);
  expect(await owner.listPlanned(HOME)).toMatchObject([
    {
      scope: 'end',
      localTime: CLOSING,
      change: `Back as before: Heading: “Thursday words” → “${before}”`,
      author: expect.any(String),
    },
  ]);
  await cms.goTo(CLOSING);
  expect(await readHeading()).toEqual([before, before]);
  expect(await owner.open(HOME)).toMatchObject({ status: 'published' });
  expect(await owner.listPlanned()).toEqual([]);
  expect((await owner.listVersions(HOME))[0]).toMatchObject({
    change: `As planned: Heading: “Thursday words” → “${before}”`,
  });
});

test('an end returns to what the site showed just before the start, a picture too', async () => {
  const { images } = await owner.open(HOME);
  // Cast: the home page has pictures.
  const pictures = images as { id: number; url: string }[];
  await owner.saveAndPlan(HOME, { mainHeading: 'Planned', images: [] }, THURSDAY, SUNDAY);
  await administrator.publish(HOME, { mainHeading: 'In between', images });
  await cms.goTo(THURSDAY);
  expect(await owner.open(HOME, 'published')).toMatchObject({ mainHeading: 'Planned', images: [] });
  await expect(owner.deletePicture(pictures[0]?.id ?? 0)).rejects.toThrow(/is in use/);
  await cms.goTo(CLOSING);
  expect(await owner.open(HOME, 'published')).toMatchObject({
    mainHeading: 'In between',
    images: pictures.map(({ url }) => ({ url })),
  });
});

test('what somebody has changed since the start stays when it ends, field by field', async () => {
  const { description } = await owner.open(HOME);
  await owner.saveAndPlan(HOME, { mainHeading: 'Planned', description: 'Planned' }, THURSDAY, SUNDAY);
  await cms.goTo(THURSDAY);
  await administrator.publish(HOME, { mainHeading: 'Theirs' });
  await owner.saveDraft(HOME, { subHeadings: 'Own' });
  await cms.goTo(CLOSING);
  expect(await owner.open(HOME, 'published')).toMatchObject({ mainHeading: 'Theirs', description });
  expect(await owner.open(HOME)).toMatchObject({ mainHeading: 'Theirs', description, subHeadings: 'Own' });
  expect(await owner.listPlanned()).toEqual([]);
});

test('of a list, an end takes back its own rows and keeps those that were added since', async () => {
  const [a, b, c] = ['A', 'B', 'C'].map((label) => ({ label, address: 'https://table.example/' }));
  const readLinks = async () => (await owner.open(NAME, 'published')).links;
  await owner.publish(NAME, { links: [a] });
  await owner.saveAndPlan(NAME, { links: [a, b] }, THURSDAY, SUNDAY);
  await cms.goTo(THURSDAY);
  await administrator.publish(NAME, { links: [a, b, c] });
  await cms.goTo(CLOSING);
  expect(await readLinks()).toMatchObject([a, c]);
});

test('when nothing is left to end, nothing changes, and she reads it', async () => {
  await planHeading('Planned', THURSDAY, SUNDAY);
  await cms.goTo(THURSDAY);
  await administrator.publish(HOME, { mainHeading: 'Theirs' });
  await cms.goTo(CLOSING);
  expect(await readHeading()).toEqual(['Theirs', 'Theirs']);
  expect(await owner.listPlanned()).toMatchObject([
    { state: 'failed', problem: expect.stringMatching(/^Nothing was taken back: somebody has changed/) },
  ]);
});

test('cancelling a start takes its end with it, and so does undoing it', async () => {
  const [before] = await readHeading();
  const { changes } = await planHeading('Planned', THURSDAY, SUNDAY);
  await owner.cancelPlanned(changes[0]?.id);
  expect(await readTimes()).toEqual([]);
  await owner.plan(HOME, THURSDAY, { until: SUNDAY });
  await cms.goTo(THURSDAY);
  const [, previous] = await owner.listVersions(HOME);
  const { undo } = await owner.bringBack(previous);
  expect([await readHeading(), await readTimes()]).toEqual([[before, before], []]);
  // Taken back itself, it ends again.
  await owner.undo(undo);
  expect([await readHeading(), await readTimes()]).toEqual([['Planned', 'Planned'], [CLOSING]]);
  await owner.bringBack(previous);
  await cms.goTo(CLOSING);
  expect([await readHeading(), await findPlans(cms.strapi)]).toEqual([[before, before], []]);
});

test('a dish that a planned change has put on the menu comes off again', async () => {
  const { id } = await owner.addItem('menu-side', 'Pumpkin soup');
  await owner.plan({ type: 'menu-side', documentId: id }, THURSDAY, { until: SUNDAY });
  await cms.goTo(THURSDAY);
  expect(await owner.findItem('menu-side', 'Pumpkin soup')).toMatchObject({
    isShown: true,
    leaves: { localTime: CLOSING },
  });
  await cms.goTo(CLOSING);
  expect(await owner.findItem('menu-side', 'Pumpkin soup')).toMatchObject({ isShown: false, isNew: false });
});

test('words of a dish that was taken off since end without putting it back', async () => {
  await owner.saveAndPlan(FRIES, { description: 'Truffled' }, THURSDAY, SUNDAY);
  await cms.goTo(THURSDAY);
  await owner.unpublish(FRIES);
  await cms.goTo(CLOSING);
  expect([await readShown(), await readTimes()]).toEqual([false, []]);
  await switchFries(true);
  expect(await cms.readContent('menu-side')).not.toContain('Truffled');
});

test('a dish that is to leave on another day than it was planned still gets its words from before', async () => {
  const { description } = await owner.open(FRIES);
  await switchFries(false);
  await owner.saveAndPlan(FRIES, { description: 'Truffled' }, THURSDAY, SUNDAY);
  await cms.goTo(THURSDAY);
  const { undo } = await leave('2037-11-28');
  expect(await readTimes()).toEqual(['2037-11-28T22:30']);
  await owner.undo(undo);
  expect(await readTimes()).toEqual([CLOSING]);
  await cms.goTo(CLOSING);
  await switchFries(true);
  expect(await owner.open(FRIES, 'published')).toMatchObject({ description });
});

test('a dish that would leave at two times leaves on the day that is chosen last', async () => {
  await leave(SUNDAY);
  await switchFries(false);
  await owner.saveAndPlan(FRIES, { description: 'Truffled' }, THURSDAY, '2037-11-28');
  await cms.goTo(THURSDAY);
  expect(await readTimes()).toEqual(['2037-11-28T22:30', CLOSING]);
  await leave('2037-12-02');
  expect(await readTimes()).toEqual(['2037-12-02T21:30']);
});

test('words of a dish that was deleted since end, and nothing is said', async () => {
  await owner.saveAndPlan(FRIES, { description: 'Truffled' }, THURSDAY, SUNDAY);
  await cms.goTo(THURSDAY);
  const { undo } = await owner.deleteItem('menu-side', FRIES.documentId);
  expect(await readTimes()).toEqual([]);
  await owner.undo(undo);
  expect(await readTimes()).toEqual([CLOSING]);
  await owner.deleteItem('menu-side', FRIES.documentId);
  await cms.goTo(CLOSING);
  expect(await findPlans(cms.strapi)).toEqual([]);
});

test('the earlier of two overlapping changes ends first, and the words from before both are back at last', async () => {
  const [before] = await readHeading();
  await planHeading('First', WEDNESDAY, '2037-11-27');
  await planHeading('Second', THURSDAY, SUNDAY);
  await cms.goTo(WEDNESDAY);
  await cms.goTo(THURSDAY);
  await cms.goTo('2037-11-27T23:00');
  expect((await readHeading())[0]).toBe('Second');
  expect(await owner.listPlanned()).toMatchObject([
    { state: 'late' },
    { localTime: CLOSING, change: expect.stringContaining(`“Second” → “${before}”`) },
  ]);
  await cms.goTo(CLOSING);
  expect((await readHeading())[0]).toBe(before);
});

test('a start that fails or waits for an answer has no end that runs alone', async () => {
  const [before] = await readHeading();
  await owner.saveAndPlan(FRIES, { description: 'Truffled' }, THURSDAY, '2037-12-24');
  await planHeading('Planned', THURSDAY, '2037-12-24');
  await owner.deleteItem('menu-side', FRIES.documentId);
  await cms.goTo('2037-11-26T17:00');
  expect(await owner.listPlanned()).toMatchObject([{ state: 'failed' }, { scope: 'end' }]);
  await cms.goTo('2037-12-24T23:00');
  expect((await readHeading())[0]).toBe(before);

  await planHeading('Planned again', '2037-12-26T17:00', '2037-12-31');
  await cms.goTo('2037-12-28T12:00');
  const asking = (await owner.listPlanned()).find(({ state }) => state === 'asking');
  expect((await readHeading())[0]).toBe(before);
  await owner.makePlanned(asking?.id);
  expect((await readHeading())[0]).toBe('Planned again');
  await cms.goTo('2037-12-31T23:59');
  expect((await readHeading())[0]).toBe(before);
});

test.each([
  ['hours', '2037-11-26T22:00'],
  ['days', '2037-12-01T12:00'],
])(
  'when the site was off for %s at the start and at the end, nothing changes, and she reads it',
  async (_, time) => {
    const before = await readHeading();
    await planHeading('Planned', THURSDAY, '2037-11-26');
    await owner.discardDraft(HOME);
    await cms.goTo(time);
    const [planned] = await owner.listPlanned();
    if (planned?.state === 'asking') await owner.makePlanned(planned.id);
    expect(await owner.listPlanned()).toMatchObject([
      { state: 'failed', problem: expect.stringMatching(/its end have passed/) },
    ]);
    expect(await readHeading()).toEqual(before);
    expect(await findPlans(cms.strapi)).toHaveLength(1);
  },
);

test('an end must come after its start, also when the start is moved or replaced', async () => {
  await owner.saveDraft(HOME, { mainHeading: 'Planned' });
  for (const until of ['2037-11-26T17:00', '2037-11-25', '2037-11-23', '2037-11-24T11:00'])
    await expect(owner.plan(HOME, THURSDAY, { until }), until).rejects.toThrow(
      /^400 It would end before it starts: choose another time\.$/,
    );
  await expect(owner.plan(HOME, THURSDAY, { until: 'T17:00' })).rejects.toThrow(/^400 Choose a day/);
  const { changes } = await owner.plan(HOME, THURSDAY, { until: '2037-11-27T17:00' });
  const [{ id } = { id: 0 }] = changes;
  await expect(owner.movePlanned(id, '2037-11-27T17:00')).rejects.toThrow(/^400 It would end before/);
  await owner.movePlanned(id, WEDNESDAY);
  // The new words go out until the same time.
  await owner.saveDraft(HOME, { mainHeading: 'Better' });
  await owner.plan(HOME, WEDNESDAY, { replaces: id });
  await cms.goTo(WEDNESDAY);
  const [end] = await owner.listPlanned();
  expect(end).toMatchObject({ localTime: '2037-11-27T17:00', change: expect.stringContaining('“Better” →') });
  await owner.movePlanned(end?.id, '2037-11-28T09:00');
  expect(await readTimes()).toEqual(['2037-11-28T09:00']);
  await cms.goTo('2037-11-28T09:00');
  expect(await cms.readContent('homepage')).not.toContain('Better');
});

test('two replicas make a start and its end once @postgres', async () => {
  const [before] = await readHeading();
  await planHeading('Planned', THURSDAY, SUNDAY);
  const both = [createMaker(cms.strapi), createMaker(cms.strapi)];
  for (const [time, heading, count] of [
    [THURSDAY, 'Planned', 1],
    [CLOSING, before, 0],
  ] as const) {
    cms.setTime(time);
    await Promise.all(both.map((makeDue) => makeDue()));
    expect([(await readHeading())[0], (await findPlans(cms.strapi)).length]).toEqual([heading, count]);
  }
});

// Restores, the nights in which clocks change, and clocks that were wrong

test.skipIf(cms.isPostgres).each([
  ['of the start, before the end', THURSDAY, '2037-11-28T12:00', 'Planned', []],
  ['of the start, after the end', THURSDAY, '2037-11-30T12:00', 'Planned', ['asking']],
  ['from before the start, before the end', WEDNESDAY, '2037-11-28T12:00', 'before', ['asking']],
])('a restore of a backup %s shows the words from before at last', async (_what, at, now, shown, asked) => {
  const [before] = await readHeading();
  await planHeading('Planned', THURSDAY, SUNDAY);
  await cms.goTo(at);
  const backup = await cms.takeSnapshot();
  await cms.goTo(THURSDAY);
  await cms.goTo(now);
  await cms.restoreBackup(backup);
  await cms.restart();
  expect((await readHeading())[0]).toBe(shown === 'before' ? before : shown);
  const asking = (await owner.listPlanned()).filter(({ state }) => state === 'asking');
  expect(asking.map(({ state }) => state)).toEqual(asked);
  for (const { id } of asking) await owner.makePlanned(id);
  if (now < CLOSING) {
    expect((await readHeading())[0]).toBe('Planned');
    await cms.goTo(CLOSING);
  }
  expect(await readHeading()).toEqual([before, before]);
  expect(await findPlans(cms.strapi)).toEqual([]);
});

test.skipIf(cms.isPostgres)('a start that a restore asks about after its end changes nothing', async () => {
  const before = await readHeading();
  await planHeading('Planned', THURSDAY, SUNDAY);
  await owner.discardDraft(HOME);
  const backup = await cms.takeSnapshot();
  await cms.goTo('2037-11-30T12:00');
  await cms.restoreBackup(backup);
  await cms.restart();
  await owner.makePlanned((await owner.listPlanned())[0]?.id);
  expect(await owner.listPlanned()).toMatchObject([{ state: 'failed' }]);
  expect(await readHeading()).toEqual(before);
});

test.each([
  ['the first time of two', '2038-11-07T01:30', '', '2038-11-07T05:30:00Z'],
  [
    'a closing at a time of which there are two, the first',
    '2038-11-06',
    '5 pm – 1:30 am',
    '2038-11-07T05:30:00Z',
  ],
  ['a closing at a skipped time, that of the jump', '2038-03-13', '5 pm – 2:30 am', '2038-03-14T07:00:00Z'],
  ['a closing after the jump', '2038-03-13', '5 pm – 3:30 am', '2038-03-14T07:30:00Z'],
  ['a closing after the repeated hour', '2038-11-06', '5 pm – 2:30 am', '2038-11-07T07:30:00Z'],
])(
  'in the night in which the clocks change, an end is made once at %s',
  async (_what, until, hours, time) => {
    const [before] = await readHeading();
    const [day, instant] = [until.slice(0, 10), Date.parse(time)];
    const special = { from: day, until: null, closed: false, hours, reason: 'Party' };
    await owner.publish(HOURS, { specialDays: hours ? [special] : [] });
    await planHeading('Planned', THURSDAY, until);
    await leave(until);
    await cms.goTo(THURSDAY);
    await cms.goToInstant(instant - 60_000);
    expect([(await readHeading())[0], await readShown()]).toEqual(['Planned', true]);
    await cms.goToInstant(instant);
    expect([(await readHeading())[0], await readShown()]).toEqual([before, false]);
    await switchFries(true);
    await owner.publish(HOME, { mainHeading: 'Later' });
    // The clock shows the same time again.
    await cms.goToInstant(instant + 3_600_000);
    expect([(await readHeading())[0], await readShown()]).toEqual(['Later', true]);
    expect(await findPlans(cms.strapi)).toEqual([]);
  },
);

test('an end at a time that the clocks skip is refused', async () => {
  await owner.saveDraft(HOME, { mainHeading: 'Planned' });
  await expect(owner.plan(HOME, THURSDAY, { until: '2038-03-14T02:30' })).rejects.toThrow(
    /^400 .*clocks go forward/,
  );
});

test('an end whose start was made while the clock was ahead waits for its time, and is made once', async () => {
  const [before] = await readHeading();
  await planHeading('Planned', THURSDAY, SUNDAY);
  await cms.goTo(THURSDAY);
  await cms.goTo('2037-11-24T13:00');
  expect(await owner.listPlanned()).toMatchObject([{ scope: 'end', state: 'waiting', localTime: CLOSING }]);
  await cms.goTo(CLOSING);
  expect((await readHeading())[0]).toBe(before);
  await owner.publish(HOME, { mainHeading: 'Later' });
  await cms.goTo('2037-11-28T12:00');
  await cms.goTo(CLOSING);
  expect((await readHeading())[0]).toBe('Later');
  expect(await owner.listPlanned()).toEqual([]);
});

test('while the clock is years ahead nothing ends, and once it is right an end waits again', async () => {
  const [before] = await readHeading();
  await planHeading('Planned', THURSDAY, SUNDAY);
  await cms.goTo(THURSDAY);
  await cms.goTo('2048-11-24T12:00');
  expect(await owner.listPlanned()).toMatchObject([{ scope: 'end', state: 'asking' }]);
  expect((await readHeading())[0]).toBe('Planned');
  await cms.goTo('2037-11-27T12:00');
  expect(await owner.listPlanned()).toMatchObject([{ scope: 'end', state: 'waiting' }]);
  await cms.goTo(CLOSING);
  expect((await readHeading())[0]).toBe(before);
});
