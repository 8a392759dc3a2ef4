import { expect, test } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import { checkWrittenValues } from './checkValues';
import { requireOwnFields } from './requireOwnFields';

let draft: object | null = null;
const runAction = documentMiddleware(checkWrittenValues([requireOwnFields]), {
  documents: () => ({ findOne: async () => draft }),
});
const save = (documentId: string | undefined, data: object) =>
  runAction({
    action: documentId ? 'update' : 'create',
    uid: 'api::menu-soft-drink.menu-soft-drink',
    params: { data, ...(documentId && { documentId }) },
  });
const HEADING = 'menu-soft-drinks';

test.each([
  ['a new drink without a name', undefined, {}, 'Name: this can’t be empty.'],
  ['a drink whose name is removed', 'cola', { drinkName: ' ' }, 'Name: this can’t be empty.'],
  [
    'a drink with a heading',
    'cola',
    { drinkName: 'Cola', subHeading: 'Cold' },
    'Heading: this entry has none.',
  ],
  ['a heading with a name', HEADING, { subHeading: 'Cold', drinkName: 'Cola' }, 'Name: this entry has none.'],
  ['an empty heading', HEADING, { subHeading: null }, 'Heading: this can’t be empty.'],
])('rejects %s', async (_case, documentId, data, message) => {
  await expect(save(documentId, data)).rejects.toThrow(message);
});

test.each([
  ['a drink', { drinkName: 'Cola', subHeading: null }, undefined],
  ['a drink without a name', { drinkName: '', subHeading: null }, 'Name: this can’t be empty.'],
  ['a copy of the heading', { drinkName: null, subHeading: 'Cold' }, 'Name: this can’t be empty. Heading: '],
  ['a drink that was deleted', null, undefined],
])('publishes %s, or says why not', async (_case, stored, message) => {
  draft = stored;
  const params = { documentId: 'cola' };
  const publish = runAction({ action: 'publish', uid: 'api::menu-soft-drink.menu-soft-drink', params });
  if (message === undefined) expect(await publish).toBe('passed');
  else await expect(publish).rejects.toThrow(message);
});

test.each([
  ['a new drink', undefined, { drinkName: 'Cola' }],
  ['another position', 'cola', { position: 20 }],
  ['a heading', HEADING, { subHeading: 'Cold drinks', drinkName: null }],
])('accepts %s', async (_case, documentId, data) => {
  expect(await save(documentId, data)).toBe('passed');
});
