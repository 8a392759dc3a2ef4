import { placeOf } from '../desk/desk';

/** What is used of a field in the content manager's layout of an entry. */
interface LayoutField {
  name: string;
  label: string;
  hint?: string;
  attribute: { maxLength?: number };
}

interface EntryView {
  layout: { layout: LayoutField[][][] };
}

/**
 * Shows of a fixed record the fields that its page shows, each by the name that it has there. For the hook
 * `mutate-edit-view-layout`, which does not say what entry it is called for: the address does.
 */
export function showEntryFields<View extends EntryView>(view: View): View {
  const [, uid = '', documentId] =
    /\/collection-types\/([^/]+)\/([^/]+)/.exec(decodeURIComponent(window.location.pathname)) ?? [];
  const place = placeOf(uid, documentId);
  if (!place) return view;
  const panels = view.layout.layout.map((panel) =>
    panel.flatMap((row) => {
      const fields = row.flatMap((field) => {
        const words = place[field.name];
        if (!words) return [];
        const { label, help: hint, max: maxLength = field.attribute.maxLength } = words;
        return [{ ...field, label, hint, attribute: { ...field.attribute, maxLength } }];
      });
      return fields.length ? [fields] : [];
    }),
  );
  return { ...view, layout: { ...view.layout, layout: panels } };
}
