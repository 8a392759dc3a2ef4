import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { requireAllowed } from '../permissions/entryPermissions';
import { fieldsOfEntry, fieldsOfRecord, findContentType, uidOf } from '../shared/content/contentTypes';
import { joinLines, unifyBreaks } from '../shared/lineBreaks';
import type { SiteCommand } from '../shared/requests/changeCommands';
import { MARKS } from '../shared/requests/editMessages';
import { changeDraft } from '../site/changeDraft';
import type { Account } from '../strapi/permissions';
import { ConflictError } from '../strapi/routes';

interface TextAttribute {
  type: 'string' | 'text';
  required?: boolean;
  maxLength?: number;
}

/** Lists the texts of a type that the owner changes, with their attributes; of an entry, only those that it has. */
export function listTexts(
  strapi: Core.Strapi,
  name: string,
  documentId?: string,
): Map<string, TextAttribute> {
  const uid = uidOf(name);
  const type = findContentType(uid);
  if (!type) return new Map();
  const fields = (documentId !== undefined && fieldsOfRecord(uid, documentId)) || type.fields;
  const { attributes } = strapi.contentType(uid);
  return new Map(
    Object.keys(fields).flatMap((field) => {
      const attribute = attributes[field];
      return attribute?.type === 'string' || attribute?.type === 'text' ? [[field, attribute] as const] : [];
    }),
  );
}

/**
 * Saves a text of an entry in its draft, by the rules of its form.
 * @throws ForbiddenError when there is no such text, or the account may not change it
 * @throws ConflictError with the present text when it is neither the one that the owner saw nor hers
 */
export async function changeWords(
  strapi: Core.Strapi,
  account: Account,
  { list = '', id = '', field = '' }: Record<string, string | undefined>,
  { words, seen }: Record<string, unknown>,
): Promise<SiteCommand | null> {
  const attribute = listTexts(strapi, list, id).get(field);
  if (!attribute) throw new errors.ForbiddenError();
  const entry = { uid: uidOf(list), documentId: id };
  const use = { uid: entry.uid, actions: ['read', 'update'], fields: [field] } as const;
  await requireAllowed(strapi, account, use, { documentId: id });
  if (typeof words !== 'string' || typeof seen !== 'string')
    throw new errors.ValidationError(
      'This could not be understood, so nothing was saved. Load the page again.',
    );
  const clean = (text: unknown) =>
    (attribute.type === 'string' ? joinLines : unifyBreaks)(String(text ?? '').replace(MARKS, '')).trim();
  const { label = field } = fieldsOfEntry(entry.uid, id)[field] ?? {};
  const [mine, base] = [clean(words), clean(seen)];
  if (attribute.required && !mine) throw new errors.ValidationError(`${label}: this can’t be empty.`);
  await changeDraft(strapi, entry, account, (draft) => {
    const theirs = clean(draft[field]);
    // It may be there already: the response to the first request may have been lost.
    if (theirs === mine) return undefined;
    if (theirs === base) return { [field]: mine || null };
    const message = `Somebody else has changed “${label}” in the meantime, so yours is not saved yet: choose which to keep.`;
    throw new ConflictError(message, { theirs });
  });
  return mine === base ? null : { type: 'changeWords', list, id, field, words: base, seen: mine };
}
