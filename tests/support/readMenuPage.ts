/** What a page says of a dish, with the allergens' ids. */
export interface Statement {
  diet: string | null;
  answers: Record<string, string>;
}

/** What the menu's page says of a dish in each of its parts; without an answer, the guest has to ask. */
export interface ShownDish {
  id: string;
  name: string;
  words: Statement;
  /** What the checkboxes of the filter do with the dish. */
  filter: Statement['answers'];
  sheet: Statement;
  structured: Statement['diet'];
}

interface MenuItem {
  name: string;
  suitableForDiet?: string | string[];
}
interface MenuSection {
  hasMenuItem?: MenuItem[];
}

export const NOTHING: Statement = { diet: null, answers: {} };

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const toText = (html = ''): string =>
  html.replace(/<[^>]*>/g, '').replace(/&[^;]+;/g, (entity) => ENTITIES[entity] ?? entity);

const list = (html: string, pattern: RegExp): string[][] =>
  [...html.matchAll(pattern)].map((match) => match.slice(1).map((part) => part ?? ''));

/** Reads sentences such as 'Vegan. Contains wheat and soy. Without eggs on request. Free of milk.'. */
function readWords(words: string, idOf: (name: string) => string): Statement {
  const find = (pattern: RegExp) => (pattern.exec(words)?.[1] ?? '').split(/, and |, | and /).filter(Boolean);
  const answers = [
    ['contains', find(/Contains ([^.]*)\./)],
    ['onRequest', find(/Without ([^.]*) on request\./)],
    ['free', find(/Free of ([^.]*)\./)],
  ] as const;
  const diet = /^(Vegan|Vegetarian)\./.exec(words)?.[1]?.toLowerCase() ?? null;
  return {
    diet,
    answers: Object.fromEntries(
      answers.flatMap(([answer, names]) => names.map((name) => [idOf(name), answer])),
    ),
  };
}

/** Reads what a dish says when the checkbox of an allergen is checked: its attributes have the numbers of those for which it does. */
function readFilter(attributes: string, sentences: string, boxes: Map<string, string>): Statement['answers'] {
  const numbers = (name: string) =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]?.split(' ') ?? [];
  const [contains, onRequest, ask] = ['data-contains', 'data-on-request', 'data-ask'].map(numbers);
  const answers = [...boxes].flatMap(([number, id]) => {
    // A dish that is hidden may say anything.
    if (contains?.includes(number)) return [[id, 'contains']];
    if (ask?.includes(number) && /\bask us\b/i.test(sentences)) return [];
    const saysSo = onRequest?.includes(number) && sentences.includes('Only on request');
    return [[id, saysSo ? 'onRequest' : 'free']];
  });
  return Object.fromEntries(answers);
}

const SHEET_ANSWERS: Record<string, string> = {
  contains: 'contains',
  'on request': 'onRequest',
  free: 'free',
};

/** Reads the rows of the printed table: the name, the diet, and an answer for each allergen. */
function readSheet(html: string, idOf: (name: string) => string): (Statement & { name: string })[] {
  const table = /<table>(.*?)<\/table>/s.exec(html)?.[1] ?? '';
  const [, , ...columns] = list(table, /<th scope="col">(.*?)<\/th>/gs).map(([name]) =>
    idOf(toText(name).toLowerCase()),
  );
  return list(table, /<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/gs).map(([name, cells = '']) => {
    const [diet = '', ...answers] = list(cells, /<td>(.*?)<\/td>/gs).map(([cell]) => toText(cell));
    const stated = columns.flatMap((id, index) => {
      const answer = SHEET_ANSWERS[answers[index] ?? ''];
      return answer ? [[id, answer]] : [];
    });
    return { name: toText(name), diet: diet === 'ask' ? null : diet, answers: Object.fromEntries(stated) };
  });
}

/** Reads the dishes in the structured data, which are in the page's order. */
function readStructured(html: string): { name: string; diet: string | null }[] {
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');
  const sections: MenuSection[] = data.hasMenu?.hasMenuSection ?? [];
  return sections
    .flatMap(({ hasMenuItem = [] }) => hasMenuItem)
    .map(({ name, suitableForDiet = [] }) => {
      const diets = [suitableForDiet].flat();
      const suits = (diet: string) => diets.includes(`https://schema.org/${diet}Diet`);
      return { name, diet: suits('Vegan') ? 'vegan' : suits('Vegetarian') ? 'vegetarian' : null };
    });
}

/**
 * Reads what the menu's page says of each dish about allergens and diets, as a guest, a guest with a printer and a machine do.
 * @param ids the ids of the allergens by their names
 * @throws Error when a part of the page lacks a dish
 */
export function readMenuPage(html: string, ids: ReadonlyMap<string, string>): ShownDish[] {
  const idOf = (name: string) => ids.get(name) ?? name;
  const boxes = new Map(
    list(html, /<input type="checkbox"[^>]* value="(\d+)"[^>]*>([^<]*)/g).map(([number = '', name = '']) => [
      number,
      idOf(toText(name).toLowerCase()),
    ]),
  );
  const dishes = list(html, /<li id="([^"]*)"([^>]*)><h3[^>]*>(.*?)<\/h3>(.*?)<\/li>/gs);
  const [sheet, structured] = [readSheet(html, idOf), readStructured(html)];
  return dishes.map(([id = '', attributes = '', heading = '', rest = ''], index) => {
    const name = toText(heading);
    const [row, item] = [sheet[index], structured[index]];
    if ((sheet.length > 0 && row?.name !== name) || item?.name !== name)
      throw new Error(`${name} is ${row?.name} on the sheet and ${item?.name} in the structured data`);
    const words = /<p class="[^"]*statement[^"]*">(.*?)<\/p>/s.exec(rest)?.[1];
    return {
      id,
      name,
      words: words ? readWords(toText(words), idOf) : NOTHING,
      filter: boxes.size > 0 ? readFilter(attributes, toText(rest.replaceAll('<', ' <')), boxes) : {},
      sheet: row ? { diet: row.diet, answers: row.answers } : NOTHING,
      structured: item.diet,
    };
  });
}
