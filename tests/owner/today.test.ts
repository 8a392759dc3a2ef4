import { expect, test } from 'vitest';
import { cms } from '../support/cms.ts';
import { type Entry, owner, type Values } from '../support/owner.ts';

// Each test begins on Tuesday, November 24, at noon.

const HOURS: Entry = { type: 'contactpage', documentId: 'contact-hours' };
const ADDRESS: Entry = { type: 'contactpage', documentId: 'contact-address' };
const NAME: Entry = { type: 'website-name', documentId: '' };
const TODAY = '2037-11-24';
const UNTIL = '2037-11-27T12:00';

interface Hours extends Values {
  specialDays: { from: string; reason: string | null }[];
}

interface Name extends Values {
  notice: { text: string; from: string | null; until: string; address: string | null } | null;
}

/** What the site gets of the entries with the hours and with the notice. */
async function readSite(): Promise<{ hours: Hours | undefined; name: Name }> {
  const { data }: { data: Hours[] } = JSON.parse(await cms.readContent('contactpage'));
  const { data: name }: { data: Name } = JSON.parse(await cms.readContent('website-name'));
  return { hours: data.find(({ documentId }) => documentId === HOURS.documentId), name };
}

const readDays = async () => (await readSite()).hours?.specialDays;

const vacation = (from: string, until: string) => ({ from, until, closed: true, reason: 'Vacation' });

test('after midnight, a change of today is about the day on which the service began', async () => {
  await owner.publish(HOURS, { description: 'Monday – Sunday: 5 pm – 6 am' });
  cms.setTime('2037-11-25T00:30');
  expect(await owner.readToday()).toMatchObject({ date: TODAY, line: 'Open until 6:00 am' });

  // The second time is as after a response that was lost, or by a second account.
  for (const time of ['once', 'twice']) {
    const { line } = await owner.setHours({ date: TODAY, closed: true });
    expect(line, time).toBe('Closed, opens at 5:00 pm');
    expect(await readDays(), time).toMatchObject([{ from: TODAY, until: null, closed: true }]);
  }
  expect((await owner.openAsUsual(TODAY)).line).toBe('Open until 6:00 am');
  expect(await readDays()).toEqual([]);
  expect((await owner.setHours({ date: TODAY, hours: '5 pm – 5 am' })).line).toBe('Open until 5:00 am');
  expect(await readDays()).toMatchObject([{ from: TODAY, hours: '5 pm – 5 am' }]);
  const { notice } = await owner.putNoticeUp('Last orders at four', '2037-11-25T05:00');
  expect(notice).toMatchObject({ text: 'Last orders at four', shown: 'until Wednesday at 5:00 am' });
});

test('a change of today publishes nothing of an open draft, and leaves what waits there', async () => {
  const { name, hours } = await readSite();
  const ownNotice = { text: 'The patio opens on Friday', until: '2090-11-24T05:00:00.000Z' };
  const ownDays = [
    { from: TODAY, until: '2037-11-26', closed: false, hours: '6 pm – 8 pm', reason: 'Half board' },
    { from: '2037-12-03', closed: true, reason: 'Inventory' },
  ];
  await owner.saveDraft(NAME, { websiteName: 'Secret name', notice: ownNotice });
  await owner.saveDraft(HOURS, { subHeadings: 'Secret heading', specialDays: ownDays });
  const readDrafts = async () => {
    const [site, days] = [await owner.open(NAME), await owner.open(HOURS)];
    return [site.websiteName, site.notice, site.status, days.subHeadings, days.specialDays, days.status];
  };
  const drafts = await readDrafts();
  expect(drafts).toMatchObject(['Secret name', ownNotice, 'modified', 'Secret heading', ownDays, 'modified']);

  for (const [change, notice, specialDays] of [
    [() => owner.putNoticeUp('Closed tonight', UNTIL), { text: 'Closed tonight' }, []],
    [() => owner.takeNoticeDown(), null, []],
    [() => owner.setHours({ date: TODAY, closed: true }), null, [{ from: TODAY, closed: true }]],
    [() => owner.setHours({ date: TODAY, hours: '1 pm – 9 pm' }), null, [{ hours: '1 pm – 9 pm' }]],
    [() => owner.openAsUsual(TODAY), null, []],
  ] as const) {
    expect(await change()).toMatchObject({ hasOtherHoursInDraft: true, hasOtherNoticeInDraft: true });
    expect(await readSite()).toMatchObject({
      name: { websiteName: name.websiteName, notice },
      hours: { subHeadings: hours?.subHeadings, specialDays },
    });
    expect(await readDrafts()).toEqual(drafts);
  }

  for (const entry of [HOURS, NAME]) await owner.publish(entry);
  expect(await readSite()).toMatchObject({
    name: { websiteName: 'Secret name', notice: ownNotice },
    hours: { subHeadings: 'Secret heading', specialDays: ownDays },
  });
  const waiting = { hasOtherHoursInDraft: false, hasOtherNoticeInDraft: false };
  expect(await owner.readToday()).toMatchObject(waiting);
});

