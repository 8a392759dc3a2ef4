import { parseStoredStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import {
  type Confirmation,
  isOutdated,
  readClocks,
  toConfirmation,
} from '../../web/src/content/confirmation.ts';
import type { Dish } from '../../web/src/content/content.ts';
import { parsers } from '../../web/src/content/parsers.ts';
import { removeStatements } from '../../web/src/content/strapi.ts';
import {
  comparePage,
  listStatements,
  reduce,
  requireSame,
  type Stated,
  selectInTable,
  TABLE,
} from './compareStatements.ts';
import { MemoryCms } from './memoryCms.ts';
import { pseudoRandom } from './pseudoRandom.ts';
import type { ShownDish } from './readMenuPage.ts';
import {
  ANSWERS,
  type Claim,
  DIETS,
  expectShown,
  type Received,
  type Statement,
  StatementModel,
} from './statementModel.ts';

const START = Date.parse('2037-11-24T12:00:00-05:00');
const [MINUTE, HOUR] = [60_000, 3_600_000];
const FIRST_DISHES = ['soup', 'stew'];
const NAMES = ['Lasagna', 'Chowder', ' Lasagna ', 'Curry'];
const DESCRIPTIONS = ['', 'With beef', 'With cheese', 'With beef\n'];
/** Allergens that the table had once, or gets later. */
const OTHER_ALLERGENS = ['celery', 'mustard'];

/** Renders the menu's page with dishes, and reads what it shows of them. */
export type ReadPage = (dishes: Dish[]) => Promise<ShownDish[]>;

/** An event that can be undone. */
interface Undo {
  id: string;
  name?: [before: string, after: string];
  /** What was stored before and after, and what was claimed before. */
  before?: [stored: unknown, claim: Claim | null];
  after?: unknown;
}

/** The owner's screen: what she saw when she opened it. */
interface Screen {
  dishes: Map<string, { name: string; description: string; stored: unknown }>;
  restoreId: string | null;
  restores: number;
}

/** Whether this version knows the diet and the answers of a claim. */
const isKnown = (claim: Claim | null): boolean =>
  !claim ||
  ([null, ...DIETS].includes(claim.diet) &&
    Object.values(claim.answers).every((answer) => ANSWERS.includes(answer)));

/** What the site received last, and since when the CMS has not confirmed it. */
interface SiteState {
  text: string;
  confirmation: Confirmation;
  received: Received;
  /** How long ago it was confirmed, as far as a process can know: in milliseconds. */
  unconfirmedMs: number;
  /** Whether the wall clock was set since: then the site may ask too early. */
  isClockSet: boolean;
  hasSlept: boolean;
}

/** A site with a random history, and the model of what it may and must show after each event. */
class StatementHistory {
  private cms = new MemoryCms();
  private model = new StatementModel();
  private site: SiteState;
  private screen: Screen;
  private backup: { cms: MemoryCms; model: StatementModel } | undefined;
  private restoreCount = 0;
  private undos: Undo[] = [];
  private isCmsDown = false;
  private random = pseudoRandom(0);
  readonly steps: string[] = [];

  constructor(
    private readonly clock: { wallTime: number; monotonicTime: number },
    private readonly readPage: ReadPage,
  ) {
    for (const [index, id] of FIRST_DISHES.entries()) this.add(id, NAMES[index] ?? '', '');
    this.screen = this.openScreen();
    // With an allergen that the table has lost since.
    this.cms.version = 'later';
    for (const id of FIRST_DISHES) {
      this.state(id, { diet: 'vegetarian', answers: { milk: 'contains', nuts: 'free', celery: 'free' } });
      this.publish(id);
    }
    this.cms.version = 'this';
    this.site = this.receive();
  }

  private below(count: number): number {
    return Math.floor(this.random.next().value * count);
  }

  /** Picks an item of a list that is not empty. */
  private pick<Item>(items: readonly Item[]): Item {
    // Cast: the index is within the list.
    return items[this.below(items.length)] as Item;
  }

  private dishes(matches: (id: string) => boolean = () => true): string[] {
    return [...this.model.dishes.keys()].filter((id) => !this.model.dish(id).isDeleted && matches(id));
  }

  private add(id: string, name: string, description: string): void {
    this.cms.add(id, name, description);
    this.model.add(id, name, description);
  }

  private publish(id: string): void {
    const keepsField = this.below(2) === 0;
    this.cms.publish(id, keepsField);
    this.model.publish(id, keepsField);
  }

  /** The dishes that *Publish the menu* publishes. */
  private get changedDishes(): string[] {
    const changed = this.dishes((id) => this.model.isChanged(id));
    const inCms = this.dishes((id) => this.cms.isChanged(id));
    if (inCms.join() !== changed.join()) throw new Error(`changed are ${inCms} instead of ${changed}`);
    return changed;
  }

  private openScreen(): Screen {
    const dishes = this.dishes().map((id) => {
      const { name, description } = this.model.dish(id).draft;
      return [id, { name, description, stored: this.cms.row(id).draft?.dietaryStatement }] as const;
    });
    const { restoreId } = this.cms;
    return { dishes: new Map(dishes), restoreId, restores: this.model.restores };
  }

  private receive(): SiteState {
    return {
      text: this.cms.respond(),
      confirmation: readClocks(),
      received: this.model.received,
      unconfirmedMs: 0,
      isClockSet: false,
      hasSlept: false,
    };
  }

  /** The allergens that the owner's screen shows. */
  private get table(): string[] {
    return this.cms.version === 'later' ? [...TABLE, ...OTHER_ALLERGENS] : TABLE;
  }

  private createStatement(): Statement {
    const isLater = this.cms.version === 'later';
    const ids = this.table;
    const answers = Array.from({ length: this.below(4) }, () => [
      this.pick(ids),
      this.pick(['contains', 'onRequest', 'free', 'free', ...(isLater ? ['traces', 'seldom'] : [])]),
    ]);
    const diet = this.pick(['vegan', 'vegetarian', null, null, ...(isLater ? ['halal'] : [])]);
    return { diet, answers: Object.fromEntries(answers) };
  }

  /** States what the owner chooses on her screen, which may be an earlier one. */
  private state(id: string, statement: Statement | null): boolean {
    const seen = this.screen.dishes.get(id);
    if (!seen) return false;
    const { name, description } = seen;
    const { restoreId, restores } = this.screen;
    const stored = statement && { ...statement, confirmedFor: { name, description, restoreId } };
    const before = this.cms.row(id).draft?.dietaryStatement;
    if (!this.cms.state(id, stored, seen.stored)) return false;
    const claim = statement && { ...statement, name, description, restores };
    this.undos.push({
      id,
      before: [before, this.model.dish(id).draft.claim ?? null],
      after: this.cms.row(id).draft?.dietaryStatement,
    });
    this.model.state(id, claim, this.table);
    seen.stored = this.cms.row(id).draft?.dietaryStatement;
    return true;
  }

  /** Lets time pass, and makes the scheduled changes that are due. */
  private async pass(ms: number, sleeps = false): Promise<void> {
    this.clock.wallTime += ms;
    if (!sleeps) this.clock.monotonicTime += ms;
    this.site.unconfirmedMs += ms;
    this.site.hasSlept ||= sleeps;
    for (const [index, { due, entries }] of [...this.cms.changes.entries()].reverse()) {
      if (due > this.clock.wallTime) continue;
      const change = this.model.changes[index];
      this.cms.changes = this.cms.changes.filter((_, other) => other !== index);
      this.model.changes = this.model.changes.filter((_, other) => other !== index);
      await this.cms.make(entries);
      this.model.make(change?.parts ?? []);
    }
  }

  /** What can happen; each returns what a failure says of it, or nothing when it did not happen. */
  private readonly events: [weight: number, act: () => string | false | Promise<string | false>][] = [
    [
      3,
      () => {
        const id = this.pick(this.dishes());
        const { name } = this.model.dish(id).draft;
        const isName = this.below(2) === 0;
        const text = isName ? { name: this.pick(NAMES) } : { description: this.pick(DESCRIPTIONS) };
        const { name: entreeName = name, ...rest } = text;
        if (text.name !== undefined) this.undos.push({ id, name: [name, text.name] });
        this.cms.save(id, { entreeName, ...rest });
        this.model.save(id, text);
        return `${id} gets ${JSON.stringify(text)}`;
      },
    ],
    [
      6,
      () => {
        if (this.below(4)) this.screen = this.openScreen();
        const id = this.pick(this.dishes());
        const statement = this.createStatement();
        if (!statement.diet && Object.keys(statement.answers).length === 0) return false;
        return this.state(id, statement) && `${id} is stated: ${JSON.stringify(statement)}`;
      },
    ],
    [
      6,
      () => {
        if (this.below(4)) this.screen = this.openScreen();
        const id = this.pick(this.dishes());
        const stored = parseStoredStatement(this.screen.dishes.get(id)?.stored);
        if (!stored) return false;
        const { diet, answers } = stored;
        return this.state(id, { diet, answers }) && `${id} is still right`;
      },
    ],
    [
      1,
      () => {
        const id = this.pick(this.dishes());
        return this.state(id, null) && `${id} is not stated any more`;
      },
    ],
    [
      3,
      () => {
        const undo = this.undos.pop();
        if (!undo || !this.dishes().includes(undo.id)) return false;
        const { id, name, before, after } = undo;
        const { draft } = this.model.dish(id);
        if (name && draft.name === name[1]) {
          this.cms.save(id, { entreeName: name[0] });
          this.model.save(id, { name: name[0] });
          return `undo: ${id} is called ${name[0]}`;
        }
        // This version does not save again what only a later one knows.
        if (!before || (this.cms.version === 'this' && !isKnown(before[1]))) return false;
        if (!this.cms.state(id, before[0] ?? null, after)) return false;
        this.model.state(id, before[1], this.table);
        return `undo: ${id} is stated as before`;
      },
    ],
    [
      3,
      () => {
        const id = this.pick(this.dishes());
        this.publish(id);
        return `publish ${id}`;
      },
    ],
    [
      6,
      () => {
        const changed = this.changedDishes;
        for (const id of changed) this.publish(id);
        return changed.length > 0 && `publish the menu: ${changed}`;
      },
    ],
    [
      2,
      async () => {
        const id = this.pick(this.dishes());
        if (this.model.dish(id).isOn) {
          this.cms.takeOff(id);
          this.model.takeOff(id);
          return `${id} is off`;
        }
        await this.cms.putBack(id);
        this.model.putBack(id);
        return `${id} is back`;
      },
    ],
    [
      1,
      () => {
        const [id, other] = this.dishes();
        if (!id || !other) return false;
        this.cms.delete(id);
        this.model.delete(id);
        return `delete ${id}`;
      },
    ],
    [
      2,
      async () => {
        const id = [...this.model.dishes.keys()].find((key) => this.model.dish(key).isDeleted);
        if (!id) return false;
        await this.cms.restoreDeleted(id);
        this.model.restoreDeleted(id);
        return `${id} is not deleted any more`;
      },
    ],
    [
      3,
      async () => {
        const index = this.below(this.cms.versions.length);
        const [version, modelVersion] = [this.cms.versions[index], this.model.versions[index]];
        if (!version || !modelVersion || !this.dishes().includes(version.id)) return false;
        await this.cms.bringBack(version.id, version.content);
        this.model.bringBack(version.id, modelVersion.fields);
        return `bring version ${index} of ${version.id} back: ${JSON.stringify(version.content)}`;
      },
    ],
    [
      5,
      () => {
        const changed = this.changedDishes;
        const ids = this.below(2) ? changed : changed.slice(0, 1);
        if (!ids.length) return false;
        const due = this.clock.wallTime + this.pick([1, 5, 30]) * MINUTE;
        this.cms.changes = [...this.cms.changes, { due, entries: ids.map((id) => this.cms.capture(id)) }];
        this.model.changes = [...this.model.changes, { due, parts: ids.map((id) => this.model.capture(id)) }];
        return `schedule ${ids}`;
      },
    ],
    [
      4,
      async () => {
        const minutes = this.pick([1, 5, 10, 30, 59, 60, 90, 600]);
        await this.pass(minutes * MINUTE);
        return `${minutes} minutes pass`;
      },
    ],
    [
      1,
      async () => {
        if (this.site.isClockSet) return false;
        await this.pass(this.pick([20, 70, 600]) * MINUTE, true);
        return 'the machine sleeps';
      },
    ],
    [
      2,
      () => {
        const minutes = this.pick([-600, -70, -30, 30, 70, 600]);
        if (this.site.hasSlept) return false;
        this.clock.wallTime += minutes * MINUTE;
        this.site.isClockSet = true;
        return `the clock is set by ${minutes} minutes`;
      },
    ],
    [
      2,
      () => {
        const { site } = this;
        const { wallTime } = site.confirmation;
        site.confirmation = toConfirmation(wallTime);
        // A new process knows only the wall clock.
        site.unconfirmedMs = Math.max(0, this.clock.wallTime - wallTime);
        return 'the site starts again';
      },
    ],
    [
      1,
      () => {
        if (this.isCmsDown) return false;
        this.isCmsDown = true;
        return 'the CMS stops';
      },
    ],
    [
      5,
      () => {
        if (!this.isCmsDown) return false;
        this.isCmsDown = false;
        return 'the CMS starts';
      },
    ],
    [
      1,
      () => {
        this.backup = { cms: this.cms.copy(), model: this.model.copy() };
        return 'back up';
      },
    ],
    [
      4,
      () => {
        if (!this.backup) return false;
        this.restoreCount += 1;
        const { version } = this.cms;
        this.cms = Object.assign(this.backup.cms.copy(), {
          version,
          restoreId: `restore ${this.restoreCount}`,
        });
        const { hasField } = this.model;
        this.model = Object.assign(this.backup.model.copy(), { hasField, restores: this.restoreCount });
        return 'restore';
      },
    ],
    [
      2,
      () => {
        this.cms.version = this.pick(['earlier', 'this', 'this', 'this', 'later', 'later'] as const);
        this.model.hasField = this.cms.version !== 'earlier';
        return `the version of the CMS is ${this.cms.version}`;
      },
    ],
    [
      1,
      () => {
        this.screen = this.openScreen();
        return 'the owner opens the menu';
      },
    ],
    [
      1,
      () => {
        const id = `dish-${this.model.dishes.size}`;
        if (this.model.dishes.size > 3) return false;
        this.add(id, this.pick(NAMES), this.pick(DESCRIPTIONS));
        return `add ${id}`;
      },
    ],
  ];
  private readonly choices = this.events.flatMap(([weight, act]) =>
    Array.from({ length: weight }, () => act),
  );

  /**
   * Lets an event happen that follows from a number, and compares what the site shows with the model.
   * @param checksPage whether the page is rendered, too
   * @throws Error when they differ
   */
  async step(seed: number, checksPage: boolean): Promise<void> {
    this.random = pseudoRandom(seed);
    let happened: string | false = false;
    while (!happened) happened = await this.pick(this.choices)();
    this.steps.push(happened);
    if (!this.isCmsDown && this.below(4)) {
      this.site = this.receive();
      this.steps.push('the site receives the menu');
    }
    const dishes = this.check();
    // They take as long as the rest.
    if (this.below(2)) this.checkDrafts();
    if (checksPage) this.checkPage(await this.readPage(dishes));
  }

  /** What may and must be shown of the dishes that the site has received. */
  private get expected(): Stated[] {
    const { received, unconfirmedMs } = this.site;
    return [...received.dishes].map(([id, fields]) => [
      id,
      unconfirmedMs < HOUR ? expectShown(fields, received.restores) : undefined,
    ]);
  }

  /** Compares the responses and the content with the model, and returns the dishes of the menu's page. */
  private check(): Dish[] {
    const { text: whole, confirmation } = this.site;
    const text = isOutdated(confirmation) ? removeStatements(whole) : whole;
    const response: unknown = JSON.parse(text);
    const { expected } = this;
    this.compare('the API', expected, listStatements(response));
    const dishes = parsers.entrees(response);
    const shown = dishes.map(({ id, statement }) => [id, statement] as const);
    this.compare('the content', selectInTable(expected), shown);
    return dishes;
  }

  private checkDrafts(): void {
    const { restores, hasField } = this.model;
    const drafts = this.dishes().map((id) => {
      const { draft } = this.model.dish(id);
      return [id, hasField ? expectShown(draft, restores) : undefined] as const;
    });
    requireSame('the preview of the drafts', drafts, listStatements(JSON.parse(this.cms.respond('draft'))));
  }

  private checkPage(dishes: ShownDish[]): void {
    comparePage(this.expected, dishes, (part, expected, shown) => this.compare(part, expected, shown));
  }

  private compare(part: string, expected: readonly Stated[], shown: readonly Stated[]): void {
    // After a change of its clock, the site may ask earlier than it must.
    if (this.site.isClockSet && shown.every(([, statement]) => !reduce(statement))) return;
    requireSame(part, expected, shown);
  }
}

/**
 * Runs a history of events, one for each seed, with clocks of its own.
 * @param checksPage whether the page is rendered after an event
 * @returns what was wrong first, and what had happened until then; `undefined` when nothing was
 */
async function findFault(
  seeds: readonly number[],
  readPage: ReadPage,
  checksPage: (index: number) => boolean,
): Promise<string | undefined> {
  const clock = { wallTime: START, monotonicTime: 0 };
  const { now } = Date;
  const monotonicNow = performance.now;
  Date.now = () => clock.wallTime;
  performance.now = () => clock.monotonicTime;
  try {
    const history = new StatementHistory(clock, readPage);
    for (const [index, seed] of seeds.entries())
      try {
        await history.step(seed, checksPage(index));
      } catch (error) {
        return [...history.steps, error instanceof Error ? error.stack : error].join('\n');
      }
    return undefined;
  } finally {
    Date.now = now;
    performance.now = monotonicNow;
  }
}

/** Leaves out the events that a failure does not need. */
async function shrink(seeds: readonly number[], fails: (seeds: readonly number[]) => Promise<boolean>) {
  let shortest = seeds;
  for (let index = seeds.length - 1; index >= 0; index -= 1) {
    const shorter = shortest.toSpliced(index, 1);
    if (await fails(shorter)) shortest = shorter;
  }
  return shortest;
}

interface Histories {
  count: number;
  eventCount: number;
  /** The page is rendered in one of so many histories, after another event in each. */
  historiesPerPage: number;
  readPage: ReadPage;
}

/**
 * Runs random histories.
 * @throws Error with the shortest form of the first one after which the site shows what it may not, or lacks what it must show
 */
export async function runStatementHistories({
  count,
  eventCount,
  historiesPerPage,
  readPage,
}: Histories): Promise<void> {
  for (let history = 0; history < count; history += 1) {
    const random = pseudoRandom(history);
    const seeds = Array.from({ length: eventCount }, () => Math.floor(random.next().value * 2 ** 32));
    const pages = history / historiesPerPage;
    const checksPage = (index: number) => index === pages % eventCount;
    const fault = await findFault(seeds, readPage, checksPage);
    if (fault === undefined) continue;
    const always = () => true;
    const fails = async (shorter: readonly number[]) =>
      (await findFault(shorter, readPage, always)) !== undefined;
    const shortest = await shrink(seeds, fails);
    throw new Error(`History ${history}:\n${(await findFault(shortest, readPage, always)) ?? fault}`);
  }
}
