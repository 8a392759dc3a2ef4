import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { nameOf } from '../auditLog/accountName';
import { readTimeZone } from '../environment/settings';
import { requireAllowed } from '../permissions/entryPermissions';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { toLocalTime } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { type Conflict, type ConflictingField, OPENED_CONTENT } from '../shared/requests/formConflict';
import { buildPopulate } from '../strapi/entries';
import { removeUnreadable } from '../strapi/permissions';
import { addMiddlewares, type Context, findRoute } from '../strapi/routes';
import { describeChange, describeValue, labelsOf } from './describeChange';
import type { EntryId } from './entry';
import { type Content, listItems, toContent, toKey } from './entryContent';
import { lockEntry } from './lockEntries';
import { mergeValue } from './merge';

const NOT_SAVED =
  'Somebody has deleted this in the meantime, so it can’t be saved. What you typed is still here: copy what you need.';
const TAKEN_OFF = 'It was taken off the site after you opened it: publishing puts it back.';
const CONFLICT = 'Somebody else has changed this since you opened it, so nothing was saved.';

/** The content manager's routes that save a form. */
const SAVING_ROUTES = [
  ['PUT', '/collection-types/:model/:id'],
  ['POST', '/collection-types/:model/:id/actions/publish'],
  ['PUT', '/single-types/:model'],
  ['POST', '/single-types/:model/actions/publish'],
] as const;

/**
 * Reads the draft of an entry, after a change of it that is being saved by another request.
 * @param id `undefined` for a single type
 */
async function readLockedDraft(strapi: Core.Strapi, uid: UID.ContentType, id: string | undefined) {
  const documentId = id ?? (await strapi.documents(uid).findFirst({ status: 'draft' }))?.documentId;
  if (documentId === undefined) return null;
  await lockEntry(strapi, { uid, documentId });
  const populate = await buildPopulate(strapi, uid);
  return strapi.documents(uid).findOne({ documentId, status: 'draft', populate });
}

/** Returns the items of a field by their content, as a form has them: rows have ids, and pictures are whole. */
const itemsByKey = (content: unknown, raw: unknown): [string, unknown][] =>
  listItems(raw).map((item, place) => [toKey(listItems(content)[place]), item]);

/** Describes the changes that a form would overwrite, and lists the fields that it would only set back. */
function compareForm(
  strapi: Core.Strapi,
  { uid, documentId }: EntryId,
  raw: Record<'opened' | 'form' | 'stored', Content>,
): Pick<Conflict, 'fields' | 'leftOut'> {
  const labels = labelsOf(strapi, { uid, documentId });
  const toFields = (values: Content) => toContent(strapi, uid, values);
  const [opened, form, stored] = [toFields(raw.opened), toFields(raw.form), toFields(raw.stored)];
  const leftOut: string[] = [];
  const fields = Object.keys(stored).flatMap((name): ConflictingField[] => {
    const { kind, value } = mergeValue(opened[name], form[name], stored[name]);
    if (kind === 'theirs') leftOut.push(name);
    const label = labels.fields[name]?.label;
    // A dish is moved on the menu: its place is never a conflict.
    if (kind === 'same' || kind === 'mine' || label === undefined || name === 'position') return [];
    const rowFields = labels.rows[name] ?? {};
    const conflict = { name, label, change: describeChange(opened[name], stored[name], rowFields) };
    if (kind === 'theirs') return [conflict];
    if (kind === 'merged') {
      const items = new Map([
        ...itemsByKey(stored[name], raw.stored[name]),
        ...itemsByKey(form[name], raw.form[name]),
      ]);
      return [{ ...conflict, merged: listItems(value).map((item) => items.get(toKey(item)) ?? item) }];
    }
    const describe = (content: Content) => describeValue(content[name], rowFields);
    return [{ ...conflict, choice: { yours: describe(form), theirs: describe(stored) } }];
  });
  return { fields, leftOut };
}

/** Describes who changed an entry and when; `userId` is the account that gets the sentence. */
function describeAuthor({ updatedBy, updatedAt }: Content, userId: unknown): string {
  const timeZone = readTimeZone();
  const today = toLocalTime(Date.now(), timeZone).date;
  const describeDay = (date: string) => `on ${describeDate(date, today)}`;
  const time = describeInstant(Date.parse(String(updatedAt)), today, timeZone, describeDay);
  if (isRecord(updatedBy) && updatedBy.id === userId)
    return `You changed this ${time} in another window, after you opened it here.`;
  return `${nameOf(updatedBy) ?? 'Somebody'} changed this ${time}, after you opened it.`;
}

/**
 * Answers 409 with a `Conflict` when the admin saves or publishes a form that would overwrite what somebody else, or the
 * same account in another window, has changed since the form was opened; nothing is saved then. The comparison and the
 * save are one transaction, so of two that save at the same moment the second is told.
 */
export function rejectOutdatedForms(strapi: Core.Strapi): void {
  /** Compares a form with the stored draft; if nothing conflicts, removes from the form what it would only set back. */
  const findConflict = async (
    { params: { model: uid, id }, path, state }: Context,
    { opened, form }: Record<'opened' | 'form', Content>,
  ): Promise<Conflict | undefined> => {
    const draft = await readLockedDraft(strapi, uid, id);
    if (!draft) throw new errors.NotFoundError(NOT_SAVED);
    const { documentId } = draft;
    const isPublishing = path.endsWith('/actions/publish');
    const actions = ['read', isPublishing ? 'publish' : 'update'] as const;
    await requireAllowed(strapi, state, { uid, actions, fields: [] }, draft);
    const stored = await removeUnreadable(strapi, state, uid, draft);
    const published = await strapi.documents(uid).findOne({ documentId, status: 'published' });
    // The admin omits empty fields from a form.
    const raw = { opened, form: { ...opened, ...form }, stored };
    const { fields, leftOut } = compareForm(strapi, { uid, documentId }, raw);
    const isTakenOff =
      isPublishing && !published && ['published', 'modified'].includes(String(opened.status));
    if (fields.length === 0 && !isTakenOff) {
      for (const name of leftOut) delete form[name];
      return undefined;
    }
    const sentences = [
      ...(fields.length > 0 ? [describeAuthor(stored, state.user.id)] : []),
      ...(isTakenOff ? [TAKEN_OFF] : []),
    ];
    return {
      explanation: sentences.join(' '),
      fields,
      leftOut,
      stored: { ...stored, status: published ? 'published' : 'draft' },
    };
  };

  const compareFirst: Core.MiddlewareHandler = async (context, next) => {
    const { body } = context.request;
    if (!isRecord(body) || !isRecord(body[OPENED_CONTENT])) return next();
    const { [OPENED_CONTENT]: opened, ...form } = body;
    context.request.body = form;
    await strapi.db.transaction(async () => {
      const conflict = await findConflict(context, { opened, form });
      if (!conflict) return next();
      context.conflict(CONFLICT, conflict);
    });
  };

  for (const [method, path] of SAVING_ROUTES) {
    const route = findRoute(strapi, 'content-manager', method, path);
    addMiddlewares(route, { after: [compareFirst] });
  }
}
