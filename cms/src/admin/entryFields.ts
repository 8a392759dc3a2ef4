import { createElement, type ReactNode } from 'react';
import { type Fields, fieldsOfRecord } from '../admin-layout/adminLayout';

/** What is used of a field in the content manager's layout of an entry. */
interface LayoutField {
  name: string;
  label: string;
  hint?: string;
  attribute: { type: string; maxLength?: number };
  /** What stands beside the label. */
  labelAction?: ReactNode;
}

interface EntryView {
  layout: { layout: LayoutField[][][] };
}

const sentenceStyle = { fontSize: '1.2rem', fontWeight: 400, lineHeight: 1.4 };

/** The field of a list of parts loses its sentence in Strapi's form: it goes beside the label. */
const keepSentence = (field: LayoutField): LayoutField =>
  field.attribute.type === 'component'
    ? { ...field, labelAction: createElement('span', { style: sentenceStyle }, field.hint) }
    : field;

/** The rows that show the fields of a place only, each by the name that it has there. */
function rowsOf(place: Fields, rows: LayoutField[][]): LayoutField[][] {
  return rows.flatMap((row) => {
    const fields = row.flatMap((field) => {
      const words = place[field.name];
      if (!words) return [];
      const { label, help: hint, max: maxLength = field.attribute.maxLength } = words;
      return [{ ...field, label, hint, attribute: { ...field.attribute, maxLength } }];
    });
    return fields.length ? [fields] : [];
  });
}

/**
 * Shows of a fixed record the fields that its page shows, and their sentences. For the hook `mutate-edit-view-layout`,
 * which does not say what entry it is called for: the address does.
 */
export function showEntryFields<View extends EntryView>(view: View): View {
  const [, uid = '', documentId] =
    /\/collection-types\/([^/]+)\/([^/]+)/.exec(decodeURIComponent(window.location.pathname)) ?? [];
  const place = fieldsOfRecord(uid, documentId);
  const panels = view.layout.layout.map((rows) =>
    place ? rowsOf(place, rows) : rows.map((row) => row.map(keepSentence)),
  );
  return { ...view, layout: { ...view.layout, layout: panels } };
}
