import { fieldsOfRecord, findContentType, uidOf } from './contentTypes';

/** A field of an entry, and what a press on it does in a preview that can be edited. */
interface PageField {
  field: string;
  label: string;
  /** In characters, where the page has less room than the schema allows. */
  max: number | undefined;
  /** Its text is typed on the page, or its form opens; `unseen` on a page, so that only a list can lead to its form. */
  press: 'text' | 'form' | 'unseen';
}

/** What search engines read. */
const UNSEEN = / cuisine$|-main description$/;
/** Fields that are not shown letter by letter: pictures, lists, and texts that the site parses. */
const FORM =
  / (images|logo|notice|links|specialDays|mapPlace|dietaryStatement)$|^contact-(phone|email|address|hours) description$/;

/** Lists the fields that the owner can fill in of an entry; none for a type that is not in the table. A field with the press `form` that is empty has nothing on the page to press. */
export function listPageFields(typeName: string, documentId: string): PageField[] {
  const { fields, otherFields } = findContentType(uidOf(typeName)) ?? {};
  const ofEntry = { ...(fieldsOfRecord(uidOf(typeName), documentId) ?? fields), ...otherFields };
  return Object.entries(ofEntry).map(([field, { label, max }]) => {
    const name = `${documentId} ${field}`;
    return { field, label, max, press: UNSEEN.test(name) ? 'unseen' : FORM.test(name) ? 'form' : 'text' };
  });
}
