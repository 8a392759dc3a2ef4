import { createElement, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { type Fields, fieldsOfRecord } from '../../shared/content/contentTypes';
import { findOpenEntry } from '../strapi/page';
import { explainedFields, explainedType } from './explanations';

/** The type of input that shows pictures with buttons to replace them. */
export const PICTURES_TYPE = 'pictures';

/** The used properties of a field in the content manager's edit view. */
interface LayoutField {
  name: string;
  /** The type of input; usually that of the attribute. */
  type: string;
  label: string;
  hint?: string;
  attribute: { type: string; maxLength?: number };
  /** Shown next to the label. */
  labelAction?: ReactNode;
}

interface EditView {
  /** The panels; each is a list of rows, and each row a list of fields. */
  layout: {
    layout: LayoutField[][][];
    /** The rows of the components by uid. */
    components: Record<string, { layout: LayoutField[][] }>;
  };
}

const Hint = styled.span`
  color: ${({ theme }) => theme.colors.neutral600};
  font-size: 1.2rem;
  font-weight: 400;
  line-height: 1.4;
`;

/** Shows the hint of a component field next to its label, because Strapi's form doesn't show it. */
const showComponentHint = (field: LayoutField): LayoutField =>
  field.attribute.type === 'component'
    ? { ...field, labelAction: createElement(Hint, { className: 'field-hint' }, field.hint) }
    : field;

/** Gives fields with pictures, and those that the site explains, their own type of input. */
const chooseInputs = (owner: string, rows: LayoutField[][]): LayoutField[][] =>
  rows.map((row) =>
    row.map((field) => {
      if (field.type === 'media') return { ...field, type: PICTURES_TYPE };
      const key = `${owner}.${field.name}`;
      return explainedFields.includes(key) ? { ...field, type: explainedType(key) } : field;
    }),
  );

/** Removes the fields that a record does not use, and gives the others their label, hint and limit in this record. */
function filterRows(recordFields: Fields, rows: LayoutField[][]): LayoutField[][] {
  return rows.flatMap((row) => {
    const fields = row.flatMap((field) => {
      const recordField = recordFields[field.name];
      if (!recordField) return [];
      const { label, help: hint, max: maxLength = field.attribute.maxLength } = recordField;
      return [showComponentHint({ ...field, label, hint, attribute: { ...field.attribute, maxLength } })];
    });
    return fields.length ? [fields] : [];
  });
}

/**
 * Shows only those fields of a fixed record that appear on its page, the hints of component fields, and what the site
 * understands of a field. Strapi passes the view without its entry.
 */
export function showRecordFields<View extends EditView>(view: View): View {
  const { uid, documentId } = findOpenEntry();
  const recordFields = fieldsOfRecord(uid, documentId);
  const panels = view.layout.layout.map((rows) =>
    recordFields
      ? chooseInputs(documentId ?? '', filterRows(recordFields, rows))
      : chooseInputs(
          '',
          rows.map((row) => row.map(showComponentHint)),
        ),
  );
  const components = Object.fromEntries(
    Object.entries(view.layout.components).map(([component, configuration]) => [
      component,
      { ...configuration, layout: chooseInputs(component, configuration.layout) },
    ]),
  );
  return { ...view, layout: { ...view.layout, layout: panels, components } };
}
