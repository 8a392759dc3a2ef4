import { fieldsOfEntry, uidOf } from '../shared/content/contentTypes';
import { type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import { isRecord } from '../shared/isRecord';
import { quote } from '../shared/shortenTexts';
import { describeChanges, describeReturn } from '../site/describeChange';
import { type Content, listItems } from '../site/entryContent';
import { selectExpired } from '../site/storedVersions';
import type { NewVersion, VersionKind } from '../site/version';
import { type DrinkEntry, isKey, type OldDrink } from './drinkEntries';

/** A version of a whole list: what the site showed of it from a time on. */
export interface ListVersion {
  time: string;
  author: string | null;
  content: Content;
}

export type DrinkVersion = NewVersion & { time: string };

/** The list whose versions are converted. */
interface List {
  type: MenuType;
  /** The document id of the record with its heading. */
  headingId: string;
  entries: DrinkEntry[];
  createdAt: unknown;
  createdBy: number | undefined;
}

const FIRST = 'What the site showed on this day';
const NEW = 'On the site for the first time';

/** Describes in one line what changes between two contents of an entry. */
export const describeEntry = (type: MenuType, documentId: string, before: Content, after: Content): string =>
  describeChanges({ fields: fieldsOfEntry(uidOf(type), documentId), rows: {} }, before, after);

/** Reads the drinks in the content of a list. */
export const toDrinks = (type: MenuType, drinks: unknown): OldDrink[] =>
  listItems(drinks)
    .filter(isRecord)
    .map((row) => ({
      name: String(row[nameFieldOf(type)] ?? ''),
      isOff: row.offMenu === true,
      key: isKey(row.key) ? row.key : null,
    }));

/** Adds the keys to drinks without one where that is exact: a name that occurs once and belongs to one known drink. */
function findKeys(drinks: OldDrink[], keysByName: Map<string, Set<string>>): OldDrink[] {
  const found = drinks.map((drink) => {
    const [key, ...others] = keysByName.get(drink.name) ?? [];
    return drink.key ?? (others.length === 0 && key !== undefined ? key : null);
  });
  const isUnique = (key: string | null) => found.filter((other) => other === key).length === 1;
  return drinks.map((drink, index) => {
    const key = found[index] ?? null;
    return { ...drink, key: isUnique(key) ? key : null };
  });
}

/** What a version tells about a drink. */
interface State {
  name: string;
  /** What the site showed last. */
  shownName: string | undefined;
  isShown: boolean;
  /** Whether the list has it. */
  isListed: boolean;
}

const describeOff = (name: string): string => `${quote(name)} taken off the site`;

/**
 * Converts the versions of a list to versions of its heading and of each drink. A drink that is off gets a version with the words that
 * its switch brings back, and one that was deleted a version that restores it.
 * @param versions oldest first; the last one is what the site shows now
 */
export function convertVersions(versions: ListVersion[], list: List): DrinkVersion[] {
  const { type, headingId, entries, createdAt, createdBy } = list;
  const [uid, nameField] = [uidOf(type), nameFieldOf(type)];
  const toContent = (name: string): Content => ({ subHeading: null, [nameField]: name });
  const findEntry = (key: string | null) => entries.find(({ documentId }) => documentId === key);

  const keysByName = new Map<string, Set<string>>();
  const known = [
    ...versions.flatMap(({ content }) => toDrinks(type, content.drinks)),
    ...entries.map(({ documentId: key, draftName: name }) => ({ key, name })),
  ];
  for (const { key, name } of known)
    if (key !== null) keysByName.set(name, (keysByName.get(name) ?? new Set()).add(key));

  const converted: DrinkVersion[] = [];
  const states = new Map<string, State>();
  let heading: Content | undefined;
  let before: OldDrink[] = [];
  let isExact = true;

  /** Returns the place of a deleted drink: behind the last one before it that still exists. */
  const findPosition = (key: string): number => {
    const index = before.findIndex((drink) => drink.key === key);
    const positions = before.slice(0, index).map((drink) => findEntry(drink.key)?.position ?? 0);
    return (positions.findLast((position) => position > 0) ?? 0) + 5;
  };

  for (const { time, author, content } of versions) {
    const record = (documentId: string, kind: VersionKind, stored: Content, change: string) =>
      converted.push({ uid, documentId, kind, content: stored, change, time, author });
    const first = heading && isExact ? NEW : FIRST;

    const nextHeading = { subHeading: content.subHeading ?? null, [nameField]: null };
    const headingChange = heading ? describeEntry(type, headingId, heading, nextHeading) : FIRST;
    if (headingChange) record(headingId, 'publish', nextHeading, headingChange);
    heading = nextHeading;

    const drinks = findKeys(toDrinks(type, content.drinks), keysByName);
    for (const { key, name, isOff } of drinks) {
      if (key === null) continue;
      const { isShown = false, shownName } = states.get(key) ?? {};
      const shown = toContent(shownName ?? name);
      const renaming = describeEntry(type, key, shown, toContent(name));
      if (isOff && isShown) record(key, 'unpublish', { published: shown }, describeOff(shownName ?? name));
      if (!isOff && isShown && renaming) record(key, 'publish', toContent(name), renaming);
      if (!isOff && !isShown)
        record(key, 'publish', toContent(name), states.has(key) ? describeReturn(renaming) : first);
      states.set(key, { name, shownName: isOff ? shownName : name, isShown: !isOff, isListed: true });
    }

    // A drink that was not found may be one that has another name now.
    const isComplete = drinks.every(({ key }) => key !== null);
    isExact &&= isComplete;
    for (const [key, state] of isComplete ? states : []) {
      const { name, isShown, isListed } = state;
      if (!isListed || drinks.some((drink) => drink.key === key)) continue;
      const removed = { ...toContent(name), position: findPosition(key) };
      // The draft of the list may still have it.
      if (!findEntry(key))
        record(
          key,
          'delete',
          { [isShown ? 'published' : 'draft']: removed, createdAt, createdBy },
          `${quote(name)} deleted`,
        );
      else if (isShown) record(key, 'unpublish', { published: removed }, describeOff(name));
      states.set(key, { ...state, isShown: false, isListed: false });
    }
    before = drinks;
  }

  const { time = '' } = versions.at(-1) ?? {};
  for (const { documentId, siteName, isShown } of entries) {
    if (isShown || siteName === undefined) continue;
    const last = converted.findLast((version) => version.documentId === documentId);
    const content = { published: toContent(siteName) };
    const off = { uid, documentId, kind: 'unpublish', content, change: describeOff(siteName) } as const;
    // The site showed it with other words, and the list got these while it was off.
    if (last?.kind === 'unpublish') last.content = content;
    else converted.push({ ...off, time, author: null });
  }
  const expired = new Set(
    [...new Set(converted.map(({ documentId }) => documentId))].flatMap((id) =>
      selectExpired(converted.filter(({ documentId }) => documentId === id).toReversed()),
    ),
  );
  return converted.filter((version) => !expired.has(version));
}
