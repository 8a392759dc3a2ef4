import type { MenuAnswer } from '../../cms/src/menu/menuAnswers.ts';
import { toContentManagerPath } from '../../cms/src/shared/content/contentManager.ts';
import { uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import { nameFieldOf } from '../../cms/src/shared/content/menuTypes.ts';
import { send } from './entries.ts';
import { expect, type Stack } from './stack.ts';

/** Until 1.14, the drinks of a list were rows of a single type, whose name is now the document id of the list's heading. */
const LISTS = [
  { list: 'menu-soft-drinks', type: 'menu-soft-drink' },
  { list: 'menu-alcohol', type: 'menu-alcoholic-drink' },
] as const;

const UIDS: unknown[] = LISTS.flatMap(({ list, type }) => [uidOf(list), uidOf(type)]);

interface OldList {
  data: { subHeading: string; drinks: ({ offMenu?: boolean } & Record<string, unknown>)[] };
}

/** Whether responses, by path, are those of a version before 1.14. */
export const hasLists = (responses: Record<string, object>): boolean =>
  Object.keys(responses).some((path) => LISTS.some(({ list }) => path.includes(uidOf(list))));

/** Whether a response of a version before 1.14 is about a list of drinks only, so that this version has no such response. */
export const isOfList = (path: string, response: object): boolean =>
  LISTS.some(({ list }) => path.includes(uidOf(list)) || path.startsWith(`/api/${list}`)) ||
  ('uid' in response && UIDS.includes(response.uid));

/** Removes what a response about other things says about drinks: their versions and the entries of what is planned. */
export const omitDrinks = (response: unknown): unknown =>
  JSON.parse(JSON.stringify(response), (_, value) =>
    Array.isArray(value) ? value.filter((item) => !UIDS.includes(item?.uid)) : value,
  );

/**
 * Expects that each drink of an older version is an entry with its name in the draft and on the site, in the order of the site, and
 * that the site shows none that was off the menu.
 * @param recorded what the older version answered, by path
 */
export async function expectDrinks(stack: Stack, recorded: Record<string, object>): Promise<void> {
  const { sections } = await send<MenuAnswer>(stack, 'GET', '/menu');
  for (const { list, type } of LISTS) {
    const find = (start: string): OldList['data'] => {
      const [, response] = Object.entries(recorded).find(([path]) => path.startsWith(start)) ?? [];
      // Cast: the responses of a version are JSON of its own shapes.
      return (response as OldList | undefined)?.data ?? { subHeading: '', drinks: [] };
    };
    const published = find(`/api/${list}`);
    const draft = find(`/content-manager/single-types/${uidOf(list)}`);
    const name = nameFieldOf(type);
    const namesOf = (rows: Record<string, unknown>[]) => rows.map((row) => row[name]);
    expect(published.drinks.length, list).toBeGreaterThan(5);

    const site = await (
      await fetch(`${stack.cms}/api/${list}?sort=position&pagination[pageSize]=1000`)
    ).json();
    const isHeading = ({ documentId }: { documentId?: string }) => documentId === list;
    expect(site.data.filter(isHeading), list).toMatchObject([{ subHeading: published.subHeading }]);
    const shown = site.data.filter((entry: object) => !isHeading(entry));
    expect(namesOf(shown), list).toEqual(namesOf(published.drinks.filter(({ offMenu }) => !offMenu)));

    const path = `${toContentManagerPath(uidOf(type))}?pageSize=100&sort=position:ASC`;
    const { results } = await send<{ results: Record<string, unknown>[] }>(stack, 'GET', path);
    expect(results.filter(isHeading), list).toMatchObject([{ subHeading: draft.subHeading }]);
    expect(namesOf(results.filter((entry) => !isHeading(entry))), list).toEqual(namesOf(draft.drinks));

    const items = sections.flatMap(({ lists }) => lists).find((menuList) => menuList.type === type)?.items;
    expect(
      items?.map(({ name: itemName, isShown, isNew }) => [itemName, isShown, isNew]),
      list,
    ).toEqual(draft.drinks.map(({ offMenu, ...row }) => [row[name], !offMenu, false]));
  }
}
