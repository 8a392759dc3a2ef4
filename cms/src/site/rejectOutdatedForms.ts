import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readTimeZone } from '../environment/settings';
import { requireAllowed } from '../permissions/entryPermissions';
import { componentFields, fieldsOfEntry, fieldsOfRecord } from '../shared/content/contentTypes';
import { describeDate, describeInstant } from '../shared/hours/describeHours';
import { toLocalTime } from '../shared/hours/zonedTime';
import { isRecord } from '../shared/isRecord';
import { buildPopulate } from '../strapi/entries';
import { removeUnreadable } from '../strapi/permissions';
import { addMiddlewares, findRoute } from '../strapi/routes';
import { toKey } from './compareContent';
import { describeChange } from './describeChange';
import { describeValue } from './describeValue';
import { type Content, listItems, toContent } from './entryContent';
import { CONFLICT_STATUS, type Conflict, type ConflictingField, OPENED_CONTENT } from './formConflict';
import { lockEntry } from './lockEntries';
import { mergeValue } from './merge';

const DELETED =
  'Somebody has deleted this in the meantime, so it can’t be saved. What you typed is still here: copy what you need.';
const TAKEN_OFF = 'It was taken off the site after you opened it: publishing puts it back.';
const MESSAGE = 'Somebody else has changed this since you opened it, so nothing was saved.';

/** The content manager's routes that save a form. */
const SAVING_ROUTES = [
  ['PUT', '/collection-types/:model/:id'],
  ['POST', '/collection-types/:model/:id/actions/publish'],
  ['PUT', '/single-types/:model'],
  ['POST', '/single-types/:model/actions/publish'],
] as const;

/** The entry that a form saves. */
interface FormEntry {
  uid: UID.ContentType;
  /** `undefined` for a single type. */
  documentId: string | undefined;
}

/** Reads the draft of an entry, after a change of it that is being saved by another request. */
async function readLockedDraft(strapi: Core.Strapi, { uid, documentId }: FormEntry) {
  const id = documentId ?? (await strapi.documents(uid).findFirst({ status: 'draft' }))?.documentId;
  if (id === undefined) return null;
  await lockEntry(strapi, { uid, documentId: id });
  const populate = await buildPopulate(strapi, uid);
  return strapi.documents(uid).findOne({ documentId: id, status: 'draft', populate });
}

/** Describes the changes that a form would overwrite, and lists the fields that it would only set back. */
function compareForm(
  strapi: Core.Strapi,
  { uid, documentId }: FormEntry,
  content: Record<'opened' | 'form' | 'stored', Content>,
  timeZone: string,
): Pick<Conflict, 'fields' | 'leftOut'> {
  const labels = fieldsOfRecord(uid, documentId) ?? fieldsOfEntry(uid, documentId);
  // The admin omits empty fields from a form.
  const raw = { ...content, form: { ...content.opened, ...content.form } };
  const toFields = (values: Content) => toContent(strapi, uid, values);
  const [opened, form, stored] = [toFields(raw.opened), toFields(raw.form), toFields(raw.stored)];
  const leftOut: string[] = [];
  const fields = Object.keys(stored).flatMap((name): ConflictingField[] => {
    const { kind, value } = mergeValue(opened[name], form[name], stored[name]);
    if (kind === 'theirs') leftOut.push(name);
    const label = labels[name]?.label;
    // A dish is moved on the menu: its place is never a conflict.
    if (kind === 'same' || kind === 'mine' || label === undefined || name === 'position') return [];
    const attribute = strapi.contentType(uid).attributes[name];
    const rowFields = (attribute?.type === 'component' && componentFields[attribute.component]) || {};
    const change = describeChange(opened[name], stored[name], { fields: rowFields, timeZone });
    const conflict = { name, label, change };
    if (kind === 'theirs') return [conflict];
    if (kind === 'merged') {
      const rows = [raw.stored, raw.form].flatMap((values, index) =>
        listItems(values[name]).map(
          (row, place) => [toKey(listItems([stored, form][index]?.[name])[place]), row] as const,
        ),
      );
      const rowsByKey = new Map(rows);
      return [{ ...conflict, merged: listItems(value).map((row) => rowsByKey.get(toKey(row)) ?? row) }];
    }
    const describe = (content: unknown) => describeValue(content, rowFields, timeZone);
    return [{ ...conflict, choice: { yours: describe(form[name]), theirs: describe(stored[name]) } }];
  });
  return { fields, leftOut };
}

/** Describes who changed an entry and when; `userId` is the account that gets the sentence. */
function describeAuthor({ updatedBy, updatedAt }: Content, userId: unknown, timeZone: string): string {
  const today = toLocalTime(Date.now(), timeZone).date;
  const describeDay = (date: string) => `on ${describeDate(date, today)}`;
  const time = describeInstant(Date.parse(String(updatedAt)), today, timeZone, describeDay);
  const { id, firstname, lastname } = isRecord(updatedBy) ? updatedBy : {};
  if (id !== undefined && id === userId)
    return `You changed this ${time} in another window, after you opened it here.`;
  const name = [firstname, lastname].filter(Boolean).join(' ') || 'Somebody';
  return `${name} changed this ${time}, after you opened it.`;
}

/**
 * Answers 409 with a `Conflict` when the admin saves or publishes a form that would overwrite what somebody else, or the
 * same account in another window, has changed since the form was opened; nothing is saved then. The comparison and the
 * save are one transaction, so of two that save at the same moment the second is told.
 * @throws Error when Strapi no longer has one of the routes
 */
export function rejectOutdatedForms(strapi: Core.Strapi): void {
  const timeZone = readTimeZone();

  /** Compares a form with the stored draft; if nothing conflicts, removes from the form what it would only set back. */
  const findConflict = async (
    context: Parameters<Core.MiddlewareHandler>[0],
    entry: FormEntry,
    { opened, form }: Record<'opened' | 'form', Content>,
  ): Promise<Conflict | undefined> => {
    const draft = await readLockedDraft(strapi, entry);
    if (!draft) throw new errors.NotFoundError(DELETED);
    const isPublishing = context.path.endsWith('/actions/publish');
    const actions = ['read', isPublishing ? 'publish' : 'update'] as const;
    await requireAllowed(strapi, context.state, { uid: entry.uid, actions, fields: [] }, draft);
    const stored = await removeUnreadable(strapi, context.state, entry.uid, draft);
    const { documentId } = draft;
    const published = await strapi.documents(entry.uid).findOne({ documentId, status: 'published' });
    const { fields, leftOut } = compareForm(
      strapi,
      { ...entry, documentId },
      { opened, form, stored },
      timeZone,
    );
    const isTakenOff =
      isPublishing && !published && ['published', 'modified'].includes(String(opened.status));
    if (fields.length === 0 && !isTakenOff) {
      for (const name of leftOut) delete form[name];
      return undefined;
    }
    const sentences = [
      ...(fields.length > 0 ? [describeAuthor(stored, context.state.user.id, timeZone)] : []),
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
      const { model: uid, id: documentId } = context.params;
      const conflict = await findConflict(context, { uid, documentId }, { opened, form });
      if (!conflict) return next();
      const error = { status: CONFLICT_STATUS, name: 'ConflictError', message: MESSAGE, details: conflict };
      context.status = CONFLICT_STATUS;
      context.body = { data: null, error };
    });
  };

  for (const [method, path] of SAVING_ROUTES) {
    const route = findRoute(strapi, 'content-manager', method, path);
    addMiddlewares(route, { after: [compareFirst] });
  }
}
