import type { Core, Modules } from '@strapi/strapi';
import { findContentType } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { rejectMissingAlternativeTexts } from './alternativeTexts';
import { rejectUnshowableContact } from './contactFields';
import { limitFields, type WrittenValues } from './fieldLimits';
import { requireOwnFields } from './requireOwnFields';
import { rejectInvalidStatements } from './statements';

/** @throws ValidationError or ApplicationError with a sentence for the owner when an entry can't have the values */
type Check = (strapi: Core.Strapi, written: WrittenValues) => void | Promise<void>;

const CHECKS: Check[] = [
  limitFields,
  requireOwnFields,
  rejectUnshowableContact,
  rejectInvalidStatements,
  rejectMissingAlternativeTexts,
];

/**
 * Checks the values of an entry, whoever writes them: forms, the screen *Menu*, or a change of the site's side alone.
 * @throws ValidationError or ApplicationError with a sentence for the owner
 */
export async function checkValues(
  strapi: Core.Strapi,
  written: WrittenValues,
  checks: Check[] = CHECKS,
): Promise<void> {
  if (!findContentType(written.uid)) return;
  for (const check of checks) await check(strapi, written);
}

/** Reads what a call of Strapi's document service writes; `undefined` when it writes nothing. */
async function readWritten(
  strapi: Core.Strapi,
  { action, uid, params }: Modules.Documents.Middleware.Context,
): Promise<WrittenValues | undefined> {
  const documentId = 'documentId' in params ? String(params.documentId) : undefined;
  if (action === 'publish') {
    const draft = await strapi
      .documents(uid)
      .findOne({ documentId: documentId ?? '', status: 'draft', populate: '*' });
    return draft ? { uid, documentId, values: draft, isPublished: true, isStored: true } : undefined;
  }
  const values: unknown = 'data' in params ? params.data : undefined;
  if (!['create', 'update', 'clone'].includes(action) || !isRecord(values)) return undefined;
  const isPublished = 'status' in params && params.status === 'published';
  return { uid, documentId, values, isPublished };
}

/** Checks what Strapi's document service writes, as `checkValues` does. */
export const checkWrittenValues =
  (checks?: Check[]) =>
  (strapi: Core.Strapi): Modules.Documents.Middleware.Middleware =>
  async (context, next) => {
    const written = findContentType(context.uid) && (await readWritten(strapi, context));
    if (written) await checkValues(strapi, written, checks);
    return next();
  };
