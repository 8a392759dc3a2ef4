type Thing = Record<string, unknown>;

const clean = (text: unknown) => (typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : '');
/** Whether a property has a value of schema.org, which stands there alone or as an address: 'https://schema.org/Monday'. */
const has = (value: unknown, name: string) => [value].flat().some((one) => `/${one}`.endsWith(`/${name}`));

/** Lists the things of a type in a value, at any depth. */
function findThings(value: unknown, type: string): Thing[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap((part) => findThings(part, type));
  return '@type' in value && has(value['@type'], type) ? [{ ...value }, ...inner] : inner;
}

/** Finds a heading by its text in a part of a page. */
const findHeading = (part: ParentNode | null | undefined, text: RegExp | string) =>
  [...(part?.querySelectorAll('h1, h2, h3, h4') ?? [])].find(({ textContent }) =>
    text instanceof RegExp ? text.test(textContent ?? '') : clean(textContent) === text,
  );

/** How English says what is in a dish. */
const SENTENCES = [
  ['yes', /\bContains ([^.]+)\./],
  ['on request', /\bWithout ([^.]+) on request\./],
  ['no', /\bFree of ([^.]+)\./],
] as const;

/**
 * Answers questions about a restaurant from one page of its site, as an assistant does that knows schema.org, HTML and English,
 * and nothing about this project. When the page does not say it, the answer is 'ask'.
 */
export class MachineReader {
  private readonly restaurant: Thing;

  /** @param page the document of a response, in which no script has run */
  constructor(private readonly page: Document) {
    const scripts = [...page.querySelectorAll('script[type="application/ld+json"]')];
    const data = scripts.map(({ textContent }) => JSON.parse(textContent ?? ''));
    this.restaurant = findThings(data, 'Restaurant')[0] ?? {};
  }

  /** Whether the restaurant is open at a date and time of its clocks. A notice may say otherwise, so it is quoted. */
  isOpen(date: string, time: string): string {
    const notice = this.page.querySelector('section[aria-label="notice" i]');
    if (notice) return `ask: ${clean(notice.textContent)}`;
    const yesterday = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
    const [late, hours] = [this.listHours(yesterday), this.listHours(date)];
    if (late.some(([opens, closes]) => closes < opens && time < closes)) return 'open';
    if (hours.some(([opens, closes]) => opens <= time && (time < closes || closes < opens))) return 'open';
    return hours.length > 0 ? 'closed' : 'ask';
  }

  /** Lists opening and closing times: those of this date if it has its own, or those of its day of the week. */
  private listHours(date: string): [opens: string, closes: string][] {
    const hours = findThings(this.restaurant, 'OpeningHoursSpecification');
    const day = new Date(date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    const special = hours.filter((one) => clean(one.validFrom) <= date && date <= clean(one.validThrough));
    const weekly = hours.filter(({ validFrom, dayOfWeek }) => !validFrom && has(dayOfWeek, day));
    return (special.length > 0 ? special : weekly).map((one) => [clean(one.opens), clean(one.closes)]);
  }

  /** Returns the number to call, or what the page has below its heading. */
  findPhone(): string {
    const heading = findHeading(this.page, /phone|call/i);
    return clean(this.restaurant.telephone ?? heading?.nextElementSibling?.textContent) || 'ask';
  }

  /** Returns the address at which guests reserve, or the number to call. */
  findReservations(): string {
    const [action] = findThings(this.restaurant.potentialAction, 'ReserveAction');
    return clean(action?.target) || `call ${this.findPhone()}`;
  }

  private listDishes(section: string): Thing[] {
    const isMeant = ({ name }: Thing) => clean(name) === section;
    return findThings(findThings(this.restaurant, 'MenuSection').find(isMeant), 'MenuItem');
  }

  /** Lists the dishes of a section of the menu that suit a diet. */
  listSuitable(section: string, diet: 'Vegan' | 'Vegetarian'): string {
    const dishes = this.listDishes(section).filter((dish) => has(dish.suitableForDiet, `${diet}Diet`));
    return dishes.map(({ name }) => clean(name)).join(' | ') || 'ask';
  }

  /** Returns the description of a dish, and what else the page says about it. */
  describe(section: string, name: string): [description: string, statement: string] {
    const part = findHeading(this.page, section)?.closest('section');
    const item = findHeading(part, name)?.closest('li');
    const dish = this.listDishes(section).find((one) => clean(one.name) === name);
    const description = clean(dish?.description);
    const texts = [...(item?.querySelectorAll('p') ?? [])].map(({ textContent }) => clean(textContent));
    return [description, texts.filter((text) => text !== description).join(' ')];
  }

  /** Whether a dish contains something: 'yes', 'no', 'on request' without it, or 'ask'. */
  contains(section: string, name: string, something: string): string {
    const [, statement] = this.describe(section, name);
    const listNames = (sentence: RegExp) => sentence.exec(statement)?.[1]?.split(/, and |, | and /) ?? [];
    return SENTENCES.find(([, sentence]) => listNames(sentence).includes(something))?.[0] ?? 'ask';
  }
}
