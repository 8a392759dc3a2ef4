import { utimesSync } from 'node:fs';
import files from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';
// With this, the CMS sends mails.
import '../support/mailedCodes.ts';
import { administrator, Owner, owner } from '../support/owner.ts';
import { dailyFolder } from '../support/seededCopy.ts';

const { sendNotifications } = requireCompiled<
  typeof import('../../cms/src/notifications/sendNotifications.ts')
>('notifications/sendNotifications');

const ADMINISTRATOR_ROLE = 1;
const MARTA = 'marta@example.com';
const RAVI = 'ravi@example.com';
const CHIEF = 'chief@example.com';
const THANKSGIVING = '2037-11-26';
const FRIES = { type: 'menu-side', documentId: 'hand-cut-fries' };
const plans = cms.strapi.db.query('site::scheduled-change');

/** Checks, and returns the new mails to an address, each in one line. */
async function check(address: string): Promise<string[]> {
  cms.mails?.splice(0);
  await sendNotifications(cms.strapi);
  return mailsTo(address);
}

const mailsTo = (address: string): string[] =>
  (cms.mails ?? [])
    .filter(({ to }) => to.includes(address))
    .map(({ text }) => text.replaceAll(/=([0-9A-F]{2})/g, '%$1').replaceAll('\r\n', '\n'))
    .map((text) => text.replaceAll(/(?:%[0-9A-F]{2})+/g, decodeURIComponent));

/** Stores planned changes that could not be made, as the scheduler leaves them. */
async function addFailures(count: number, problem = 'It was deleted in the meantime.'): Promise<void> {
  const time = new Date(Date.now() - 60_000).toISOString();
  const plan = {
    ...{ scope: 'menu', state: 'failed', dueAt: time, scheduledAt: time, localTime: '2037-11-24T11:59' },
    ...{ timeZone: 'America/New_York', author: 'Marta', authorId: 2, title: 'Secret title', entries: [] },
    ...{ change: 'Secret words', uid: null, itemId: null, opensFrom: null, problem },
  };
  for (let number = 0; number < count; number += 1) await plans.create({ data: plan });
}

const findId = async (email: string): Promise<number> =>
  (await cms.strapi.db.query('admin::user').findOne({ where: { email } })).id;

/** Makes the backup of the seeded data this old. */
async function setBackupAge(days: number): Promise<void> {
  const [backup = ''] = await files.readdir(dailyFolder(cms.dataDir));
  const seconds = Date.now() / 1000 - days * 86_400;
  utimesSync(join(dailyFolder(cms.dataDir), backup), seconds, seconds);
  utimesSync(join(cms.dataDir, 'cms/secrets.json'), seconds - 86_400, seconds - 86_400);
}

