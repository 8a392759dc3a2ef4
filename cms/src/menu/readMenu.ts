import type { Core } from '@strapi/strapi';
import { requireSome } from '../permissions/entryPermissions';
import { uidOf } from '../shared/content/contentTypes';
import { type MenuType, menuTypes } from '../shared/content/menuTypes';
import { type EntryId, toKeyOf } from '../site/entry';
import { listPlanned } from '../site/listPlanned';
import type { PlannedSummary } from '../site/plannedChange';
import { readRestoreId } from '../site/restoreId';
import type { Account } from '../strapi/permissions';
import { readItemMoments, readNextOpening } from './itemReturns';
import type { MenuAnswer, MenuList, MenuSection } from './menuAnswers';
import { readItemList } from './readItemList';

/** The sections in the order of the page, with their lists. */
const sections: [MenuSection['id'], MenuType[]][] = [
  ['menu-appetizers', ['menu-appetizer']],
  ['menu-entrees', ['menu-entree']],
  ['menu-sides', ['menu-side']],
  ['menu-drinks', ['menu-soft-drink', 'menu-alcoholic-drink']],
];

/**
 * Reads the part of the menu that an account may read, without the sections of which that is nothing.
 * @throws ForbiddenError when it may read none of it
 */
export async function readMenu(strapi: Core.Strapi, account: Account): Promise<MenuAnswer> {
  const types = requireSome(strapi, account, ['read'], menuTypes);
  const readAt = new Date().toISOString();
  const headings: Record<string, unknown>[] = await strapi.db
    .query(uidOf('menu-header'))
    .findMany({ select: ['documentId', 'headingName'], where: { publishedAt: { $notNull: true } } });
  const findMoment = await readItemMoments(strapi);
  const unpublished: EntryId[] = [];
  const answer: MenuSection[] = [];
  for (const [id, sectionTypes] of sections) {
    const lists: MenuList[] = [];
    for (const type of sectionTypes.filter((sectionType) => types.includes(sectionType))) {
      const visible = await readItemList(strapi, type, account);
      const items = visible.list.items.map((item) => {
        const moment = findMoment(type, item.id, item.isShown);
        return moment ? { ...item, [item.isShown ? 'leaves' : 'returns']: moment } : item;
      });
      lists.push({ ...visible.list, items });
      unpublished.push(...visible.unpublished);
    }
    const heading = headings.find(({ documentId }) => documentId === id)?.headingName;
    if (lists.length) answer.push({ id, heading: String(heading ?? ''), lists });
  }
  const { changes, timeZone } = await listPlanned(strapi, account, 'menu');
  const planned = changes.filter(({ state }) => state === 'waiting');
  const isBehind = ({ entries }: PlannedSummary) => {
    const keys = entries.map(toKeyOf);
    return !unpublished.every((entry) => keys.includes(toKeyOf(entry)));
  };
  return {
    sections: answer,
    nextOpening: await readNextOpening(strapi),
    unpublished: unpublished.length,
    planned: planned.map((change) => (isBehind(change) ? { ...change, isBehindDraft: true } : change)),
    timeZone,
    readAt,
    restoreId: await readRestoreId(strapi),
  };
}
