import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { uidOf } from '../shared/content/contentTypes';
import * as order from '../site/itemOrder';
import * as restores from '../site/restoreId';
import { warnAboutUnconfirmedStatements } from './unconfirmedStatements';

/** A dish that the site shows, with a statement for the words `confirmedName`. */
const stated = (name: string, confirmedName: string) => {
  const confirmedFor = { name: confirmedName, description: '', restoreId: null };
  const side = {
    sideName: name,
    description: '',
    dietaryStatement: { diet: 'vegan', answers: {}, confirmedFor },
  };
  return { uid: uidOf('menu-side'), documentId: name, draft: side, published: side, updatedAt: 0 };
};

async function warn(dishes: ReturnType<typeof stated>[], restoreId: string | null = null, isAllowed = true) {
  vi.spyOn(restores, 'readRestoreId').mockResolvedValue(restoreId);
  vi.spyOn(order, 'readItems').mockImplementation(async (_strapi, type) =>
    type === 'menu-side' ? dishes : [],
  );
  return warnAboutUnconfirmedStatements(fakeStrapi({}), async (_use, all) => (isAllowed ? all : []));
}

test('says nothing about dishes whose statement is confirmed, that state nothing, or that are off the site', async () => {
  const { dietaryStatement: _, ...unstated } = stated('Corn', 'Corn').draft;
  expect(
    await warn([
      stated('Slaw', 'Slaw'),
      { ...stated('Corn', ''), published: unstated },
      { ...stated('Fries', 'Old fries'), published: undefined },
    ] as never),
  ).toEqual([]);
});

test('counts the dishes after a restore, and names three', async () => {
  const dishes = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => stated(name, name));
  const [warning] = await warn(dishes, 'restored');
  expect(warning?.sentence).toMatch(/^5 dishes say “ask us” until .*: “One”, “Two”, “Three”, and 2 more\.$/);
});
