// Two windows or people that change one entry. The dialog that asks them is tested in twoAtOnce.spec.ts.
import { expect, test } from 'vitest';
import { cms } from '../support/cms.ts';
import { administrator, type Entry, owner, type Values } from '../support/owner.ts';

const STEAK: Entry = { type: 'menu-entree', documentId: 'ribeye-steak' };
const NAME: Entry = { type: 'website-name', documentId: '' };

/** Opens the form of an entry, and returns functions that save and publish all of it, with changes. */
async function openForm(entry: Entry, who = owner) {
  const opened = await who.open(entry);
  const { entreeName, description, position, websiteName, links } = opened;
  // A field of another type, or an empty one, is `undefined`: the request does not have it.
  const fields = { entreeName, description, position, websiteName, links };
  return {
    opened,
    save: (changes: Values) => who.saveDraft(entry, { ...fields, ...changes }, opened),
    publish: (changes: Values) => who.publish(entry, { ...fields, ...changes }, opened),
  };
}

/** Opens the form of the steak, and publishes another description in a second window. */
async function openOutdatedForm() {
  const [form, other] = [await openForm(STEAK), await openForm(STEAK)];
  await other.publish({ description: 'With butter.' });
  return { form, other, before: await owner.open(STEAK) };
}

const conflictOf = (details: object) => ({ status: 409, details });
const TO_BUTTER = expect.stringMatching(/ → “With butter\.”$/);

test('of two forms that are published at the same moment one is published, and the other gets 409 @postgres', async () => {
  for (const [entry, name, values] of [
    [STEAK, 'description', ['With chimichurri.', 'With pepper sauce.', 'With butter.']],
    [NAME, 'websiteName', ['The Table', 'Scioto', 'The Old Table']],
  ] as const) {
    const forms = await Promise.all(values.map(() => openForm(entry)));
    const answers = await Promise.allSettled(
      forms.map(({ publish, save }, index) => (index === 1 ? save : publish)({ [name]: values[index] })),
    );
    const saved = values[answers.findIndex(({ status }) => status === 'fulfilled')];
    expect((await owner.open(entry))[name]).toBe(saved);
    for (const [index, answer] of answers.entries()) {
      const choice = { yours: values[index], theirs: saved };
      if (values[index] === saved) expect(answer.status).toBe('fulfilled');
      else expect(answer).toMatchObject({ reason: conflictOf({ fields: [{ name, choice }] }) });
    }
  }
});

test('a form takes nothing back that was changed since it was opened', async () => {
  const { form, before } = await openOutdatedForm();
  const fields = [{ name: 'description', label: 'Description', change: TO_BUTTER }];
  await expect(form.publish({ entreeName: 'Ribeye' })).rejects.toMatchObject(conflictOf({ fields }));
  expect(await owner.open(STEAK)).toEqual(before);
});

test('a form with another change of the same field is refused with both', async () => {
  const { form, before } = await openOutdatedForm();
  const fields = [{ change: TO_BUTTER, choice: { yours: 'With salt.', theirs: 'With butter.' } }];
  const explanation = expect.stringMatching(/^You changed this today at .+ in another window/);
  const refused = conflictOf({ explanation, fields });
  await expect(form.save({ description: 'With salt.' })).rejects.toMatchObject(refused);
  expect(await owner.open(STEAK)).toEqual(before);
});

test('the owner is told who else has changed it', async () => {
  const form = await openForm(STEAK, administrator);
  await owner.publish(STEAK, { description: 'With butter.' });
  const refused = conflictOf({ explanation: expect.stringMatching(/^Owner changed this today at /) });
  await expect(form.save({ description: 'With salt.' })).rejects.toMatchObject(refused);
});

test('a form with the same change is saved, such as after a lost response', async () => {
  const { other } = await openOutdatedForm();
  await other.publish({ description: 'With butter.' });
});

test('a dish that was moved since its form was opened keeps its new place, without a conflict', async () => {
  const form = await openForm(STEAK);
  await owner.move('menu-entree', (await owner.listItems('menu-entree')).map(({ id }) => id).toReversed());
  const { position } = await owner.open(STEAK, 'published');
  expect(position).not.toBe(form.opened.position);
  await form.publish({ description: 'With pepper.' });
  expect(await owner.open(STEAK, 'published')).toMatchObject({ description: 'With pepper.', position });
});

