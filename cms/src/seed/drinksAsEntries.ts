import type { Core } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import { contentTypes, uidOf } from '../shared/content/contentTypes';
import { headingIdsOf, type MenuType, menuTypes, nameFieldOf } from '../shared/content/menuTypes';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { toLocalTime } from '../shared/hours/zonedTime';
import { quote } from '../shared/shortenTexts';
import { updateModifiedState } from '../site/entry';
import { deletePlans, findPlans, insertPlan, updatePlan } from '../site/storedPlans';
import {
  deleteVersions,
  findVersions,
  readFirstTime,
  storeFirstTime,
  storeVersions,
} from '../site/storedVersions';
import { addKeys, type DrinkEntry, describeLost, type OldList, planEntries } from './drinkEntries';
import { convertPlan, type PlannedList } from './drinkPlans';
import { convertVersions } from './drinkVersions';

/** A version of a list of drinks, which becomes the record with its heading. */
interface ListRow {
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  createdBy: { id: number } | null;
  updatedBy: { id: number } | null;
  subHeading: string | null;
}

interface ListRows {
  draft: ListRow;
  /** `undefined` when the list was never published. */
  published: ListRow | undefined;
}

/** Creates the draft and the published version of a drink, as Strapi would have stored them with the list. */
async function createEntry(
  strapi: Core.Strapi,
  type: MenuType,
  { documentId, position, draftName, siteName, isShown, isNew }: DrinkEntry,
  { draft, published }: ListRows,
  firstTime: Date,
): Promise<void> {
  const timeOf = (time: string) => new Date(time).getTime();
  // Only an entry that is younger than the first version counts as new.
  const createdAt = isNew
    ? Math.max(timeOf(draft.updatedAt), firstTime.getTime() + 1)
    : Math.min(timeOf(draft.createdAt), firstTime.getTime());
  const create = (row: ListRow, name: string, updatedAt: number, publishedAt: string | null) =>
    strapi.db.query(uidOf(type)).create({
      data: {
        documentId,
        locale: null,
        [nameFieldOf(type)]: name,
        position,
        createdAt: new Date(createdAt),
        updatedAt: new Date(updatedAt),
        publishedAt,
        createdBy: draft.createdBy?.id,
        updatedBy: row.updatedBy?.id,
      },
    });
  const siteTime = published ? timeOf(published.updatedAt) : 0;
  // The admin calls an entry modified when its draft is newer than its published version.
  const isSame = isShown && siteName === draftName;
  await create(draft, draftName, isSame ? siteTime : Math.max(timeOf(draft.updatedAt), siteTime + 1), null);
  if (published && isShown && siteName !== undefined)
    await create(published, siteName, siteTime, published.publishedAt);
}

/**
 * Makes entries of the drinks of a list, and versions of each of the versions of the list.
 * @returns the list, and what waited in its draft and can't wait any longer
 */
