import type { Core } from '@strapi/strapi';
import { contentTypes } from '../shared/content/contentTypes';
import { findMenuType } from '../shared/content/menuTypes';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { isRecord } from '../shared/isRecord';
import { createFieldError, throwFieldErrors, type WrittenValues } from './fieldLimits';

const FIELD = 'dietaryStatement';
const MAX_ALLERGENS = 100;
const MAX_ID_LENGTH = 50;
/** Longer than any text of a dish. */
const MAX_TEXT_LENGTH = 2000;
/** Postgres stores neither of them in JSON. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether a value is a statement that can be stored on SQLite and on Postgres, so that nothing of it is lost. */
export function isStorableStatement(value: unknown): boolean {
  const statement = parseStoredStatement(value);
  if (!statement || !isRecord(value) || !isRecord(value.answers)) return false;
  const { answers, confirmedFor } = statement;
  const ids = Object.keys(answers);
  const texts = [confirmedFor.name, confirmedFor.description, confirmedFor.restoreId ?? ''];
  return (
    (value.diet ?? null) === statement.diet &&
    ids.length === Object.keys(value.answers).length &&
    ids.length <= MAX_ALLERGENS &&
    ids.every((id) => id.length <= MAX_ID_LENGTH && !UNSTORABLE.test(id)) &&
    texts.every((text) => text.length <= MAX_TEXT_LENGTH && !UNSTORABLE.test(text))
  );
}

/**
 * Rejects what is no statement. One that contradicts itself by a newer table of allergens stays valid, so that a dish with it can still
 * be restored.
 */
export function rejectInvalidStatements(_strapi: Core.Strapi, { uid, values }: WrittenValues): void {
  const type = findMenuType(uid);
  const value = values[FIELD] ?? null;
  if (!type || value === null || isStorableStatement(value)) return;
  const label = contentTypes[type].otherFields?.[FIELD]?.label ?? FIELD;
  throwFieldErrors([createFieldError([FIELD], label, 'this can’t be saved. State it on the screen “Menu”.')]);
}
