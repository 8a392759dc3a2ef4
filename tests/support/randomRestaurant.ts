import { allergens, DIETS } from '../../cms/src/shared/diet/allergens.ts';
import { ANSWERS, type DietaryStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { findContradiction } from '../../cms/src/shared/diet/findContradiction.ts';
import { pseudoRandom } from './pseudoRandom.ts';

export interface RandomDish {
  name: string;
  description: string;
  statement: DietaryStatement | null;
}

/** A list of dishes with the heading above it. */
export interface RandomSection {
  heading: string;
  dishes: RandomDish[];
}

/** What an owner has entered, and what guests must be told about it. */
export interface RandomRestaurant {
  phone: { heading: string; text: string; number: string };
  links: { label: string; address: string }[];
  /** Where guests reserve; `undefined` when they call. */
  reservations: string | undefined;
  /** Appetizers, entrees and sides. */
  sections: [RandomSection, RandomSection, RandomSection];
  drinks: { heading: string; name: string };
}

/** The texts of phone numbers, and the number that guests call or the text that they must read. */
const PHONES = [
  ['(614) 555-0142', '+16145550142'],
  ['614.555.0143', '+16145550143'],
  ['1-614-555-0144', '+16145550144'],
  ['+44 20 7946 0958', '+442079460958'],
  ['614-555-0146 ext. 3, after 4 pm', '614-555-0146 ext. 3, after 4 pm'],
] as const;

const RESERVATIONS = [
  undefined,
  { label: 'Reserve', address: 'https://tables.example/scioto?guests=2' },
  { label: 'Book a table', address: 'https://www.tables.example/scioto' },
];
const OTHER_LINKS = [
  { label: 'Gift cards', address: 'https://gifts.example/' },
  { label: 'Instagram', address: 'https://www.instagram.com/sciototable' },
];

/** Names and descriptions, some of which read like statements without being one. */
const KINDS = ['Smoked', 'Charred', 'Sunday', 'Vegan', 'Milk & Honey', '“Nut Free”'];
const FOODS = ['Trout', 'Beets', 'Soup', 'Soup of the Day', 'Buns <3', 'Farmer’s Pie'];
const DESCRIPTIONS = [
  '',
  'Slow and smoky, with herbs from the yard.',
  'Contains no surprises. Free of fuss.\nWithout a doubt our best.',
  'Free of milk and eggs, says the baker.',
  'Vegan. Without eggs on request.',
];

/** Creates a restaurant; the same one for the same seed. */
export function createRandomRestaurant(seed: number): RandomRestaurant {
  const random = pseudoRandom(seed);
  const isTrue = (probability: number) => random.next().value < probability;
  function choose<Item>(items: readonly Item[]): Item {
    // Cast: the generator's numbers are less than 1, and no list is empty.
    return items[Math.floor(random.next().value * items.length)] as Item;
  }

  function createStatement(): DietaryStatement {
    const diet = isTrue(0.7) ? choose(DIETS) : null;
    const stated = allergens.filter(() => isTrue(0.75));
    const statement = { diet, answers: Object.fromEntries(stated.map(({ id }) => [id, choose(ANSWERS)])) };
    const isNothing = diet === null && stated.length === 0;
    return isNothing || findContradiction(statement) ? createStatement() : statement;
  }
  const names = new Set<string>();
  function createDish(): RandomDish {
    const name = `${choose(KINDS)} ${choose(FOODS)}`;
    if (names.has(name)) return createDish();
    names.add(name);
    return { name, description: choose(DESCRIPTIONS), statement: isTrue(0.85) ? createStatement() : null };
  }
  const createSection = (heading: string): RandomSection => ({
    heading,
    dishes: Array.from({ length: choose([2, 4, 6]) }, createDish),
  });

  const [text, number] = choose(PHONES);
  const link = choose(RESERVATIONS);
  return {
    phone: { heading: choose(['Phone', 'Call us', 'Telephone']), text, number },
    links: [...OTHER_LINKS.filter(() => isTrue(0.5)), ...(link ? [link] : [])],
    reservations: link?.address,
    sections: [
      createSection(choose(['Appetizers', 'Starters', 'To share & begin'])),
      createSection(choose(['Entrees', 'Mains'])),
      createSection(choose(['Sides', 'On the side'])),
    ],
    drinks: { heading: 'Drinks', name: choose(['Ginger Beer', 'Oat Milk Latte']) },
  };
}

/** A content type's record in a response of the CMS. */
type CmsRecord = Record<string, unknown>;

const toEntries = ({ dishes }: RandomSection, nameField: string): CmsRecord[] =>
  dishes.map(({ name, description, statement }, position) => ({
    documentId: `${nameField}-${position}`,
    [nameField]: name,
    description,
    position,
    dietaryStatement: statement,
  }));

/**
 * Returns an edit of the CMS's responses that enters a restaurant, for `FaultyCms.editResponse`.
 * @param changes of other records, by their ids
 */
export function enterRestaurant(
  { phone, links, sections, drinks }: RandomRestaurant,
  changes: Record<'website-name' | 'contact-hours', CmsRecord>,
) {
  const [appetizers, entrees, sides] = sections;
  const fields: Record<string, CmsRecord> = {
    'contact-phone': { subHeadings: phone.heading, description: phone.text },
    'contact-hours': changes['contact-hours'],
    'menu-appetizers': { headingName: appetizers.heading },
    'menu-entrees': { headingName: entrees.heading },
    'menu-sides': { headingName: sides.heading },
    'menu-drinks': { headingName: drinks.heading },
  };
  const editRecord = (record: CmsRecord): CmsRecord => {
    if ('websiteName' in record) return { ...record, links, ...changes['website-name'] };
    if ('drinks' in record)
      return { ...record, drinks: [{ drinkName: drinks.name, alcoholName: drinks.name }] };
    return { ...record, ...fields[String(record.documentId)] };
  };
  const editList = (records: CmsRecord[]): CmsRecord[] => {
    const [first = {}] = records;
    if ('appName' in first) return toEntries(appetizers, 'appName');
    if ('entreeName' in first) return toEntries(entrees, 'entreeName');
    return 'sideName' in first ? toEntries(sides, 'sideName') : records.map(editRecord);
  };
  return (body: string): string => {
    const response: { data: CmsRecord | CmsRecord[] } = JSON.parse(body);
    const { data } = response;
    return JSON.stringify({ ...response, data: Array.isArray(data) ? editList(data) : editRecord(data) });
  };
}
