import { expect, test } from 'vitest';
import type { DietaryStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { cms } from '../support/cms.ts';
import { type Entry, owner } from '../support/owner.ts';

const FRIES: Entry = { type: 'menu-side', documentId: 'hand-cut-fries' };
const ID = FRIES.documentId;

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
