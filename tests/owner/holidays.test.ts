import { expect, test } from 'vitest';
import { cms } from '../support/cms.ts';
import { administrator, createAccount, type Entry, Owner, owner } from '../support/owner.ts';

// Each test begins on Tuesday, November 24, at noon; Thanksgiving is two days later.

const HOURS: Entry = { type: 'contactpage', documentId: 'contact-hours' };
const DATE = '2037-11-26';
const CLOSED = { closed: true, reason: 'Thanksgiving' };
const DECISION = 'Closed Thursday, November 26: Thanksgiving';

const listNames = async (account = owner) =>
  (await account.askAboutHolidays()).questions.map(({ name }) => name);

/** The special days that the site gets. */
async function readDays() {
  const { data }: { data: { documentId: string; specialDays: object[] }[] } = JSON.parse(
    await cms.readContent('contactpage'),
  );
  return data.find(({ documentId }) => documentId === HOURS.documentId)?.specialDays;
}

const readDraftDays = async () => (await owner.open(HOURS)).specialDays;

test('asks about a holiday from two weeks before until the day before, by the clock of the restaurant', async () => {
  expect((await owner.askAboutHolidays()).questions).toEqual([
    {
      name: 'Thanksgiving',
      date: DATE,
      sentence: 'Thanksgiving is Thursday, November 26',
      hours: '4:30 pm – 9:30 pm',
    },
  ]);
  for (const [time, names] of [
    // The clocks have changed on November 1; in UTC it is the next day already.
    ['2037-11-11T23:59', []],
    ['2037-11-12T00:00', ['Thanksgiving']],
    ['2037-11-25T23:59', ['Thanksgiving']],
    ['2037-11-26T00:00', []],
    // A year ends; no more than two at a time.
    ['2037-12-18T12:00', ['Christmas Eve', 'Christmas']],
    ['2037-12-31T12:00', ['New Year’s Day']],
  ] as const) {
    cms.setTime(time);
    expect(await listNames(), time).toEqual(names);
  }
  cms.setTime('2037-12-24T12:00');
  const { questions } = await owner.askAboutHolidays();
  expect(questions.at(-1)?.sentence).toBe('New Year’s Eve is Thursday, December 31');
  cms.setTime('2037-12-31T12:00');
  expect((await owner.askAboutHolidays()).questions[0]?.sentence).toBe(
    'New Year’s Day is Friday, January 1, 2038',
  );
});

test('closed: the site and the draft have a special day with the name of the holiday, and undo removes it', async () => {
  await owner.saveDraft(HOURS, { subHeadings: 'Not published yet' });
  const closed = [{ from: DATE, until: null, ...CLOSED }];
  // The second time is as after a response that was lost.
  for (const time of ['once', 'twice']) {
    expect(await owner.answerHoliday(DATE, CLOSED), time).toMatchObject({
      questions: [],
      decision: DECISION,
    });
    expect(await readDays(), time).toMatchObject(closed);
  }
  expect((await owner.readToday()).comingDays).toEqual([{ from: DATE, line: DECISION }]);
  expect(await owner.open(HOURS)).toMatchObject({ specialDays: closed, subHeadings: 'Not published yet' });
  const [version] = await owner.listVersions(HOURS);
  expect(version).toMatchObject({
    isCurrent: true,
    change: 'Special days: “Thursday, November 26, 2037” added',
  });

  for (const time of ['once', 'twice']) {
    const { questions, decision } = await owner.answerHoliday(DATE, CLOSED, true);
    expect([questions.length, decision], time).toEqual([1, undefined]);
    expect([await readDays(), await readDraftDays()], time).toEqual([[], []]);
  }
});

test('other hours: the site shows them on that day, beside the special days that are there', async () => {
  const inventory = { from: '2037-12-03', closed: true, reason: 'Inventory' };
  await owner.publish(HOURS, { specialDays: [inventory] });
  await expect(owner.answerHoliday(DATE, { hours: 'early' })).rejects.toThrow(/^400 Write the hours like/);
  const hours = { hours: 'noon – 6 pm', reason: 'Thanksgiving' };
  const { decision } = await owner.answerHoliday(DATE, hours);
  expect(decision).toBe('Thursday, November 26, noon – 6:00 pm: Thanksgiving');
  expect(await readDays()).toMatchObject([{ from: DATE, ...hours }, inventory]);
  await owner.answerHoliday(DATE, hours, true);
  expect(await readDays()).toMatchObject([inventory]);
});

test('as usual: changes nothing on the site, and only this date is not asked about any more', async () => {
  const before = await cms.readContent('contactpage');
  const usual = { usual: true } as const;
  for (const time of ['once', 'twice'])
    expect(await owner.answerHoliday(DATE, usual), time).toMatchObject({
      questions: [],
      decision: 'As usual on Thursday, November 26',
    });
  expect(await cms.readContent('contactpage')).toBe(before);
  await owner.answerHoliday(DATE, usual, true);
  expect(await listNames()).toEqual(['Thanksgiving']);
  await owner.answerHoliday(DATE, usual);
  cms.setTime('2038-11-20T12:00');
  expect(await listNames()).toEqual(['Thanksgiving']);
});

