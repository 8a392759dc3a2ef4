import { createElement, type ReactNode } from 'react';
import { type Fields, fieldsOfRecord } from '../content/contentTypes';

/** The used properties of a field in the content manager's edit view. */
interface LayoutField {
  name: string;
  label: string;
  hint?: string;
  attribute: { type: string; maxLength?: number };
  /** Shown next to the label. */
  labelAction?: ReactNode;
}

interface EditView {
  /** The panels; each is a list of rows, and each row a list of fields. */
  layout: { layout: LayoutField[][][] };
}

const hintStyle = { fontSize: '1.2rem', fontWeight: 400, lineHeight: 1.4 };

/** Shows the hint of a component field next to its label, because Strapi's form doesn't show it. */
const showComponentHint = (field: LayoutField): LayoutField =>
  field.attribute.type === 'component'
    ? { ...field, labelAction: createElement('span', { style: hintStyle }, field.hint) }
    : field;

/** Removes the fields that a record does not use, and gives the others their label, hint and limit in this record. */
function filterRows(recordFields: Fields, rows: LayoutField[][]): LayoutField[][] {
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
 * Shows only those fields of a fixed record that appear on its page; for other types, shows the hints of component
 * fields. Reads the entry's type and id from the URL, because the hook `mutate-edit-view-layout` doesn't pass them.
 */
export function showEntryFields<View extends EditView>(view: View): View {
  const [, uid = '', documentId] =
    /\/collection-types\/([^/]+)\/([^/]+)/.exec(decodeURIComponent(window.location.pathname)) ?? [];
  const recordFields = fieldsOfRecord(uid, documentId);
  const panels = view.layout.layout.map((rows) =>
    recordFields ? filterRows(recordFields, rows) : rows.map((row) => row.map(showComponentHint)),
  );
  return { ...view, layout: { ...view.layout, layout: panels } };
}