test('other hours of today split a vacation on the site, and the longer one of the draft there', async () => {
  await owner.publish(HOURS, { specialDays: [vacation('2037-11-23', '2037-11-25')] });
  // The vacation is longer in the draft, and the same on the date of today.
  await owner.saveDraft(HOURS, { specialDays: [vacation('2037-11-23', '2037-11-29')] });
  await owner.setHours({ date: TODAY, hours: '5 pm – 9 pm' });
  const before = { from: '2037-11-23', until: null, reason: 'Vacation' };
  const today = { from: TODAY, until: null, closed: false, hours: '5 pm – 9 pm' };
  const after = { from: '2037-11-25', until: null, reason: 'Vacation' };
  expect(await readDays()).toMatchObject([before, today, after]);
  const draft = [before, today, { ...after, until: '2037-11-29' }];
  expect(await owner.open(HOURS)).toMatchObject({ specialDays: draft });
});

test('forms that were opened before a change of today or of the notice can be saved', async () => {
  await owner.publish(HOURS, { specialDays: [vacation('2037-11-22', '2037-11-26')] });
  const open = async () => {
    const { specialDays } = await owner.open(HOURS);
    return () => owner.saveDraft(HOURS, { specialDays });
  };
  const saveVacation = await open();
  await owner.setHours({ date: TODAY, hours: '5 pm – 9 pm' });
  const saveHours = await open();
  await owner.setHours({ date: TODAY, hours: '6 pm – 9 pm' });
  await saveHours();
  await owner.openAsUsual(TODAY);
  await saveHours();
  await saveVacation();
  const { specialDays } = await owner.open(HOURS);
  expect(specialDays).toMatchObject([vacation('2037-11-22', '2037-11-26')]);

  await owner.putNoticeUp('Closed tonight', UNTIL);
  const { websiteName, notice } = await owner.open(NAME);
  const saveNotice = () => owner.saveDraft(NAME, { websiteName, notice });
  await owner.putNoticeUp('Closed tomorrow', UNTIL);
  await saveNotice();
  await owner.takeNoticeDown();
  await saveNotice();
  expect(await owner.open(NAME)).toMatchObject({ notice: { text: 'Closed tonight' } });
});

test('a notice that is up is corrected from what the card shows of it', async () => {
  const first = await owner.putNoticeUp('Clossed tonight', UNTIL, 'www.table.example', '2037-11-24T11:00');
  const saved = {
    text: 'Clossed tonight',
    from: '2037-11-24T16:00:00.000Z',
    until: '2037-11-27T17:00:00.000Z',
  };
  expect((await readSite()).name.notice).toMatchObject({ ...saved, address: 'https://www.table.example' });

  const { text: _, from = '', until = '', address = '' } = first.notice ?? {};
  expect([from, until, address]).toEqual(['2037-11-24T11:00', UNTIL, 'https://www.table.example']);
  const { notice } = await owner.putNoticeUp('Closed tonight', until, '/Services/', from);
  expect(notice).toMatchObject({ text: 'Closed tonight', from, until: UNTIL, address: '/services' });
  const corrected = { ...saved, text: 'Closed tonight', address: '/services' };
  expect((await readSite()).name.notice).toMatchObject(corrected);
  expect(await owner.open(NAME)).toMatchObject({ notice: corrected, status: 'published' });
});