test('does not ask about days that are special already: on the site, in the draft, or planned', async () => {
  const vacation = { from: '2037-11-25', until: '2037-11-27', closed: true, reason: 'Vacation' };
  await owner.publish(HOURS, { specialDays: [vacation] });
  expect(await listNames()).toEqual([]);
  await owner.publish(HOURS, { specialDays: [] });
  expect(await listNames()).toEqual(['Thanksgiving']);
  // An unfinished one counts, too.
  await owner.saveDraft(HOURS, { specialDays: [{ from: DATE, closed: false }] });
  expect(await listNames()).toEqual([]);
  await expect(owner.answerHoliday(DATE, { usual: true })).rejects.toThrow(
    /^400 .* Other hours on Thursday, November 26 are saved or planned already\.$/,
  );
  await owner.saveAndPlan(HOURS, { specialDays: [vacation] }, '2037-11-24T18:00');
  await owner.saveDraft(HOURS, { specialDays: [] });
  expect(await listNames()).toEqual([]);
  await owner.cancelPlanned((await owner.listPlanned(HOURS))[0]?.id);
  expect(await listNames()).toEqual(['Thanksgiving']);
});

test('does not ask about weekdays without a service, and asks while the hours are not understood', async () => {
  await owner.publish(HOURS, { description: 'Thursday: Closed\nFriday – Wednesday: 4:30 pm – 10:30 pm' });
  expect(await listNames()).toEqual([]);
  await owner.publish(HOURS, { description: 'Whenever the oven is hot' });
  expect((await owner.askAboutHolidays()).questions).toMatchObject([{ name: 'Thanksgiving', hours: '' }]);
  expect((await owner.answerHoliday(DATE, CLOSED)).decision).toBe(DECISION);
});

test('after midnight, a service that runs until 2 am still belongs to the day before', async () => {
  await owner.publish(HOURS, { description: 'Monday – Sunday: 6 pm – 2 am' });
  cms.setTime('2037-11-26T00:30');
  expect(await listNames()).toEqual(['Thanksgiving']);
  const { decision } = await owner.answerHoliday(DATE, CLOSED);
  expect(decision).toBe(DECISION);
  expect((await owner.readToday()).line).toBe('Open until 2:00 am');
});

test('an answer that comes just after midnight counts, and one that comes a day later does not', async () => {
  cms.setTime('2037-11-26T00:01');
  await owner.answerHoliday(DATE, CLOSED);
  expect((await owner.readToday()).line).toMatch(/^Closed today: Thanksgiving\./);
  cms.setTime('2037-11-27T12:00');
  for (const date of [DATE, '2037-11-28', '2037-12-25', 'today'])
    await expect(owner.answerHoliday(date, CLOSED), date).rejects.toThrow(/^400 Nothing is asked about/);
});

test('the second of two answers is told what the first has decided, and so is a late undo', async () => {
  await owner.answerHoliday(DATE, CLOSED);
  await expect(administrator.answerHoliday(DATE, { usual: true })).rejects.toThrow(
    `400 This day was decided in the meantime, so nothing has changed. ${DECISION}.`,
  );
  const hours = { from: DATE, hours: 'noon – 6 pm' };
  await owner.publish(HOURS, { specialDays: [hours] });
  await expect(owner.answerHoliday(DATE, CLOSED, true)).rejects.toThrow(/^400 .* noon – 6:00 pm\.$/);
  expect(await readDays()).toMatchObject([hours]);

  await owner.publish(HOURS, { specialDays: [] });
  await administrator.answerHoliday(DATE, { usual: true });
  await expect(owner.answerHoliday(DATE, CLOSED)).rejects.toThrow(/^400 .* As usual on Thursday/);
});

test('of two answers at the same moment, one counts @postgres', async () => {
  const answers = [{ usual: true } as const, CLOSED, { hours: 'noon – 6 pm' }];
  const results = await Promise.allSettled(answers.map((answer) => owner.answerHoliday(DATE, answer)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const isClosed = results[0]?.status !== 'fulfilled';
  expect(await readDays()).toHaveLength(isClosed ? 1 : 0);
  expect(await listNames()).toEqual([]);
});

test('an account that may not change the hours is neither asked nor answered', async () => {
  const uid = 'api::contactpage.contactpage';
  const fields = ['specialDays.from', 'description'];
  const reader = await createAccount('Reader', [
    {
      action: 'plugin::content-manager.explorer.read',
      subject: uid,
      properties: { fields },
      conditions: [],
    },
  ]);
  await expect(listNames(reader)).rejects.toThrow(/^403 /);
  await expect(reader.answerHoliday(DATE, CLOSED)).rejects.toThrow(/^403 /);
  expect(await listNames(new Owner())).toEqual(['Thanksgiving']);
});
