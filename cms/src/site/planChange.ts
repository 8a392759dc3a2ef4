import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { nameOf } from '../auditLog/accountName';
import { recordLine } from '../auditLog/auditLog';
import { readTimeZone } from '../environment/settings';
import { chooseMoment } from '../shared/hours/describeMoment';
import { isDate, isLocalTime } from '../shared/hours/zonedTime';
import { quote } from '../shared/shortenTexts';
import type { Account } from '../strapi/permissions';
import type { Before } from './applyChange';
import { checkPlanned } from './applyPlanned';
import { describeEntryChanges, describeReturn } from './describeChange';
import { type EntryId, findEntries, nameEntry } from './entry';
import { listChangedFields, omitPosition, pickFields } from './entryContent';
import { requirePublishable } from './listPlanned';
import { findNewEntries } from './newEntries';
import { readEnd } from './openingHours';
import type { PlannedChange, PlannedEntry } from './plannedChange';
import { listNames } from './publications';
import {
  deletePlans,
  endItemPlan,
  type ItemScope,
  insertPlan,
  NOT_PLANNED,
  requirePlan,
  withLock,
} from './storedPlans';

const NOTHING = 'There is nothing to publish: the site shows these words already.';

const END_FIRST = 'It would end before it starts: choose another time.';

/** When a change is made. */
export type Moment = Pick<PlannedChange, 'dueAt' | 'localTime' | 'timeZone' | 'opensFrom'> & {
  /** Of an end, the time as the owner has chosen it. */
  until?: string;
};

/** Parses the time that the owner has chosen. */
export function parseMoment(time: unknown): Moment {
  const timeZone = readTimeZone();
  const localTime = String(time);
  const { moment, problem } = chooseMoment(localTime, Date.now(), timeZone);
  if (problem !== undefined) throw new errors.ValidationError(problem);
  return { dueAt: new Date(moment).toISOString(), localTime, timeZone, opensFrom: null };
}

/** Parses when something ends, which may start at a moment first; `undefined` when it does not end. */
export async function parseEnd(
  strapi: Core.Strapi,
  until: unknown,
  start?: Pick<Moment, 'dueAt'>,
): Promise<(Moment & { until: string }) | undefined> {
  if (until === undefined || until === null || until === '') return undefined;
  const text = String(until);
  const { localTime, dueAt } =
    isDate(text) || isLocalTime(text) ? await readEnd(strapi, text) : parseMoment(text);
  if (start && dueAt <= start.dueAt) throw new errors.ValidationError(END_FIRST);
  return { ...parseMoment(localTime), until: text };
}

/** Changes what is planned; throws a NotFoundError when the planned change was made, moved or cancelled since it was read. */
export async function changePlanned(
  strapi: Core.Strapi,
  read: PlannedChange,
  act: () => Promise<void>,
): Promise<void> {
  if (!(await withLock(strapi, read, act))) throw new errors.NotFoundError(NOT_PLANNED);
}

/** Formats the time of a change for the audit log. */
export const formatTime = ({ localTime }: Pick<PlannedChange, 'localTime'>): string =>
  localTime.replace('T', ' at ');

/** Describes a planned change for the audit log. */
export const describePlanned = ({
  title,
  author,
  ...moment
}: Pick<PlannedChange, 'title' | 'author' | 'localTime'>): string =>
  `the change of ${title} that ${author ?? 'a deleted account'} had planned for ${formatTime(moment)}`;

/**
 * Returns what publishing the draft of an entry would change on the site now; `undefined` when that is nothing.
 * @param before the entry as it is now
 */
export function captureDraft({
  uid,
  documentId,
  published,
  draft,
  lastShown,
}: Before): PlannedEntry | undefined {
  const content = omitPosition(draft);
  const changed = published ? listChangedFields(content, omitPosition(published)) : Object.keys(content);
  if (changed.length === 0) return undefined;
  return {
    uid,
    documentId,
    name: nameEntry(uid, content),
    content: pickFields(content, changed),
    replaced: lastShown ? pickFields(lastShown, changed) : null,
    wasShown: published !== undefined,
  };
}

/** Describes in one line what publishing an entry changes on the site. */
function describeEntry(strapi: Core.Strapi, { content, replaced, wasShown, ...entry }: PlannedEntry): string {
  if (!replaced) return 'On the site for the first time';
  const change = describeEntryChanges(strapi, entry, replaced, content);
  return wasShown ? change : describeReturn(change);
}

/** Who plans a change, and when it is made. */
interface PlanRequest {
  account: Account;
  moment: Moment;
  /** The id of a change that this one replaces. */
  replaces?: unknown;
  /** When it ends; by default as the change that it replaces. */
  until?: unknown;
}

const toStored = ({ account, moment }: PlanRequest) => ({
  ...moment,
  author: nameOf(account.user),
  authorId: account.user.id,
});

/** Plans what publishing entries changes now. What would be refused at its time is refused at once. */
export async function planPublishing(
  strapi: Core.Strapi,
  scope: Exclude<PlannedChange['scope'], 'item' | 'end'>,
  entries: PlannedEntry[],
  request: PlanRequest,
): Promise<void> {
  const [entry] = entries;
  if (!entry) throw new errors.ValidationError(NOTHING);
  await requirePublishable(strapi, request.account, entries);
  const replaced =
    request.replaces === undefined ? undefined : await requirePlan(strapi, Number(request.replaces));
  const until = request.until === undefined ? replaced?.until : request.until;
  const change = {
    ...toStored(request),
    until: (await parseEnd(strapi, until, request.moment))?.until ?? null,
    scope,
    entries,
    title: { menu: 'The menu', site: 'The site', entry: quote(entry.name) }[scope],
    change: scope === 'entry' ? describeEntry(strapi, entry) : listNames(entries),
  };
  await checkPlanned(strapi, change);
  if (!replaced) return insertPlan(strapi, change);
  await requirePublishable(strapi, request.account, replaced.entries);
  await changePlanned(strapi, replaced, async () => {
    await deletePlans(strapi, { id: replaced.id });
    await insertPlan(strapi, change);
  });
  await recordLine(strapi, `replaced ${describePlanned(replaced)} by ${describePlanned(change)}`);
}

/**
 * Plans the return of an item that is off the menu, or when one that is on it leaves, in place of what was planned; without a moment,
 * nothing. Call it in a transaction.
 * @throws ValidationError when an item that was never on the menu, so that it has no words, would come back
 */
export async function planItem(
  strapi: Core.Strapi,
  scope: ItemScope,
  item: EntryId,
  account: Account,
  moment: Moment | undefined,
): Promise<void> {
  await endItemPlan(strapi, scope, item);
  if (!moment) return;
  const stored = await findEntries(strapi, item.uid, { documentId: item.documentId });
  if (scope === 'item' && (await findNewEntries(strapi, item.uid, stored)).size > 0)
    throw new errors.ValidationError('This was never on the menu: publish it when it should be there.');
  const name = nameEntry(item.uid, stored[0]?.draft);
  await insertPlan(strapi, {
    ...toStored({ account, moment }),
    scope,
    entries: [{ ...item, name, content: {}, replaced: null, wasShown: false }],
    uid: item.uid,
    itemId: item.documentId,
    title: quote(name),
    change: scope === 'end' ? 'Off the menu' : 'Back on the menu',
  });
}
