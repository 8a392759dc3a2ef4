import { expect, test } from 'vitest';
import type { MenuChangeAnswer } from '../../cms/src/menu/menuAnswers.ts';
import { cms, requireCompiled } from '../support/cms.ts';
import { administrator, createAccount, type Entry, owner } from '../support/owner.ts';
import { accounts } from '../support/seededCopy.ts';

const { followHours } =
  requireCompiled<typeof import('../../cms/src/site/storedPlans.ts')>('site/storedPlans');
const { toLocalText } =
  requireCompiled<typeof import('../../cms/src/site/openingHours.ts')>('site/openingHours');

const side = (documentId: string): Entry => ({ type: 'menu-side', documentId });
const FRIES = side('hand-cut-fries');
const HOME: Entry = { type: 'homepage', documentId: 'home-main' };
const HOURS: Entry = { type: 'contactpage', documentId: 'contact-hours' };
const NAME: Entry = { type: 'website-name', documentId: 'website-name' };
const THURSDAY = '2037-11-26T17:00';

const readSides = () => cms.readContent('menu-side');
const readHome = () => cms.readContent('homepage');

test('publishes at its time what the owner saw, and not what she typed later', async () => {
  await owner.saveAndPlan(HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await owner.saveDraft(HOME, { mainHeading: 'Friday words' });
  expect(await owner.listPlanned()).toMatchObject([
    {
      scope: 'entry',
      state: 'waiting',
      localTime: THURSDAY,
      when: 'Thursday, November 26 at 5:00 pm, in two days',
      change: expect.stringContaining('→ “Thursday words”'),
      canChange: true,
    },
  ]);
  await cms.goTo('2037-11-26T16:59');
  expect(await owner.listPlanned()).toMatchObject([{ when: expect.stringContaining('in one minute') }]);
  expect(await readHome()).not.toContain('Thursday words');
  await cms.goTo(THURSDAY);
  expect(await readHome()).toContain('Thursday words');
  expect(await owner.listPlanned()).toEqual([]);
  expect(await owner.open(HOME)).toMatchObject({ mainHeading: 'Friday words', status: 'modified' });
  expect((await owner.listVersions(HOME))[0]).toMatchObject({
    change: expect.stringMatching(/^As planned: Heading: .* → “Thursday words”$/),
    author: expect.any(String),
  });
});

test('a planned change has the present name of the account that has planned it', async () => {
  await owner.saveAndPlan(HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await owner.changeProfile({ firstname: 'Rosa' });
  expect(await owner.listPlanned()).toMatchObject([{ author: 'Rosa' }]);
  await cms.goTo(THURSDAY);
  expect((await owner.listVersions(HOME))[0]).toMatchObject({ author: 'Rosa' });
});

test('of a draft, what equals the site follows a planned change, and what does not stays', async () => {
  const before = await owner.open(HOME);
  await owner.saveAndPlan(HOME, { mainHeading: 'Planned', description: 'Planned text' }, THURSDAY);
  // The heading is as on the site again, and the text is another one.
  await owner.saveDraft(HOME, { mainHeading: before.mainHeading, description: 'Own text' });
  await cms.goTo(THURSDAY);
  expect(await owner.open(HOME)).toMatchObject({ mainHeading: 'Planned', description: 'Own text' });
  await owner.publish(HOME);
  expect(await readHome()).toContain('"Planned"');
});

test('a planned closure around a day with other hours closes every day of it', async () => {
  const closure = { from: '2037-12-20', until: '2037-12-30', closed: true, hours: null, reason: 'Winter' };
  const open = await owner.open(HOURS);
  await owner.saveAndPlan(HOURS, { specialDays: [closure] }, THURSDAY);
  await owner.saveDraft(HOURS, { specialDays: open.specialDays });
  const other = { from: '2037-12-24', until: null, closed: false, hours: '5 pm – 9 pm', reason: 'Party' };
  await owner.publish(HOURS, { specialDays: [other] });
  await cms.goTo(THURSDAY);
  expect(await owner.listPlanned()).toEqual([]);
  const { specialDays } = await owner.open(HOURS);
  expect(specialDays).toMatchObject([closure]);
});

test('a large menu is made dish by dish: others are answered meanwhile, and what was deleted is left out', async () => {
  const ids: string[] = [];
  for (let count = 1; count <= 30; count += 1)
    ids.push((await owner.addItem('menu-side', `Side ${String(count).padStart(2, '0')}`)).id);
  await owner.planMenu(THURSDAY);
  for (const id of ids.slice(0, 8)) await owner.deleteItem('menu-side', id);
  const order: string[] = [];
  const made = cms.goTo(THURSDAY).then(() => order.push('made'));
  await cms.readContent('menu-side');
  order.push('answered');
  await made;
  expect(order).toEqual(['answered', 'made']);
  expect((await readSides()).match(/"Side \d\d"/g)).toHaveLength(22);
  const [planned] = await owner.listPlanned();
  expect(planned).toMatchObject({ scope: 'menu', title: 'The menu', state: 'failed' });
  expect(planned?.entries).toHaveLength(30);
  expect(planned?.problem).toMatch(
    /^“Side 01”: It was deleted in the meantime\. .*“Side 08”: .* Everything else is on the site\.$/,
  );
});

test('a new dish that was published and taken off before its time stays off', async () => {
  const { id } = await owner.addItem('menu-side', 'New slaw');
  await owner.plan(side(id), THURSDAY);
  await owner.publish(side(id), { sideName: 'Corrected slaw' });
  await owner.switchItem('menu-side', id, false);
  await cms.goTo(THURSDAY);
  expect(await owner.listPlanned()).toEqual([]);
  expect(await readSides()).not.toContain('slaw');
});

test('makes what it has missed, in order, and says that it was late; after a day it asks', async () => {
  await owner.saveAndPlan(HOME, { mainHeading: 'First' }, '2037-11-25T12:00');
  await owner.saveAndPlan(HOME, { mainHeading: 'Second' }, THURSDAY);
  await owner.saveAndPlan(HOME, { mainHeading: 'Third' }, '2037-11-26T18:00');
  await cms.goTo('2037-11-26T20:00');
  const changes = await owner.listPlanned();
  expect(changes).toMatchObject([
    {
      change: expect.stringContaining('“First”'),
      state: 'asking',
      problem: expect.stringContaining('more than a day ago'),
    },
    { state: 'late', problem: 'This was done later than planned: Thursday, November 26 at 8:00 pm.' },
    { state: 'late' },
  ]);
  expect((await owner.listVersions(HOME)).slice(0, 2)).toMatchObject([
    { change: expect.stringContaining('→ “Third”') },
    { change: expect.stringContaining('→ “Second”') },
  ]);
  expect(await readHome()).toContain('Third');
  await owner.makePlanned(changes[0]?.id);
  expect(await readHome()).toContain('First');
  expect(await owner.listPlanned()).toMatchObject([{ state: 'late' }, { state: 'late' }]);
});

test('moves, replaces and cancels a change, and the audit log says who did', async () => {
  await owner.saveAndPlan(HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  const [planned] = await owner.listPlanned();
  await administrator.movePlanned(planned?.id, '2037-11-25T17:00');
  expect(await owner.listPlanned()).toMatchObject([{ when: 'tomorrow, Wednesday, at 5:00 pm' }]);
  await owner.saveDraft(HOME, { mainHeading: 'Better words' });
  expect(await owner.listPlanned(HOME)).toMatchObject([{ isBehindDraft: true }]);
  await administrator.plan(HOME, '2037-11-25T18:00', { replaces: planned?.id });
  const [replaced] = await owner.listPlanned(HOME);
  expect(replaced).toMatchObject({
    isBehindDraft: false,
    change: expect.stringContaining('→ “Better words”'),
  });
  await owner.saveDraft(HOME, { description: 'Another field' });
  expect(await owner.listPlanned(HOME)).toMatchObject([{ isBehindDraft: true }]);
  await owner.cancelPlanned(replaced?.id);
  expect((await administrator.readLog()).lines.slice(0, 3)).toMatchObject([
    {
      author: accounts.OWNER_EMAIL,
      text: expect.stringMatching(/^cancelled the change of .* for 2037-11-25 at 18:00\.?$/i),
    },
    {
      author: accounts.ADMIN_EMAIL,
      text: expect.stringMatching(/^replaced the change of .* by the change of .* at 18:00\.?$/i),
    },
    {
      author: accounts.ADMIN_EMAIL,
      text: expect.stringMatching(/^moved the change of .* to 2037-11-25 at 17:00\.?$/i),
    },
  ]);
  await cms.goTo('2037-11-25T18:00');
  expect(await owner.listPlanned()).toEqual([]);
  expect(await readHome()).not.toMatch(/Better words|Thursday words/);
});

test('rejects wrong times, drafts and entries with one sentence, and plans nothing', async () => {
  const { updatedAt } = await owner.open(FRIES);
  await expect(owner.plan(FRIES, THURSDAY)).rejects.toThrow(/^400 .*nothing to publish/);
  await owner.saveDraft(FRIES, { sideName: 'Other fries' });
  await expect(owner.plan(FRIES, THURSDAY, { savedAt: updatedAt })).rejects.toThrow(
    /^409 Somebody has changed/,
  );
  for (const [time, sentence] of [
    ['', /^400 Choose a day/],
    ['2037-02-30T10:00', /^400 Choose a day/],
    ['2037-11-24T11:59', /^400 .*has passed/],
    ['2048-11-24T11:59', /^400 .*more than a year/],
    ['2038-03-14T02:30', /^400 .*clocks go forward/],
  ] as const)
    await expect(owner.plan(FRIES, time), time).rejects.toThrow(sentence);
  await owner.saveDraft(FRIES, { sideName: '' });
  await expect(owner.plan(FRIES, THURSDAY)).rejects.toThrow(/^400 /);
  await expect(owner.movePlanned(99, THURSDAY)).rejects.toThrow(/^404 This is not planned any more/);
  const unknown = { type: 'nothing', documentId: 'x' };
  await expect(owner.plan(unknown, THURSDAY, { savedAt: updatedAt })).rejects.toThrow(/^404 /);
  expect(await owner.listPlanned()).toEqual([]);
});

test('nobody reads a change beforehand without the token of its look', async () => {
  await owner.saveAndPlan(HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  await owner.saveDraft(HOME, { mainHeading: 'Something else' });
  const [planned] = await owner.listPlanned();
  const token = await owner.lookAtPlanned(planned?.id);
  const read = async (headers: Record<string, string>) => {
    const response = await fetch(`${cms.url}/api/homepages?status=draft&pagination[pageSize]=100`, {
      headers,
    });
    return [response.status, (await response.text()).includes('Thursday words')];
  };
  expect(await read({ 'x-preview-token': token })).toEqual([200, true]);
  expect(await read({})).toEqual([403, false]);
  expect(await readHome()).not.toContain('Thursday words');
  await owner.cancelPlanned(planned?.id);
  expect(await read({ 'x-preview-token': token })).toEqual([403, false]);
});

test('an account that may not publish sees what is planned, and can’t change it', async () => {
  await owner.saveAndPlan(HOME, { mainHeading: 'Thursday words' }, THURSDAY);
  const permissions = ['read', 'update'].map((action) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject: 'api::homepage.homepage',
    properties: {},
    conditions: [],
  }));
  const writer = await createAccount('Writer', permissions);
  const [planned] = await writer.listPlanned();
  expect(planned).toMatchObject({ change: expect.stringContaining('“Thursday words”'), canChange: false });
  await expect(writer.cancelPlanned(planned?.id)).rejects.toThrow(/^403 /);
});

const switchFries = (shown: boolean, until?: string) =>
  owner.switchItem('menu-side', FRIES.documentId, shown, until);
const findReturn = ({ menu }: MenuChangeAnswer) =>
  menu.sections
    .flatMap(({ lists }) => lists.flatMap(({ items }) => items))
    .find(({ id }) => id === FRIES.documentId)?.returns;

test('a dish comes back at the next opening with the words that the site showed last, never with its draft', async () => {
  await owner.saveDraft(FRIES, { sideName: 'Open draft' });
  const off = await switchFries(false);
  expect(findReturn(off)).toBeUndefined();
  expect(off.undo).toMatchObject({ shown: true });
  const planned = await switchFries(false, 'tomorrow');
  expect(findReturn(planned)).toEqual({
    localTime: '2037-11-25T16:30',
    when: 'tomorrow, Wednesday, at 4:30 pm',
  });
  expect(planned.undo).toMatchObject({ shown: false });
  expect(await owner.listPlanned()).toMatchObject([
    { scope: 'item', change: 'Back on the menu', title: '“Open draft”' },
  ]);
  expect(await readSides()).not.toContain('Fries');
  await cms.goTo('2037-11-25T16:30');
  expect(await readSides()).toContain('Hand-Cut Fries');
  expect(await readSides()).not.toContain('Open draft');
  expect(await owner.listPlanned()).toEqual([]);
  expect((await owner.listVersions(FRIES))[0]).toMatchObject({ change: 'As planned: Back on the site' });
});

test('a dish comes back on the day that she chose, and every step can be undone', async () => {
  // Closed on Mondays.
  expect(findReturn(await switchFries(false, '2037-11-30'))).toMatchObject({ localTime: '2037-12-01T16:30' });
  const back = await switchFries(true);
  expect(back.undo).toMatchObject({ shown: false, until: '2037-12-01T16:30' });
  expect(await owner.listPlanned()).toEqual([]);
  expect(findReturn(await owner.undo(back.undo))).toMatchObject({
    when: 'Tuesday, December 1 at 4:30 pm, in seven days',
  });
  expect(findReturn(await switchFries(false))).toBeUndefined();
  expect(await owner.listPlanned()).toEqual([]);
});

test('what comes back at an opening waits for it when the hours change, also after an undo', async () => {
  const readTime = async () => (await owner.listPlanned()).map(({ localTime }) => localTime);
  const closeOn = (from: string) =>
    owner.publish(HOURS, { specialDays: [{ from, until: null, closed: true, reason: 'Wedding' }] });
  await switchFries(false, 'tomorrow');
  await closeOn('2037-11-25');
  expect(await readTime()).toEqual(['2037-11-26T16:30']);
  const { undo } = await switchFries(true);
  await owner.undo(undo);
  await closeOn('2037-12-24');
  expect(await readTime()).toEqual(['2037-11-26T16:30']);
  await switchFries(false, 'tomorrow');
  expect(await readTime()).toEqual(['2037-11-25T16:30']);

  cms.setTime('2037-11-25T12:00');
  await owner.setHours({ date: '2037-11-25', hours: '6 pm – 9 pm' });
  expect(await readTime()).toEqual(['2037-11-25T18:00']);
  // It is open already, so it is back at once.
  await owner.setHours({ date: '2037-11-25', hours: '11 am – 9 pm' });
  await cms.goTo('2037-11-25T12:01');
  expect(await readSides()).toContain('Hand-Cut Fries');
  expect(await owner.listPlanned()).toEqual([]);
});

test.each([
  ['for days is asked about', 3 * 24, { state: 'asking' }, false],
  ['for an hour is said to be late', 1, { state: 'late' }, true],
] as const)(
  'a return that was missed %s, also after the hours have changed',
  async (_what, hours, plan, isBack) => {
    await switchFries(false, 'tomorrow');
    const { dueAt } = await cms.strapi.db.query('site::scheduled-change').findOne({ where: {} });
    cms.setTime(toLocalText(new Date(dueAt).getTime() + hours * 3_600_000));
    await owner.publish(HOURS, { subHeadings: 'When we are here' });
    await followHours(cms.strapi);
    await cms.restart();
    expect(await owner.listPlanned()).toMatchObject([plan]);
    expect((await readSides()).includes('Hand-Cut Fries')).toBe(isBack);
  },
);

test('a return keeps its time when the next opening is not known any more', async () => {
  await switchFries(false, '2037-11-24');
  await owner.publish(HOURS, { description: 'Call us!' });
  expect(await owner.listPlanned()).toMatchObject([{ localTime: '2037-11-24T16:30' }]);
});

test('in the minute of an opening, “today” is the next opening', async () => {
  cms.setTime('2037-11-24T16:30');
  expect(findReturn(await switchFries(false, '2037-11-24'))).toMatchObject({ localTime: '2037-11-25T16:30' });
});

test('what Strapi would refuse at its time is refused when it is planned', async () => {
  await owner.saveDraft(NAME, { websiteName: null });
  await expect(owner.plan(NAME, THURSDAY)).rejects.toThrow(/^400 /);
  expect(await owner.listPlanned()).toEqual([]);
});

test('a deleted dish that an earlier version puts on the menu has no return any more', async () => {
  const [version] = await owner.listVersions(FRIES);
  await switchFries(false, '2037-12-01');
  await owner.deleteItem('menu-side', FRIES.documentId);
  await owner.bringBack(version);
  await owner.unpublish(FRIES);
  expect(await owner.listPlanned()).toEqual([]);
  await cms.goTo('2037-12-01T16:30');
  expect(await readSides()).not.toContain('Hand-Cut Fries');
});

test('a dish that is deleted while it is off does not come back, and nothing is said, unless it was restored', async () => {
  const read = async () => (await owner.listPlanned()).map(({ title }) => title);
  await switchFries(false, 'tomorrow');
  const { undo } = await owner.deleteItem('menu-side', FRIES.documentId);
  expect(await read()).toEqual([]);
  await owner.undo(undo);
  expect(await read()).toEqual(['“Hand-Cut Fries”']);
  await owner.deleteItem('menu-side', FRIES.documentId);
  await cms.goTo('2037-11-25T16:30');
  expect(await read()).toEqual([]);
});

test('rejects a return on a day that has passed, and of a dish that was never on the menu', async () => {
  for (const [until, sentence] of [
    ['2037-11-23', /^400 .*has passed/],
    ['2047-11-23', /^400 .*more than a year/],
    ['soon', /^400 Choose a day/],
  ] as const)
    await expect(switchFries(false, until), until).rejects.toThrow(sentence);
  const { id } = await owner.addItem('menu-side', 'New');
  await expect(owner.switchItem('menu-side', id, false, 'tomorrow')).rejects.toThrow(
    /^400 .*never on the menu/,
  );
  expect(await readSides()).toContain('Hand-Cut Fries');
});

test('a planned menu is what the owner saw, without what a colleague has changed meanwhile', async () => {
  await owner.saveDraft(FRIES, { sideName: 'Thursday fries' });
  const { readAt: seenAt } = await owner.readMenu();
  await owner.saveDraft(side('sweet-corn'), { sideName: 'Her own corn' });
  await administrator.changeText('menu-side', FRIES.documentId, { name: 'Other fries' });
  await expect(owner.planMenu(THURSDAY, { seenAt })).rejects.toThrow(
    /^409 Somebody else has changed “Other fries” since you opened this/,
  );
  expect(await owner.listPlanned()).toEqual([]);
  await owner.planMenu(THURSDAY, { seenAt: (await owner.readMenu()).readAt });
  expect(await owner.listPlanned()).toHaveLength(1);
});

test('undoing “added” keeps what a colleague has changed or published meanwhile', async () => {
  const [slaw, soup] = [await owner.addItem('menu-side', 'Slaw'), await owner.addItem('menu-side', 'Soup')];
  await administrator.publish(side(slaw.id));
  await administrator.changeText('menu-side', soup.id, { name: 'Beet soup' });
  await administrator.publishMenu();
  for (const { undo } of [slaw, soup])
    await expect(owner.undo(undo)).rejects.toThrow(/^409 .* was changed or published since it was added/);
  expect(await readSides()).toContain('Slaw');
  const corn = await owner.addItem('menu-side', 'Corn salad');
  const { undo } = await owner.undo(corn.undo);
  expect(await owner.listItems('menu-side')).not.toContainEqual(expect.objectContaining({ id: corn.id }));
  await owner.undo(undo);
  expect(await owner.listItems('menu-side')).toContainEqual(expect.objectContaining({ id: corn.id }));
});
