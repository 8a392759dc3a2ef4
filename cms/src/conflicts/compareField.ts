import { isSame } from '../content/compareContent';
import { mergeRows, type Rows, type Values } from './mergeRows';

/** What saving a field of a form does to a change that was made elsewhere since the form was opened. */
export type Comparison =
  /** Nothing: there is no such change, or the form has the same. */
  | { kind: 'safe' }
  /** It takes back the change, although nobody has changed the field in the form. */
  | { kind: 'untouched' }
  /** Both have changed a list, in different rows. */
  | { kind: 'merged'; rows: unknown[] }
  /** Both have changed the field. */
  | { kind: 'overwritten' };

/** Compares a field of a form with what is stored; `rows` are those of a list, which the form and the database have. */
export function compareField(values: Values, rows: Rows): Comparison {
  const { opened, form, stored } = values;
  if (isSame(stored, opened) || isSame(stored, form)) return { kind: 'safe' };
  if (isSame(form, opened)) return { kind: 'untouched' };
  const merged = mergeRows(values, rows);
  return merged ? { kind: 'merged', rows: merged } : { kind: 'overwritten' };
}