beforeEach(async () => {
  await setBackupAge(0);
  await owner.answerHoliday(THANKSGIVING, { usual: true });
  await administrator.addAccount(MARTA);
  await administrator.addAccount(RAVI);
  await administrator.addAccount(CHIEF, ADMINISTRATOR_ROLE);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('each owner gets one mail about a thousand planned changes that were not made, without their content', async () => {
  await addFailures(1000, 'Secret reason');
  const [mail, ...others] = await check(MARTA);
  expect(others).toEqual([]);
  expect(mail).toContain('Subject: Something that you planned needs you\n');
  expect(mail).toContain(
    'The menu, planned for Tuesday, November 24 at 11:59 am: it was not done, or not all of it.\n',
  );
  expect(mail).toContain('\nAnd 990 more.\n');
  expect(mail).toContain('\nhttp://localhost:1337/admin/\n');
  expect(mail).not.toMatch(/Secret|html/);
  expect(cms.mails?.map(({ to }) => to)).toEqual([[MARTA], [RAVI]]);
  expect(await check(MARTA)).toEqual([]);
});

test('a planned change that waits for an answer is mailed once, and another one a day later', async () => {
  await owner.saveAndPlan(FRIES, { description: 'Draft words' }, '2037-11-24T13:00');
  cms.setTime('2037-11-24T13:30');
  expect(await check(MARTA)).toEqual([]);
  cms.setTime('2037-11-25T13:30');
  const [mail] = await check(MARTA);
  expect(mail).toContain(
    'A change, planned for Tuesday, November 24 at 1:00 pm: it was not done and waits for your answer.',
  );
  expect(mail).not.toContain('Draft words');
  cms.setTime('2037-11-25T23:50');
  await addFailures(1);
  for (const time of ['2037-11-26T00:10', '2037-11-26T13:20']) {
    cms.setTime(time);
    expect(await check(MARTA), time).toEqual([]);
  }
  cms.setTime('2037-11-26T13:40');
  expect(await check(MARTA)).toHaveLength(1);
  cms.setTime('2037-11-28T13:40');
  expect(await check(MARTA)).toEqual([]);
});

test('owners get one mail about a holiday in three days that nobody has answered, and none once it is', async () => {
  cms.setTime('2037-12-20T12:00');
  expect(await check(MARTA)).toEqual([]);
  cms.setTime('2037-12-21T12:00');
  const [mail] = await check(MARTA);
  expect(mail).toContain('\nChristmas Eve is Thursday, December 24: guests read the usual hours.\n');
  cms.setTime('2037-12-22T13:00');
  // Of Christmas, which has come near since.
  expect(await check(MARTA)).toHaveLength(1);
  await owner.answerHoliday('2037-12-24', { usual: true });
  await owner.answerHoliday('2037-12-25', { closed: true, reason: 'Christmas' });
  cms.setTime('2037-12-23T14:00');
  expect(await check(MARTA)).toEqual([]);
});

test('administrators get a mail of each kind: about backups, off-site backups and a full disk', async () => {
  vi.stubEnv('BACKUP_REPOSITORY', 'set');
  await files.writeFile(join(cms.dataDir, 'cms/offsite-since'), '');
  const longAgo = Date.now() / 1000 - 5 * 86_400;
  utimesSync(join(cms.dataDir, 'cms/offsite-since'), longAgo, longAgo);
  const details = await files.statfs(cms.dataDir);
  vi.spyOn(files, 'statfs').mockResolvedValue({ ...details, bavail: 4e8, bsize: 1 });
  await setBackupAge(2);
  const mails = await check(CHIEF);
  await files.rm(join(cms.dataDir, 'cms/offsite-since'));
  expect(mails.map((text) => /^Subject: (.*)$/m.exec(text)?.[1])).toEqual([
    'The site has no new backups',
    'The site has no new off-site backups',
    'A disk of the site is almost full',
  ]);
  expect(mails[0]).toContain('\nFor 2 days no copy was made of your words and photographs.\n');
  expect(mails[0]).toContain('npm run doctor');
  expect(mails[2]).toContain('\nOnly 0.4 GB are left');
  expect(mailsTo(MARTA)).toEqual([]);
});

test('a mail that could not be sent is tried again after an hour, and logged in one line', async () => {
  await addFailures(1);
  const mailer = cms.strapi.plugin('email').service('email');
  const send = vi.spyOn(mailer, 'send').mockRejectedValue(Object.assign(new Error('x'), { code: 'ESOCKET' }));
  const log = vi.spyOn(cms.strapi.log, 'error').mockReturnValue(cms.strapi.log);
  await sendNotifications(cms.strapi);
  const line = 'The mail about planned changes was not sent (ESOCKET).';
  expect(log.mock.calls.flat()).toEqual([line, line]);
  send.mockRestore();
  cms.setTime('2037-11-24T12:50');
  expect(await check(MARTA)).toEqual([]);
  cms.setTime('2037-11-24T13:10');
  expect(await check(MARTA)).toHaveLength(1);
  expect(await check(MARTA)).toEqual([]);
});

test('a mail server that never answers holds up no other check, and the mail that it has is not sent twice', async () => {
  await addFailures(1);
  const mailer = cms.strapi.plugin('email').service('email');
  const { send } = mailer;
  vi.spyOn(mailer, 'send')
    .mockReturnValueOnce(new Promise(() => {}))
    .mockImplementation((mail) => Reflect.apply(send, mailer, [mail]));
  void sendNotifications(cms.strapi);
  await expect.poll(() => vi.mocked(mailer.send).mock.calls.length).toBe(1);
  expect(await check(MARTA)).toEqual([]);
  expect(mailsTo(RAVI)).toHaveLength(1);
  cms.setTime('2037-11-25T12:30');
  expect(await check(MARTA)).toHaveLength(1);
});

test('an account that turned the mails off, that is blocked, or whose address gets no mail, gets none', async () => {
  const marta = new Owner(MARTA);
  expect(await marta.send('GET', '/notifications')).toEqual({ email: MARTA, isOn: true });
  expect(await marta.send('PUT', '/notifications', { isOn: false })).toEqual({ email: MARTA, isOn: false });
  await expect(marta.send('PUT', '/notifications', { isOn: 'yes' })).rejects.toThrow(/^400 /);
  await administrator.changeAccount(await findId(RAVI), { isActive: false });
  await addFailures(1);
  expect(await check(MARTA)).toEqual([]);
  expect(cms.mails).toEqual([]);
  await marta.send('PUT', '/notifications', { isOn: true });
  expect(await check(MARTA)).toHaveLength(1);
});

test('a restored backup mails nothing again, and is not silent about what is new', async () => {
  await addFailures(1);
  expect(await check(MARTA)).toHaveLength(1);
  const backup = await cms.takeSnapshot();
  cms.setTime('2037-11-26T12:00');
  await addFailures(1);
  expect(await check(MARTA)).toHaveLength(1);
  await backup.restore();
  backup.remove();
  expect(await check(MARTA)).toEqual([]);
  // It gets the id of the one that was restored away.
  await addFailures(1);
  expect(await check(MARTA)).toHaveLength(1);
});

test('what a restored database says in place of the stored times harms no mail', async () => {
  await addFailures(1);
  const store = cms.strapi.store({
    type: 'app',
    name: 'notifications',
    key: `planned changes ${await findId(MARTA)}`,
  });
  for (const value of ['x', {}, { notBefore: 'x', told: 1 }]) {
    await store.set({ value });
    expect(await check(MARTA), JSON.stringify(value)).toHaveLength(1);
  }
});
