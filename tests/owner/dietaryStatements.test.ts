import { expect, test } from 'vitest';
import type { MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import type { Answer, StoredStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { cms } from '../support/cms.ts';
import { type Entry, owner } from '../support/owner.ts';

// What is stated is stored with the words for which the owner has confirmed it; `statementHistories` has random histories of it.

const SIDES = 'menu-side';
const FRIES: Entry = { type: SIDES, documentId: 'hand-cut-fries' };
const STATED = { diet: null, answers: { milk: 'contains', eggs: 'onRequest', fish: 'free' } } as const;
const LABEL = 'Allergens and diet';

async function readFries(): Promise<MenuItem> {
  const fries = (await owner.listItems(SIDES)).find(({ id }) => id === FRIES.documentId);
  if (!fries) throw new Error('there are no fries');
  return fries;
}

const readStored = async () => (await readFries()).statement;

/** A statement for the words that the fries have in their draft, as the menu's screen makes it. */
async function stateFor(answers: Record<string, Answer>): Promise<StoredStatement> {
  const { name, description = '' } = await readFries();
  return { diet: null, answers, confirmedFor: { name, description, restoreId: null } };
}

const state = (statement: StoredStatement | null, seen?: StoredStatement | null) =>
  owner.state(SIDES, FRIES.documentId, statement, seen);

/** States something about the fries and publishes it. */
async function statePublished(answers: Record<string, Answer> = STATED.answers): Promise<StoredStatement> {
  const statement = await stateFor(answers);
  await state(statement);
  await owner.publishMenu();
  return statement;
}

/** What an answer of the API states about the fries. */
function findStated(body: string): unknown {
  const { data }: { data: { documentId: string; dietaryStatement: unknown }[] } = JSON.parse(body);
  return data.find(({ documentId }) => documentId === FRIES.documentId)?.dietaryStatement;
}

const readStated = async () => findStated(await cms.readContent(SIDES));

/** What the page of a preview states about the fries. */
async function readPreview(token: string): Promise<unknown> {
  const url = `${cms.url}/api/menu-sides?status=draft&pagination[pageSize]=100`;
  const body = await (await fetch(url, { headers: { 'x-preview-token': token } })).text();
  expect(body).not.toContain('confirmedFor');
  return findStated(body);
}

test('the API shows what is published, without the words for which it was confirmed', async () => {
  const statement = await stateFor(STATED.answers);
  await state(statement);
  expect(await readStored()).toEqual(statement);
  expect(await readStated()).toBeNull();
  await owner.publishMenu();
  expect(await readStated()).toEqual(STATED);
  const body = await (await cms.request('GET', `/api/menu-sides/${FRIES.documentId}`)).text();
  expect(JSON.parse(body).data.dietaryStatement).toEqual(STATED);
  expect(body + (await cms.readContent(SIDES))).not.toContain('confirmedFor');
});

test('the API tells nothing to queries that leave out words, filter or sort', async () => {
  await statePublished();
  for (const fields of ['', '&fields[1]=sideName', '&fields[1]=description']) {
    const path = `/api/menu-sides?pagination[pageSize]=100&fields[0]=dietaryStatement${fields}`;
    const response = await cms.request('GET', path);
    const body = await response.text();
    expect([response.status, findStated(body), body.includes('milk')], path).toEqual([200, null, false]);
  }
  for (const query of [
    '?filters[dietaryStatement][$contains]=milk',
    '?filters[$not][$or][0][dietaryStatement][$notNull]=true',
    `/${FRIES.documentId}?filters[dietaryStatement][$eq]=1`,
    '?sort=dietaryStatement:desc',
    '?sort[0][dietaryStatement]=asc',
  ]) {
    const response = await cms.request('GET', `/api/menu-sides${query}`);
    expect([response.status, await response.text()], query).toEqual([
      400,
      expect.stringContaining('filtered or sorted'),
    ]);
  }
});

test('previews of drafts, versions and planned changes have what is confirmed for their words', async () => {
  await state(await stateFor(STATED.answers), null);
  const drafts = await owner.openPreview(FRIES);
  expect(await readPreview(drafts)).toEqual(STATED);
  await owner.saveDraft(FRIES, { sideName: 'Draft' });
  expect(await readPreview(drafts)).toBeNull();

  await owner.publish(FRIES, { sideName: 'Hand-Cut Fries' });
  await owner.publish(FRIES, { sideName: 'Fries' });
  const [renamed, stated] = await owner.listVersions(FRIES);
  expect(await readPreview(await owner.lookAtVersion(stated))).toEqual(STATED);
  expect(await readPreview(await owner.lookAtVersion(renamed))).toBeNull();

  const confirmedFor = { name: 'Vegan fries', description: '', restoreId: null };
  const vegan = {
    sideName: 'Vegan fries',
    description: '',
    dietaryStatement: { diet: 'vegan', answers: {}, confirmedFor },
  };
  const { changes } = await owner.saveAndPlan(FRIES, vegan, '2037-11-26T17:00');
  expect(changes[0]?.change).toContain(`${LABEL}: “Contains milk.`);
  expect(await readPreview(await owner.lookAtPlanned(changes[0]?.id))).toEqual({
    diet: 'vegan',
    answers: {},
  });
});

test('undo returns to the statement from before, for the words from before; sent again, a statement changes nothing', async () => {
  const before = await statePublished();
  await owner.saveDraft(FRIES, { sideName: 'Fries' });
  const next = await stateFor({ milk: 'free' });
  const changed = await state(next, before);
  expect((await state(next, before)).undo).toEqual(changed.undo);
  expect((await state(next, next)).undo).toBeNull();
  await owner.undo(changed.undo);
  expect(await readStored()).toEqual(before);
  const cleared = await state(null, before);
  expect(await readStored()).toBeUndefined();
  const restored = await owner.undo(cleared.undo);
  expect(await readStored()).toEqual(before);
  expect((await owner.undo(restored.undo)).undo).toMatchObject({ statement: before, seen: null });
});

test('of two different statements at the same moment one is saved, and the other gets 409 @postgres', async () => {
  const statements = [await stateFor({ milk: 'contains' }), await stateFor({ milk: 'free' })];
  const results = await Promise.allSettled(statements.map((statement) => state(statement, null)));
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({
      message: expect.stringMatching(/^409 Somebody else has changed what is stated about “Hand-Cut Fries”/),
    }),
  });
  expect(await readStored()).toEqual(statements[results.findIndex(({ status }) => status === 'fulfilled')]);
});