test('when two change today at the same moment, the site and the draft have the change of one @postgres', async () => {
  await Promise.all(
    ['One', 'Two'].flatMap((text) => [
      owner.putNoticeUp(text, UNTIL),
      owner.setHours({ date: TODAY, closed: true, reason: text }),
    ]),
  );
  const { name, hours } = await readSite();
  const [text, days] = [name.notice?.text, hours?.specialDays];
  expect(['One', 'Two']).toContain(text);
  expect(days).toEqual([expect.objectContaining({ from: TODAY, closed: true })]);
  expect(await owner.open(NAME)).toMatchObject({ notice: { text }, status: 'published' });
  expect(await owner.open(HOURS)).toMatchObject({
    specialDays: [{ from: TODAY, reason: days?.[0]?.reason }],
    status: 'published',
  });
});

test('rejects an invalid notice, invalid hours and another day than today with one sentence', async () => {
  for (const [change, sentence] of [
    [() => owner.putNoticeUp('Hello', '2020-01-01T10:00'), /^400 .*notice has passed/],
    [() => owner.putNoticeUp('Hello', '2040-02-30T10:00'), /^400 Choose the day/],
    [() => owner.putNoticeUp(' ', UNTIL), /^400 Write the words/],
    [() => owner.putNoticeUp('x'.repeat(141), UNTIL), /^400 Words: this is too long/],
    [() => owner.putNoticeUp('Closed\0', UNTIL), /^400 .*can’t be saved/],
    [() => owner.putNoticeUp('Closed', UNTIL, '/specials'), /^400 Link: The site has no page “\/specials”/],
    [() => owner.putNoticeUp('Closed', UNTIL, 'ask us'), /^400 Link: This is not a web address/],
    [() => owner.putNoticeUp('Closed', UNTIL, '', '2037-11-27T12:00'), /^400 Until: .*later than From/],
    [() => owner.putNoticeUp('Closed', UNTIL, '', 'tonight'), /^400 Choose the day/],
    [() => owner.setHours({ date: TODAY, closed: true, hours: '5 pm – 9 pm' }), /^400 .*closed or open/],
    [() => owner.setHours({ date: TODAY }), /^400 Write the hours, or/],
    [
      () => owner.setHours({ date: '2037-11-23', closed: true }),
      /^400 The day has changed\. Today is Tuesday, November 24\./,
    ],
    [() => owner.openAsUsual('2037-11-23'), /^400 The day has changed/],
  ] as const)
    await expect(change()).rejects.toThrow(sentence);
  expect([await readDays(), (await readSite()).name.notice]).toEqual([[], null]);
});

test('forms neither save nor publish an invalid special day or place, and name its field', async () => {
  const before = await readSite();
  for (const [entry, values, path, sentence] of [
    [
      HOURS,
      { specialDays: [vacation('2090-11-24', '2090-11-26'), vacation('2090-11-26', '2090-11-26')] },
      ['specialDays', 1, 'from'],
      /^400 Day: .* in common/,
    ],
    [ADDRESS, { mapPlace: 'Behind the mill' }, ['mapPlace'], /^400 Place on the map: .*no place on the map/],
  ] as const) {
    const rejected = { message: expect.stringMatching(sentence), details: { errors: [{ path }] } };
    await expect(owner.saveDraft(entry, values)).rejects.toMatchObject(rejected);
    await expect(owner.publish(entry, values)).rejects.toMatchObject(rejected);
    expect(await owner.open(entry)).toMatchObject({ status: 'published' });
  }
  expect(await readSite()).toEqual(before);
});

test('a special day without hours is saved as a draft, and not published', async () => {
  const unfinished = { specialDays: [{ from: '2090-11-24', closed: false }] };
  await owner.saveDraft(HOURS, unfinished);
  for (const values of [unfinished, {}])
    await expect(owner.publish(HOURS, values)).rejects.toThrow(/^400 Hours: .*, or choose/);
  expect(await readDays()).toEqual([]);
});

test('hours from before a limit of their length don’t stop a change of today', async () => {
  const where = { documentId: HOURS.documentId };
  const description = `Friday: 4:30 pm – 10:30 pm${'\nSee you'.repeat(100)}`;
  await cms.strapi.db.query('api::contactpage.contactpage').updateMany({ where, data: { description } });
  await owner.setHours({ date: TODAY, closed: true });
  expect(await readDays()).toMatchObject([{ from: TODAY, closed: true }]);
});
