import { uidOf } from '../shared/content/contentTypes';
import { type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import { quote } from '../shared/shortenTexts';
import type { PlannedChange, PlannedEntry } from '../site/plannedChange';
import { describeLost, type KeyedDrink } from './drinkEntries';
import { describeEntry, toDrinks } from './drinkVersions';

/** A list of drinks, and the document ids of those that have become entries. */
export interface PlannedList {
  type: MenuType;
  oldUid: string;
  headingId: string;
  documentIds: string[];
}

/** Converts what a scheduled change publishes of a list to what it publishes of the heading and of each drink. */
function convertEntry(
  { content, replaced, ...entry }: PlannedEntry,
  { type, headingId, documentIds }: PlannedList,
): { entries: PlannedEntry[]; lost: string[] } {
  const uid = uidOf(type);
  const nameField = nameFieldOf(type);
  const [planned, before] = [content.drinks, replaced?.drinks].map((drinks) =>
    toDrinks(type, drinks).filter((drink): drink is KeyedDrink => drink.key !== null),
  );
  const lost = 'drinks' in content ? describeLost(before ?? [], planned ?? [], entry.name) : [];
  const entries: PlannedEntry[] = [];
  if ('subHeading' in content)
    entries.push({
      ...entry,
      uid,
      documentId: headingId,
      content: { subHeading: content.subHeading },
      replaced: replaced && { subHeading: replaced.subHeading },
    });
  for (const { key, name, isOff } of planned ?? []) {
    const old = before?.find((drink) => drink.key === key);
    const isChanged = old ? old.name !== name : !isOff;
    if (!isChanged) continue;
    if (documentIds.includes(key))
      entries.push({
        uid,
        documentId: key,
        name,
        content: { ...(!old && { subHeading: null }), [nameField]: name },
        replaced: old ? { [nameField]: old.name } : null,
        wasShown: old !== undefined,
      });
    else if (!old) lost.push(`${quote(name)} added`);
  }
  return { entries, lost };
}

/**
 * Converts a scheduled change of lists of drinks to one of drinks.
 * @returns the change, `undefined` when nothing of it is left, and what it can't do any more
 */
export function convertPlan(
  change: PlannedChange,
  lists: PlannedList[],
): { change: PlannedChange | undefined; lost: string[] } {
  const findList = (uid: string | null) => lists.find(({ oldUid }) => oldUid === uid);
  const { itemId, state } = change;
  const list = findList(change.uid);
  const uid = list ? uidOf(list.type) : change.uid;
  const lost: string[] = [];
  const entries = change.entries.flatMap((entry): PlannedEntry[] => {
    const entryList = findList(entry.uid);
    if (!entryList) return [entry];
    const own = { ...entry, uid: uidOf(entryList.type), documentId: entryList.headingId };
    // It is over: the owner only reads about it.
    if (state === 'failed' || state === 'late') return [own];
    if (itemId !== null) {
      if (entryList.documentIds.includes(itemId)) return [{ ...own, documentId: itemId }];
      lost.push(`${quote(entry.name)} back on the menu`);
      return [];
    }
    const converted = convertEntry(entry, entryList);
    lost.push(...converted.lost);
    return converted.entries;
  });
  const [first, ...others] = entries;
  if (!first) return { change: undefined, lost };
  const converted = { ...change, uid, entries };
  if (itemId !== null || state === 'failed' || state === 'late') return { change: converted, lost };
  if (change.scope === 'menu' || others.length > 0) {
    const names = new Intl.ListFormat('en').format(entries.map(({ name }) => quote(name)));
    return { change: { ...converted, scope: 'menu', change: names }, lost };
  }
  const type = findList(change.entries[0]?.uid ?? null)?.type;
  const text =
    first.replaced && type
      ? describeEntry(type, first.documentId, first.replaced, first.content)
      : 'On the site for the first time';
  return { change: { ...converted, title: quote(first.name), change: text }, lost };
}
