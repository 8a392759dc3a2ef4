import type { TypeName } from '../../../cms/src/shared/content/contentTypes.ts';
import { listPageFields } from '../../../cms/src/shared/content/pageFields.ts';
import { MARKS, type TextPlace } from '../../../cms/src/shared/requests/editMessages.ts';
import type { QueryName, queries } from '../content/queries.ts';

/** A field that the page shows. */
export interface ShownField {
  place: TextPlace;
  press: 'text' | 'form';
  label: string;
  max: number | undefined;
  /** The text as the CMS has it; `''` for what is no text. */
  text: string;
  /** All texts that the page has shown there, the latest last. */
  shown: string[];
  /** Whether it is the name of an entry that the site does not show, such as a dish that is off. */
  isOff: boolean;
}

const types = new Map<string, TypeName>(
  Object.entries({
    '/api/website-name': 'website-name',
    '/api/website-tabs': 'website-tab',
    '/api/homepages': 'homepage',
    '/api/menu-headers': 'menu-header',
    '/api/menu-appetizers': 'menu-appetizer',
    '/api/menu-entrees': 'menu-entree',
    '/api/menu-sides': 'menu-side',
    '/api/menu-soft-drinks': 'menu-soft-drink',
    '/api/menu-alcohol': 'menu-alcoholic-drink',
    '/api/servicespages': 'servicespage',
    '/api/contactpages': 'contactpage',
  } satisfies Record<(typeof queries)[QueryName]['path'], TypeName>),
);

/** Texts by whose length the site's components choose a size, and one whose absence shows another text: `findFields.ts` finds their elements. */
const isUnmarked = (field: string, text: string) =>
  field === 'websiteName' || field === 'tabName' || (field === 'allergenNote' && text.trim() === '');

/** A mark is a number with the base 4. */
const FIRST_DIGIT = 0x2061;
const LAST_MARK = /[\u2061-\u2064]{6}$/;

const createMark = (index: number) =>
  index
    .toString(4)
    .padStart(6, '0')
    .replace(/\d/g, (digit) => String.fromCharCode(FIRST_DIGIT + Number(digit)));

/** Returns the number in the mark at the end of a text; `undefined` without one. */
export function readMark(text: string): number | undefined {
  const digits = LAST_MARK.exec(text)?.[0].replace(/./g, (digit) => `${digit.charCodeAt(0) - FIRST_DIGIT}`);
  return digits === undefined ? undefined : Number.parseInt(digits, 4);
}

export const removeMarks = (text: string): string => text.replace(MARKS, '');

export const keyOf = ({ type, documentId, field }: TextPlace): string => `${type} ${documentId} ${field}`;

/** The fields of all responses that this page has got, each with its number. */
export class PlaceTable {
  readonly fields: ShownField[] = [];
  private readonly numbers = new Map<string, number>();

  /** Returns the response to a query with a mark at the end of each text, also of those for guests who can't see a picture. An empty text becomes its mark, so that it has an element. */
  mark(path: string, json: string): string {
    const type = types.get(path);
    const { data, ...rest }: { data?: Record<string, unknown> | Record<string, unknown>[] } = JSON.parse(
      removeMarks(json),
    );
    if (!type || !data) return json;
    const markEntry = (entry: Record<string, unknown>) => this.markEntry(type, entry);
    return JSON.stringify({ ...rest, data: Array.isArray(data) ? data.map(markEntry) : markEntry(data) });
  }

  private markEntry(type: TypeName, entry: Record<string, unknown>): Record<string, unknown> {
    const { documentId } = entry;
    if (typeof documentId !== 'string') return entry;
    const marked = { ...entry };
    for (const [index, { field, label, max, press }] of listPageFields(type, documentId).entries()) {
      if (press === 'unseen') continue;
      const value = entry[field] ?? '';
      const text = typeof value === 'string' ? value : '';
      const place = { type, documentId, field };
      const isOff = index === 0 && entry.publishedAt === null;
      const number = this.remember({ place, press, label, max, text, isOff });
      if (press === 'text' && !isUnmarked(field, text)) marked[field] = text.trimEnd() + createMark(number);
      if (field === 'images' && Array.isArray(value))
        marked[field] = value.map((picture) => ({
          ...picture,
          alternativeText: (picture.alternativeText ?? '') + createMark(number),
        }));
    }
    return marked;
  }

  private remember(field: Omit<ShownField, 'shown'>): number {
    const key = keyOf(field.place);
    const number = this.numbers.get(key) ?? this.fields.length;
    const { shown = [] } = this.fields[number] ?? {};
    const others = shown.filter((text) => text !== field.text);
    this.numbers.set(key, number);
    this.fields[number] = Object.assign(this.fields[number] ?? {}, field, { shown: [...others, field.text] });
    return number;
  }
}