test('rejects a contradiction, an unknown allergen, a deleted dish and a drink with one sentence', async () => {
  const valid = await stateFor({ milk: 'contains' });
  for (const [statement, sentence] of [
    [{ ...valid, diet: 'vegan' }, /^400 A vegan dish can’t contain milk\./],
    [{ ...valid, answers: { celery: 'contains' } }, /^400 “celery” is not one of the allergens/],
  ] as const)
    await expect(state(statement, null)).rejects.toThrow(sentence);
  await expect(owner.saveDraft(FRIES, { dietaryStatement: 'vegan' })).rejects.toThrow(
    /^400 .*can’t be saved/,
  );
  expect(await readStored()).toBeUndefined();
  await owner.deleteItem(SIDES, FRIES.documentId);
  await expect(state(valid, null)).rejects.toThrow(/^404 This is not there any more/);
  const [drink] = await owner.listItems('menu-soft-drink');
  const path = `/menu/menu-soft-drink/items/${drink?.id}/statement`;
  await expect(owner.send('PUT', path, { statement: valid, seen: null })).rejects.toThrow(/^403 /);
});

test('what contradicts a newer table of allergens isn’t shown, and undo does not return to it', async () => {
  const valid = await stateFor({ wheat: 'contains' });
  const contradictory = await stateFor({ wheat: 'contains', gluten: 'free' });
  await owner.publish(FRIES, { dietaryStatement: contradictory });
  expect(await readStated()).toBeNull();
  const { undo } = await state(valid, contradictory);
  await expect(owner.undo(undo)).rejects.toThrow('400 What contains wheat is not free of gluten.');
  expect(await readStored()).toEqual(valid);
});

test('an answer about an allergen that the table has no more stays until it is confirmed for other words, and can’t be changed', async () => {
  const before = await stateFor({ celery: 'contains', milk: 'contains' });
  await owner.saveDraft(FRIES, { dietaryStatement: before });
  const { undo } = await state(await stateFor({ milk: 'free' }), before);
  expect(await readStored()).toEqual(await stateFor({ celery: 'contains', milk: 'free' }));
  await owner.undo(undo);
  expect(await readStored()).toEqual(before);
  const changed = await stateFor({ celery: 'free' });
  await expect(state(changed, before)).rejects.toThrow(/^400 “celery” is not one of the allergens/);
  await state(null, before);
  expect(await readStored()).toEqual(await stateFor({ celery: 'contains' }));
  await owner.saveDraft(FRIES, { dietaryStatement: before });
  await owner.saveDraft(FRIES, { description: 'With celery salt.' });
  await state(await stateFor({ milk: 'contains', celery: 'contains' }), before);
  expect(await readStored()).toEqual(await stateFor({ milk: 'contains' }));
});

test('a form, which has no field for it, keeps it when it is saved, copied, or was opened before', async () => {
  const opened = await owner.open(FRIES);
  const statement = await stateFor(STATED.answers);
  await state(statement, null);
  const { sideName, description, dietaryStatement } = opened;
  await expect(
    owner.saveDraft(FRIES, { sideName: 'Fries', description, dietaryStatement }, opened),
  ).rejects.toMatchObject({
    status: 409,
    details: {
      fields: [{ name: 'dietaryStatement', label: LABEL, change: expect.stringMatching(/added$/) }],
    },
  });
  await owner.saveDraft(FRIES, { sideName, description });
  expect(await readStored()).toEqual(statement);
  expect(await owner.copy(FRIES, { sideName: 'A copy' })).toMatchObject({ dietaryStatement: statement });
});
