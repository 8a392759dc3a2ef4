import { createElement, type ReactNode } from 'react';
import { type Fields, fieldsOfRecord } from '../content/contentTypes';

/** The properties used here of a field in the content manager's edit view. */
interface LayoutField {
  name: string;
  label: string;
  hint?: string;
  attribute: { type: string; maxLength?: number };
  /** Shown next to the label. */
  labelAction?: ReactNode;
}

interface EditView {
  /** Panels, their rows, and the fields of a row. */
  layout: { layout: LayoutField[][][] };
}

const hintStyle = { fontSize: '1.2rem', fontWeight: 400, lineHeight: 1.4 };

/** Shows the hint of a component field next to its label, because Strapi's form doesn't show it. */
const showComponentHint = (field: LayoutField): LayoutField =>
  field.attribute.type === 'component'
    ? { ...field, labelAction: createElement('span', { style: hintStyle }, field.hint) }
    : field;

/**
 * The rows with only the fields of a record, each with the label, hint and maximum length that it has in this
 * record.
 */
function rowsOfRecord(recordFields: Fields, rows: LayoutField[][]): LayoutField[][] {
  return rows.flatMap((row) => {
    const fields = row.flatMap((field) => {
      const recordField = recordFields[field.name];
      if (!recordField) return [];
      const { label, help: hint, max: maxLength = field.attribute.maxLength } = recordField;
      return [{ ...field, label, hint, attribute: { ...field.attribute, maxLength } }];
    });
    return fields.length ? [fields] : [];
  });
}

/**
 * Shows only those fields of a fixed record that appear on its page, and the hints of component fields of all other types.
 * The hook `mutate-edit-view-layout`, which calls it, does not pass the entry, so its type and id are read from the URL.
 */
export function showEntryFields<View extends EditView>(view: View): View {
  const [, uid = '', documentId] =
    /\/collection-types\/([^/]+)\/([^/]+)/.exec(decodeURIComponent(window.location.pathname)) ?? [];
  const recordFields = fieldsOfRecord(uid, documentId);
  const panels = view.layout.layout.map((rows) =>
    recordFields ? rowsOfRecord(recordFields, rows) : rows.map((row) => row.map(showComponentHint)),
  );
  return { ...view, layout: { ...view.layout, layout: panels } };
}