test('a form of a list in which another has changed other rows gets a list with the changes of both', async () => {
  const link = (label: string) => ({ label, address: `https://${label.toLowerCase()}.example/` });
  await owner.publish(NAME, { links: ['One', 'Two'].map(link) });
  const [form, other] = [await openForm(NAME), await openForm(NAME)];
  const [first, second] = Array.isArray(form.opened.links) ? form.opened.links : [];
  await other.publish({ links: [first, second, link('Theirs')] });
  const merged = ['Two', 'Theirs', 'Yours'].map(link);
  await expect(form.publish({ links: [second, link('Yours')] })).rejects.toMatchObject(
    conflictOf({ fields: [{ label: 'Links', change: '“Theirs” added', merged }] }),
  );
});

test('a form puts a dish that was taken off the site back only after a question', async () => {
  const form = await openForm(STEAK);
  await owner.unpublish(STEAK);
  await form.save({ description: 'With salt.' });
  const formOfDraft = await openForm(STEAK);
  const explanation = expect.stringMatching(/^It was taken off the site .* publishing puts it back\.$/);
  const refused = conflictOf({ explanation, fields: [] });
  await expect(form.publish({ description: 'With salt.' })).rejects.toMatchObject(refused);
  await formOfDraft.publish({ description: 'With salt.' });
});

test('the form of a deleted dish is refused with one sentence', async () => {
  const form = await openForm(STEAK);
  await owner.delete(STEAK);
  await expect(form.publish({ description: 'Hot.' })).rejects.toThrow(/^404 Somebody has deleted this/);
});

/** On Postgres, waits until so many requests wait for a lock, or one is answered; on SQLite they wait for the only connection. */
async function waitUntilBlocked(answers: Promise<unknown>[]): Promise<void> {
  let isAnswered = false;
  const stop = () => {
    isAnswered = true;
  };
  for (const answer of answers) answer.then(stop, stop);
  const blocked =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while (cms.isPostgres && !isAnswered)
    if ((await cms.strapi.db.connection.raw(blocked)).rows.length >= answers.length) return;
}

const discard = (): Promise<unknown> => owner.discardDraft(NAME);
const putNoticeUp = (): Promise<unknown> => owner.putNoticeUp('Closed', '2037-11-26T17:00');

test.each([
  ['a notice and then *Discard changes*', [putNoticeUp, discard]],
  ['*Discard changes* and then a notice', [discard, putNoticeUp]],
  ['*Discard changes* twice', [discard, discard]],
])('%s at the same moment lose nothing that is published @postgres', async (_what, requests) => {
  await owner.saveDraft(NAME, { websiteName: 'Not yet' });
  const { websiteName } = await owner.open(NAME, 'published');
  const answers: Promise<unknown>[] = [];
  await cms.strapi.db.transaction(async ({ trx }) => {
    await trx('website_name').forUpdate().select();
    for (const send of requests) {
      answers.push(send());
      await waitUntilBlocked(answers);
    }
  });
  await Promise.all(answers);
  const notice = requests.includes(putNoticeUp) ? { text: 'Closed' } : null;
  for (const status of ['draft', 'published'] as const)
    expect(await owner.open(NAME, status)).toMatchObject({ websiteName, notice, status: 'published' });
});

test('bulk actions of the same dishes at the same moment all end @postgres', async () => {
  const items = await owner.listItems('menu-appetizer');
  const dishes = items.map(({ id }) => ({ type: 'menu-appetizer', documentId: id }));
  expect(dishes.length).toBeGreaterThan(1);
  for (const action of ['bulkUnpublish', 'bulkPublish', 'bulkDelete'] as const) {
    const send = (account: typeof owner, selected: Entry[]) =>
      // The second one finds nothing to delete.
      account
        .changeTogether(action, selected)
        .catch(({ status }) => expect([action, status]).toEqual(['bulkDelete', 404]));
    await Promise.all([send(owner, dishes), send(administrator, dishes.toReversed())]);
  }
  expect(await owner.listItems('menu-appetizer')).toEqual([]);
});
