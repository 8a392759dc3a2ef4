import { type PlaceTable, readMark, removeMarks } from './placeTable.ts';

/** The attribute of an element that shows a field: the field's number in the table. */
export const FIELD = 'data-field';
/** The attribute of an element whose text is empty: what is shown in its place. */
export const EMPTY = 'data-empty';
/** The attributes that can have marks. */
export const MARKED_ATTRIBUTES = ['aria-label', 'title', 'alt'];

/** Whether an element is not one that is printed only, or of a closed list; jsdom lays nothing out. */
export const isVisible = (element: Element): boolean =>
  !('checkVisibility' in element) || element.checkVisibility();

/** Elements that show a field without a mark. Without a record, the type has one, or the element's list item has its id. */
const selectors: [selector: string, type: string, field: string, record?: string][] = [
  ['header > a > span:last-child, footer > div > p', 'website-name', 'websiteName'],
  ['header > a img', 'website-name', 'logo'],
  ['section[aria-label="Notice"] > p, section[aria-label="Notice"] a', 'website-name', 'notice'],
  ['nav[aria-label="Other sites"] > a', 'website-name', 'links'],
  ['nav[aria-label="Quick links"] > a[href^="http"]:not([href*="/maps/dir/"])', 'website-name', 'links'],
  ['nav a:is([href="/"], [href="/home"])', 'website-tab', 'tabName', 'tab-home'],
  ['a[href="/menu"]', 'website-tab', 'tabName', 'tab-menu'],
  ['a[href="/services"]', 'website-tab', 'tabName', 'tab-services'],
  ['a[href="/contact"]', 'website-tab', 'tabName', 'tab-contact'],
  ['#menu-without div > p:first-child', 'menu-header', 'allergenNote', 'menu-main'],
  ['a[href^="tel:"], #contact-phone p:not(:has(a))', 'contactpage', 'description', 'contact-phone'],
  ['a[href^="mailto:"], #contact-email p:not(:has(a))', 'contactpage', 'description', 'contact-email'],
  ['a[href*="/maps/dir/"]', 'contactpage', 'description', 'contact-address'],
  ['a[href*="/maps/search/"], div:has(> iframe)', 'contactpage', 'mapPlace', 'contact-address'],
  [
    ':is(#hours, #contact-hours > div) > :is(dl, p), a:is([href="#hours"], [href="#contact-hours"])',
    'contactpage',
    'description',
    'contact-hours',
  ],
  [
    ':is(#hours, #contact-hours) figure, section[aria-label="Today"]',
    'contactpage',
    'specialDays',
    'contact-hours',
  ],
  ...['menu-appetizer', 'menu-entree', 'menu-side'].map((type): [string, string, string] => [
    `#${type}s li > h3 ~ p`,
    type,
    'dietaryStatement',
  ]),
];

/** Takes the marks off the page before it is painted, and gives each element that shows a field the field's number. */
export function findFields(table: PlaceTable): void {
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const text = node.nodeValue ?? '';
    const unmarked = removeMarks(text);
    if (unmarked === text) continue;
    node.nodeValue = unmarked;
    const { parentElement: element, nextSibling } = node;
    const number = readMark(text);
    // Else the text is a part of a sentence, such as the page's title.
    if (number === undefined || nextSibling || !element?.closest('body')) continue;
    element.setAttribute(FIELD, `${number}`);
    element.removeAttribute(EMPTY);
    if (element.textContent === '') element.setAttribute(EMPTY, `＋ ${table.fields[number]?.label}`);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [alt]'))
    for (const name of MARKED_ATTRIBUTES) {
      const value = element.getAttribute(name) ?? '';
      if (removeMarks(value) === value) continue;
      element.setAttribute(name, removeMarks(value));
      if (name !== 'alt') continue;
      // The name of the dish in a picture is typed with the picture.
      const dish = element.closest('div:has(> a)')?.querySelector('a[href*="#dish-"]');
      for (const part of [element, dish]) part?.setAttribute(FIELD, `${readMark(value)}`);
    }
  for (const [selector, type, field, record] of selectors)
    for (const element of document.querySelectorAll(selector)) {
      const id = record ?? element.closest('li')?.id;
      const number = table.fields.findIndex(
        ({ place }) =>
          place.type === type &&
          place.field === field &&
          (type === 'website-name' || place.documentId === id),
      );
      if (number >= 0 && !element.hasAttribute(FIELD)) element.setAttribute(FIELD, `${number}`);
    }
}
