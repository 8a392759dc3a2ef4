import { expect, test } from 'vitest';
import type { DietaryStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { cms } from '../support/cms.ts';
import { type Entry, owner } from '../support/owner.ts';

const FRIES: Entry = { type: 'menu-side', documentId: 'hand-cut-fries' };
const ID = FRIES.documentId;
const THURSDAY = '2037-11-26T17:00';

/** States something about the fries, for the words of their draft. */
async function state(answers: DietaryStatement['answers'], diet: DietaryStatement['diet'] = null) {
  const { name, description = '' } = await owner.findItem('menu-side', 'Hand-Cut Fries');
  await owner.state('menu-side', ID, { diet, answers, confirmedFor: { name, description, restoreId: null } });
}

const switchFries = (shown: boolean, until?: string) => owner.switchItem('menu-side', ID, shown, until);

/** Reads what visitors get. */
async function readStated(): Promise<DietaryStatement | null> {
  const { data } = JSON.parse(await cms.readContent('menu-side'));
  return data.find(({ documentId }: Entry) => documentId === ID).dietaryStatement;
}

test.each([
  ['by hand', undefined, () => switchFries(true)],
  ['at its time', 'tomorrow', () => cms.goTo('2037-11-25T16:30')],
] as const)(
  'a dish that comes back %s is not called free of what she has stated since that it contains',
  async (_case, until, putBack) => {
    await state({ nuts: 'free', milk: 'onRequest', soy: 'free' }, 'vegetarian');
    await owner.publishMenu();
    await switchFries(false, until);
    await state({ nuts: 'contains', milk: 'free' }, 'vegan');
    await owner.publishMenu();
    await putBack();
    expect(await readStated()).toEqual({
      diet: 'vegetarian',
      answers: { nuts: 'contains', milk: 'onRequest' },
    });
    await owner.publishMenu();
    expect(await readStated()).toEqual({ diet: 'vegan', answers: { nuts: 'contains', milk: 'free' } });
  },
);

test('a planned statement does not replace a newer published one that is more careful', async () => {
  await state({ nuts: 'onRequest', eggs: 'free' });
  await owner.publishMenu();
  await state({ nuts: 'free', eggs: 'free', milk: 'contains', soy: 'free' });
  await owner.plan(FRIES, THURSDAY);
  await state({ nuts: 'contains', eggs: 'onRequest', milk: 'contains' });
  await owner.publishMenu();
  await cms.goTo(THURSDAY);
  // Of the nuts, both have changed the answer; of the eggs and the soy, only one has.
  const answers = { nuts: 'contains', eggs: 'onRequest', milk: 'contains', soy: 'free' };
  expect(await readStated()).toEqual({ diet: null, answers });
});

test('a planned statement for other words is not less careful than one that was published since', async () => {
  await owner.saveDraft(FRIES, { description: 'In nut oil.' });
  await state({ nuts: 'contains', milk: 'free' });
  await owner.plan(FRIES, THURSDAY);
  await owner.saveDraft(FRIES, { description: 'In butter.' });
  await state({ nuts: 'free', milk: 'contains', soy: 'free' });
  await owner.publishMenu();
  await cms.goTo(THURSDAY);
  expect(await readStated()).toEqual({ diet: null, answers: { nuts: 'contains', milk: 'contains' } });
});

test('the end of a planned statement calls the same words free of nothing that it says they contain', async () => {
  await state({ nuts: 'free', eggs: 'contains', soy: 'free' });
  await owner.publishMenu();
  await state({ nuts: 'contains', eggs: 'free', soy: 'free' });
  await owner.plan(FRIES, THURSDAY, { until: '2037-11-29' });
  await cms.goTo(THURSDAY);
  expect(await readStated()).toMatchObject({ answers: { nuts: 'contains', eggs: 'free' } });
  await cms.goTo('2037-11-29T20:30');
  // The nuts are a correction, and the eggs are in it again.
  expect(await readStated()).toEqual({
    diet: null,
    answers: { nuts: 'contains', eggs: 'contains', soy: 'free' },
  });
});

test('other words end with what was stated for them', async () => {
  await state({ nuts: 'free' });
  await owner.publishMenu();
  await owner.saveDraft(FRIES, { description: 'With walnuts.' });
  await state({ nuts: 'contains' });
  await owner.plan(FRIES, THURSDAY, { until: '2037-11-29' });
  await cms.goTo(THURSDAY);
  expect(await readStated()).toMatchObject({ answers: { nuts: 'contains' } });
  await cms.goTo('2037-11-29T20:30');
  expect(await readStated()).toEqual({ diet: null, answers: { nuts: 'free' } });
});