async function convertList(
  strapi: Core.Strapi,
  type: MenuType,
  oldList: OldList,
): Promise<{ list: PlannedList; lost: string[] } | undefined> {
  const uid = uidOf(type);
  const [headingId = ''] = headingIdsOf(type);
  // The list had the name that is now the document id of its heading.
  const oldUid = uidOf(headingId);
  const rows: ListRow[] = await strapi.db
    .query(uid)
    .findMany({ where: { documentId: headingId }, populate: ['createdBy', 'updatedBy'] });
  const published = rows.find(({ publishedAt }) => publishedAt);
  const draft = rows.find(({ publishedAt }) => !publishedAt) ?? published;
  if (!draft) return undefined;

  const drinks = addKeys(oldList);
  const entries = planEntries(drinks);
  const firstTime = (await readFirstTime(strapi)) ?? new Date();
  for (const entry of entries) await createEntry(strapi, type, entry, { draft, published }, firstTime);
  await updateModifiedState(strapi, { uid, documentId: headingId });

  const versions = await findVersions(strapi, { uid: oldUid, kind: 'publish' });
  const present = {
    time: new Date().toISOString(),
    author: null,
    content: {
      subHeading: published?.subHeading,
      drinks: drinks.published.map(({ name, isOff, key }) => ({
        [nameFieldOf(type)]: name,
        offMenu: isOff,
        key,
      })),
    },
  };
  const { createdAt, createdBy } = draft;
  const list = { type, headingId, entries, createdAt, createdBy: createdBy?.id };
  const converted = convertVersions([...versions.toReversed(), ...(published ? [present] : [])], list);
  await storeVersions(strapi, converted);
  await deleteVersions(strapi, { uid: oldUid });
  // The site showed these before, so they are off the menu and not new.
  const off = entries.filter(
    ({ isNew, documentId }) => isNew && converted.some((version) => version.documentId === documentId),
  );
  return {
    list: { type, oldUid, headingId, documentIds: entries.map(({ documentId }) => documentId) },
    lost: [
      ...describeLost(drinks.published, drinks.draft, contentTypes[type].linkLabel),
      ...off.map(({ draftName }) => `${quote(draftName)} on the menu`),
    ],
  };
}

/** Tells the owner on her first screen what waited with a list of drinks and was not done, until she has read it. */
async function reportLost(strapi: Core.Strapi, lists: PlannedList[], lost: string[]): Promise<void> {
  const timeZone = readTimeZone();
  const now = new Date();
  const { date, time } = toLocalTime(now.getTime(), timeZone);
  await insertPlan(strapi, {
    scope: 'menu',
    state: 'failed',
    dueAt: now.toISOString(),
    localTime: `${date}T${time}`,
    timeZone,
    scheduledAt: now.toISOString(),
    author: null,
    authorId: 0,
    title: 'The drinks',
    change: 'The site shows them as before. If you still want it, do it again on the screen “Menu”.',
    entries: lists.map(({ type, headingId }) => ({
      uid: uidOf(type),
      documentId: headingId,
      name: contentTypes[type].linkLabel,
      content: {},
      replaced: null,
      wasShown: true,
    })),
    uid: null,
    itemId: null,
    opensFrom: null,
    until: null,
    problem: `Since the update, each drink is published by itself, like a dish. This waited with the whole list and was not done: ${new Intl.ListFormat('en').format(lost)}.`,
  });
}

/** Makes entries of the drinks that the migration `001-drinks-as-entries` has copied; on a site without a copy, nothing. */
export async function makeDrinkEntries(strapi: Core.Strapi): Promise<void> {
  // Only the migration writes the stored value. It stays for one release, with the names and the order as they were.
  const copy = (await strapi.store({ type: 'app', name: 'drink', key: 'lists' }).get()) as Record<
    string,
    OldList
  > | null;
  if (!copy) return;
  if (!(await readFirstTime(strapi))) await storeFirstTime(strapi);
  const lists: PlannedList[] = [];
  const lost: string[] = [];
  for (const type of menuTypes) {
    const converted = copy[type] && (await convertList(strapi, type, copy[type]));
    if (!converted) continue;
    lists.push(converted.list);
    lost.push(...converted.lost);
  }
  const today = toLocalTime(Date.now(), readTimeZone()).date;
  const isOfList = ({ uid }: { uid: string }) => lists.some(({ oldUid }) => oldUid === uid);
  for (const stored of await findPlans(strapi)) {
    if (!stored.entries.some(isOfList)) continue;
    const { change, lost: lostParts } = convertPlan(stored, lists);
    if (change) await updatePlan(strapi, stored.id, change);
    else await deletePlans(strapi, { id: stored.id });
    const due = new Date(stored.dueAt).getTime();
    const moment = describeInstant(due, '', stored.timeZone, (date) => describeDate(date, today));
    lost.push(...lostParts.map((part) => `${part} (planned for ${moment})`));
  }
  if (lost.length > 0) await reportLost(strapi, lists, lost);
}
