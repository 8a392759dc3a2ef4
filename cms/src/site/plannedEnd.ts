import type { Core } from '@strapi/strapi';
import { quote } from '../shared/shortenTexts';
import { type SiteAfter, toReturning } from './applyChange';
import { describeEntryChanges } from './describeChange';
import { type EntryId, readEntry } from './entry';
import { isSame, listChangedFields, pickFields } from './entryContent';
import { readEnd } from './openingHours';
import type { PlannedChange, PlannedEntry } from './plannedChange';
import { findLastShown } from './recordVersions';
import { findPlans, insertPlan, OPEN, updatePlan } from './storedPlans';

/** Describes in one line what an end changes on the site. */
const describeEnd = (strapi: Core.Strapi, { content, replaced, wasShown, ...entry }: PlannedEntry): string =>
  wasShown
    ? `Back as before: ${describeEntryChanges(strapi, entry, replaced ?? {}, content)}`
    : 'Off the site again';

/** Finds the ends of an entry that are planned. */
const findEnds = async (strapi: Core.Strapi, { uid, documentId }: EntryId): Promise<PlannedChange[]> =>
  (await findPlans(strapi, { ...OPEN, scope: 'end' })).filter(
    ({ entries: [entry] }) => entry?.uid === uid && entry.documentId === documentId,
  );

/**
 * Plans the end of what a planned change publishes of an entry, in the transaction that publishes it.
 * @returns what the owner should know: that nothing ends because it was on the site before its time
 */
export async function planEnd(
  strapi: Core.Strapi,
  { until, author, authorId, scheduledAt }: PlannedChange,
  { uid, documentId, name }: PlannedEntry,
  { lastShown, wasShown, isShown, content, changedFields }: SiteAfter,
): Promise<string[]> {
  // Alone, what is stated is for the words that stay.
  const isForSameWords = changedFields.every((field) => field === 'dietaryStatement');
  const before = lastShown && (isForSameWords ? toReturning(lastShown, content) : lastShown);
  const fields = before ? changedFields.filter((field) => !isSame(before[field], content[field])) : [];
  const staysShown = wasShown || !isShown;
  if (until === null) return [];
  if (staysShown && fields.length === 0) {
    const isKept = wasShown && changedFields.length === 0;
    if (!isKept || (await findEnds(strapi, { uid, documentId })).length > 0) return [];
    return [
      `${quote(name)} was on the site before its time. It stays after its last day, until you change it.`,
    ];
  }
  const entry = {
    uid,
    documentId,
    name,
    content: pickFields(before ?? {}, fields),
    replaced: pickFields(content, fields),
    wasShown: staysShown,
  };
  await insertPlan(strapi, {
    ...(await readEnd(strapi, until)),
    // Planned with its start: a clock that was only wrong at the start makes nobody choose its time again.
    ...{ scope: 'end', until, author, authorId, scheduledAt },
    ...{ title: quote(name), change: describeEnd(strapi, entry), entries: [entry] },
    ...(!staysShown && { uid, itemId: documentId }),
  });
  return [];
}

/**
 * Whether an end has nothing to do: the site shows already what it would show then, because somebody has taken its start back, or has
 * deleted the entry.
 */
export async function isAlreadyEnded(strapi: Core.Strapi, entry: PlannedEntry): Promise<boolean> {
  const { draft, published } = await readEntry(strapi, entry);
  if (!draft) return true;
  if (published && !entry.wasShown) return false;
  const shown = published ?? (await findLastShown(strapi, entry)) ?? {};
  return listChangedFields(entry.content, pickFields(shown, Object.keys(entry.content))).length === 0;
}

/**
 * Passes on what an end would show to those whose start has replaced the words that end now: otherwise these would be back, for good,
 * when the later ones end.
 * @returns whether there is such an end
 */
export async function passOn(
  strapi: Core.Strapi,
  id: number,
  { uid, documentId, content, replaced }: PlannedEntry,
): Promise<boolean> {
  let isPassedOn = false;
  for (const plan of await findEnds(strapi, { uid, documentId })) {
    const [entry] = plan.entries;
    if (!entry || plan.id === id) continue;
    const fields = Object.keys(content).filter(
      (name) => name in entry.content && isSame(entry.content[name], replaced?.[name]),
    );
    if (fields.length === 0) continue;
    const changed = { ...entry, content: { ...entry.content, ...pickFields(content, fields) } };
    await updatePlan(strapi, plan.id, { entries: [changed], change: describeEnd(strapi, changed) });
    isPassedOn = true;
  }
  return isPassedOn;
}
