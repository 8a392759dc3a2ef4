import { join } from 'node:path';
import type { MenuAnswer, MenuChangeAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import { type DishType, dishTypes, nameFieldOf } from '../../cms/src/shared/content/menuTypes.ts';
import { allergens } from '../../cms/src/shared/diet/allergens.ts';
import type { DietaryStatement, StoredStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { findContradiction } from '../../cms/src/shared/diet/findContradiction.ts';
import { toLocalTime } from '../../cms/src/shared/hours/zonedTime.ts';
import { type MenuCommand, toRequest } from '../../cms/src/shared/requests/changeCommands.ts';
import { queries } from '../../web/src/content/queries.ts';
import { runScript } from './backups.ts';
import { comparePage, listStatements, requireSame, type Stated, TABLE } from './compareStatements.ts';
import { type EntryId, listVersions, publishInCms, send } from './entries.ts';
import type { Cms } from './operations.ts';
import { freePort } from './ports.ts';
import { pseudoRandom } from './pseudoRandom.ts';
import { readMenuPage } from './readMenuPage.ts';
import { listChanges, schedule } from './schedule.ts';
import { Site } from './site.ts';
import type { DataLocation } from './snapshot.ts';
import { expect, Stack } from './stack.ts';
import { type Claim, expectShown, type Fields, type Received, StatementModel } from './statementModel.ts';
import { TestClock } from './testClock.ts';

const SEED = 1797;
const START = Date.parse('2037-11-24T12:00:00-05:00');
const TIME_ZONE = 'America/New_York';
const [MINUTE, HOUR] = [60_000, 3_600_000];
const DESCRIPTIONS = ['', 'With beef.', 'With cheese.'];
const NAMES_OF_ALLERGENS = new Map(allergens.map(({ id, name }) => [name, id]));
const DISH_QUERIES = Object.values(queries).filter(({ path }) =>
  dishTypes.some((type) => path === `/api/${type}s`),
);

/** A dish as the owner's screen shows it. */
interface ScreenDish extends MenuItem {
  list: DishType;
}

/** The menu's screen of the owner, and how often the site had been restored when she opened it. */
interface Screen {
  dishes: Map<string, ScreenDish>;
  restoreId: string | null;
  restores: number;
}

interface Undo {
  command: MenuCommand;
  /** Undoes the same in the model. */
  apply: () => void;
}

interface HistoryOptions {
  location: DataLocation;
  scratch: string;
  startCms: typeof Cms.start;
  /** How many histories there are in all, and at the same time: each is that of a new dish. */
  count: number;
  dishCount: number;
  /** How many events each has, and after how many of them the site has one. */
  eventCount: number;
  eventsPerMove: number;
}

/** A running CMS and site with random events in the histories of many dishes, and the model of what the site must state about them. */
export class StackStatementHistory {
  private readonly random = pseudoRandom(SEED);
  private readonly steps: string[] = [];
  private readonly clock: TestClock;
  private now = START;
  private port = '';
  private cms: Cms | undefined;
  private site: Site | undefined;
  private api: Stack = Stack.at('', '');
  private model = new StatementModel();
  private screen: Screen = { dishes: new Map(), restoreId: null, restores: 0 };
  private received: Received = this.model.received;
  private backup: { file: string; model: StatementModel } | undefined;
  private restores = 0;
  private undos: Undo[] = [];
  private added = 0;
  /** How often a dish had to be stated. */
  private statedCount = 0;

  constructor(private readonly options: HistoryOptions) {
    this.clock = new TestClock(options.scratch, new Date(START).toISOString());
  }

  private below(count: number): number {
    return Math.floor(this.random.next().value * count);
  }

  /** Picks an item of a list that is not empty. */
  private pick<Item>(items: readonly Item[]): Item {
    // Cast: the index is within the list.
    return items[this.below(items.length)] as Item;
  }

  private note(step: string): void {
    this.steps.push(step);
  }

  /** What a failure says: with it, the history can be repeated and read. */
  private get story(): string {
    return `seed ${SEED}, after\n${this.steps.slice(-80).join('\n')}\n`;
  }

  private get settings() {
    const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = this.options.location;
    return { DATA_DIR, DATABASE_URL, TIME_ZONE, ...this.clock.env };
  }

  private async startCms(): Promise<void> {
    this.cms = await this.options.startCms(this.options.location.dataDir, {
      // Always the same one, because the site keeps its address.
      env: { ...this.settings, PORT: this.port },
    });
    await this.cms.waitUntilReady();
    this.signIn();
  }

  private signIn(): void {
    this.api = Stack.at(this.site?.address ?? '', `http://127.0.0.1:${this.port}`);
  }

  private setClock(now: number): void {
    this.now = now;
    this.clock.set(new Date(now).toISOString());
    this.signIn();
  }

  private readonly types = new Map<string, DishType>();

  private typeOf(id: string): DishType {
    const type = this.types.get(id);
    if (!type) throw new Error(`no dish ${id}`);
    return type;
  }

  private entryOf = (id: string): EntryId => ({ uid: uidOf(this.typeOf(id)), documentId: id });

  private readScreen({ sections, restoreId }: MenuAnswer): void {
    const dishes = sections
      .flatMap(({ lists }) => lists)
      .flatMap(({ type, items }) => items.map((item) => ({ ...item, type })))
      .flatMap(({ type, ...item }) => {
        const list = dishTypes.find((dishType) => dishType === type);
        return list ? [[item.id, { ...item, list }] as const] : [];
      });
    this.screen = { dishes: new Map(dishes), restoreId, restores: this.model.restores };
  }

  private openScreen = async (): Promise<void> =>
    this.readScreen(await send<MenuAnswer>(this.api, 'GET', '/menu'));

  /**
   * Sends a command of the menu's screen.
   * @returns whether it was carried out: not when she has not seen a change, or what it is about is gone
   */
  private async command(command: MenuCommand, apply: () => void, undo?: () => void): Promise<boolean> {
    const { method, path, body } = toRequest(command);
    const response = await this.api.asAdmin(method, path, body);
    const text = await response.text();
    if ([404, 409].includes(response.status)) return false;
    expect(response.status, `${this.story}${text}`).toBe(200);
    const answer: MenuChangeAnswer = JSON.parse(text);
    apply();
    if (answer.undo && undo) this.undos.push({ command: answer.undo, apply: undo });
    // She goes on with what the answer has, or with what she saw before.
    if (this.below(3)) this.readScreen(answer.menu);
    return true;
  }

  /** The dishes that have histories and are not deleted. */
  private dishes(matches: (id: string) => boolean = () => true): string[] {
    return [...this.model.dishes.keys()].filter((id) => !this.model.dish(id).isDeleted && matches(id));
  }

  /** Starts the CMS and the site. */
  private async begin(): Promise<void> {
    this.port = await freePort();
    await this.startCms();
    this.site = await Site.start({
      cms: this.api.cms,
      dataDir: join(this.options.scratch, 'site'),
      env: { TIME_ZONE, ...this.clock.env },
    });
    this.signIn();
  }

  /** Adds dishes, and states and publishes something about each. */
  private async addDishes(): Promise<void> {
    for (let count = 0; count < this.options.dishCount; count += 1) {
      this.added += 1;
      const list = this.pick(dishTypes);
      const text = { name: `Dish ${this.added}`, description: this.pick(DESCRIPTIONS) };
      const { method, path, body } = toRequest({ type: 'add', list, text });
      const { undo } = await send<MenuChangeAnswer>(this.api, method, path, body);
      if (undo?.type !== 'takeBack') throw new Error('no dish was added');
      this.types.set(undo.id, list);
      this.model.add(undo.id, text.name, text.description);
    }
    await this.openScreen();
    for (const id of this.dishes()) await this.state(id, () => this.createStatement());
    await this.publishMenu();
    await this.compareReceived();
  }

  private async deleteDishes(): Promise<void> {
    for (const id of this.dishes()) await this.delete(id);
    this.undos = [];
  }

  private createStatement(): DietaryStatement {
    const answers = Array.from({ length: 1 + this.below(3) }, () => [
      this.pick(TABLE),
      this.pick(['contains', 'onRequest', 'free', 'free'] as const),
    ]);
    const diet = this.pick(['vegan', 'vegetarian', null, null] as const);
    const statement = { diet, answers: Object.fromEntries(answers) };
    return findContradiction(statement) ? this.createStatement() : statement;
  }

  /** States something about a dish as it is on the owner's screen; `stated` returns what. */
  private async state(id: string, stated: (seen: MenuItem) => DietaryStatement | null): Promise<boolean> {
    const seen = this.screen.dishes.get(id);
    if (!seen) return false;
    const { name, description = '', statement: before = null } = seen;
    const { restoreId, restores } = this.screen;
    const statement = stated(seen);
    if (!statement && !before) return false;
    const stored = statement && { ...statement, confirmedFor: { name, description, restoreId } };
    const claim: Claim | null = statement && {
      diet: statement.diet,
      answers: statement.answers,
      name,
      description,
      restores,
    };
    const previous = this.model.dish(id).draft.claim ?? null;
    this.note(`${id} (${name}, ${description}) is stated: ${JSON.stringify(statement)}`);
    return this.command(
      { type: 'state', list: this.typeOf(id), id, statement: stored, seen: before },
      () => this.model.save(id, { claim }),
      () => this.model.save(id, { claim: previous }),
    );
  }

  private async edit(id: string): Promise<boolean> {
    const seen = this.screen.dishes.get(id);
    if (!seen) return false;
    const { name, description = '' } = seen;
    const before = { name, description };
    const text = this.below(2)
      ? { name: name.endsWith(' (new)') ? name.slice(0, -6) : `${name} (new)`, description }
      : { name, description: this.pick(DESCRIPTIONS) };
    this.note(`${id} gets ${JSON.stringify(text)}`);
    return this.command(
      { type: 'changeText', list: this.typeOf(id), id, text, seen: before },
      () => this.model.save(id, text),
      () => this.model.save(id, before),
    );
  }

  private applyShow(id: string, shown: boolean): void {
    if (this.model.dish(id).isOn === shown) return;
    if (shown) this.model.putBack(id);
    else this.model.takeOff(id);
  }

  private async switch(id: string): Promise<boolean> {
    const shown = !this.model.dish(id).isOn;
    this.note(`${id} is ${shown ? 'on' : 'off'}`);
    return this.command(
      { type: 'show', list: this.typeOf(id), id, shown },
      () => this.applyShow(id, shown),
      () => this.applyShow(id, !shown),
    );
  }

  private async delete(id: string): Promise<boolean> {
    this.note(`delete ${id}`);
    return this.command(
      { type: 'delete', list: this.typeOf(id), id },
      () => this.model.delete(id),
      () => this.model.dish(id).isDeleted && this.model.restoreDeleted(id),
    );
  }

  private async undo(): Promise<boolean> {
    const undo = this.undos.pop();
    if (!undo) return false;
    this.note(`undo: ${JSON.stringify(undo.command)}`);
    return this.command(undo.command, undo.apply);
  }

  /** The owner changes the words of a dish, confirms what was stated about it before, and undoes that. */
  private async confirmByMistake(id: string): Promise<boolean> {
    await this.openScreen();
    await this.edit(id);
    await this.openScreen();
    return (await this.state(id, ({ statement = null }) => statement)) && this.undo();
  }

  /** Publishes the draft of one dish, as the form does. */
  private async publish(id: string): Promise<boolean> {
    const { name } = this.model.dish(id).draft;
    this.note(`publish ${id}`);
    await publishInCms(this.api, this.entryOf(id), { [nameFieldOf(this.typeOf(id))]: name });
    this.model.publish(id, true);
    return true;
  }

  private async publishMenu(): Promise<void> {
    this.note('publish the menu');
    await this.command({ type: 'publish' }, () => {
      for (const id of this.dishes((dish) => this.model.isChanged(dish))) this.model.publish(id, true);
    });
  }

  private async bringBack(id: string): Promise<boolean> {
    const versions = (await listVersions(this.api, this.entryOf(id))).filter(
      ({ kind }) => kind === 'publish',
    );
    if (!versions.length) return false;
    const version = this.pick(versions.slice(0, 5));
    const { content } = await send<{ content: Record<string, unknown> }>(
      this.api,
      'GET',
      `/versions/${version.id}`,
    );
    const fields = this.findFields(id, content);
    this.note(`bring back of ${id}: ${JSON.stringify(content)}`);
    expect(fields, this.story).toBeDefined();
    await send(this.api, 'POST', `/versions/${version.id}/bring-back`, {});
    if (fields) this.model.bringBack(id, fields);
    return true;
  }

  /** Finds what the owner had published when a version was recorded: she has not forgotten for which words she stated something. */
  private findFields(id: string, content: Record<string, unknown>): Fields | undefined {
    // Cast: the CMS has stored it.
    const stored = content.dietaryStatement as StoredStatement | null;
    const isStored = (claim: Claim | null | undefined) => {
      if (!claim || !stored) return !claim === !stored;
      const { name, description, diet, answers } = claim;
      const { confirmedFor } = stored;
      return (
        confirmedFor.name === name &&
        confirmedFor.description === description &&
        stored.diet === diet &&
        JSON.stringify(Object.entries(stored.answers).sort()) ===
          JSON.stringify(Object.entries(answers).sort())
      );
    };
    const name = content[nameFieldOf(this.typeOf(id))];
    return this.model.versions.findLast(
      (version) =>
        version.id === id &&
        version.fields.name === name &&
        version.fields.description === (content.description ?? '') &&
        isStored(version.fields.claim),
    )?.fields;
  }

  private async schedule(id: string): Promise<boolean> {
    if (!this.model.isChanged(id)) return false;
    const due = this.now + this.pick([5, 10, 20]) * MINUTE;
    const { date, time } = toLocalTime(due, TIME_ZONE);
    this.note(`schedule ${id} at ${time}`);
    await schedule(this.api, this.entryOf(id), `${date}T${time}`).catch((error: Error) => {
      error.message = this.story + error.message;
      throw error;
    });
    this.model.changes = [...this.model.changes, { due, parts: [this.model.capture(id)] }];
    return true;
  }

  /** What can happen to a dish; each happens as often as every other one. */
  private readonly events: ((id: string) => Promise<boolean>)[] = [
    (id) => this.edit(id),
    (id) => this.edit(id),
    (id) => this.state(id, () => this.createStatement()),
    (id) => this.state(id, () => this.createStatement()),
    (id) => this.state(id, ({ statement = null }) => statement),
    (id) => this.state(id, ({ statement = null }) => statement),
    (id) => this.state(id, () => null),
    (id) => this.publish(id),
    (id) => this.publish(id),
    (id) => this.switch(id),
    (id) => this.delete(id),
    (id) => this.bringBack(id),
    (id) => this.schedule(id),
    (id) => this.confirmByMistake(id),
    () => this.undo(),
    () => this.undo(),
  ];

  /** One event in the history of each dish. */
  private async changeDishes(): Promise<void> {
    if (this.below(3)) await this.openScreen();
    for (const id of this.dishes())
      for (let attempts = 0; attempts < 3; attempts += 1)
        if (!this.model.dish(id).isDeleted && (await this.pick(this.events)(id))) break;
    if (this.below(2)) await this.publishMenu();
    await this.compareReceived();
  }

  /** Waits until the site has received what the CMS has, and compares what it shows. */
  private async compareReceived(): Promise<void> {
    const types = [...new Set(this.types.values())];
    await Promise.all(types.map((type) => this.api.waitForSite(type)));
    this.received = this.model.received;
    await this.compare(false);
  }

  /**
   * Compares what the site shows with what it may and must show of what it has received.
   * @param isExpired whether the CMS has not confirmed that for an hour
   */
  private async compare(isExpired: boolean): Promise<void> {
    const { dishes, restores } = this.received;
    const expected = [...dishes].map(
      ([id, fields]) => [id, isExpired ? undefined : expectShown(fields, restores)] as const,
    );
    this.statedCount += expected.filter(([, statement]) => statement).length;
    const compare = (part: string, must: readonly Stated[], shown: readonly Stated[]) => {
      const isOwn = ([id]: Stated) => this.types.has(id);
      const others = shown.filter((dish) => !isOwn(dish));
      try {
        requireSame(part, must, shown.filter(isOwn));
        requireSame(
          part,
          others.map(([id]) => [id, undefined]),
          others,
        );
      } catch (error) {
        throw new Error(`${this.story}${error instanceof Error ? error.message : error}`);
      }
    };
    const responses = DISH_QUERIES.map(async ({ path }) =>
      JSON.parse((await this.site?.fetchText(path)) ?? ''),
    );
    compare('the API', expected, (await Promise.all(responses)).flatMap(listStatements));
    const page = readMenuPage((await this.site?.fetchText('/menu')) ?? '', NAMES_OF_ALLERGENS);
    comparePage(expected, page, compare);
  }

  /** What happens to the site, in turn. */
  private readonly moves: (() => Promise<void>)[] = [
    async () => {
      const file = join(this.options.scratch, `backup-${this.restores}.tar.gz`);
      expect(runScript('backup', this.settings, [file]), this.story).toMatchObject({ status: 0, stderr: '' });
      this.backup = { file, model: this.model.copy() };
      this.note('backed up');
    },
    () => this.passTime(),
    // The CMS does not answer for an hour.
    async () => {
      await this.cms?.kill();
      this.note('the CMS is killed');
      this.setClock(this.now + HOUR - MINUTE);
      await this.compare(false);
      this.setClock(this.now + MINUTE);
      await this.compare(true);
      await this.startCms();
      await this.passTime();
    },
    async () => {
      if (!this.backup) throw new Error('there is no backup');
      await this.cms?.stop();
      const restored = runScript('restore', this.settings, [this.backup.file, 'replace']);
      expect(restored, this.story).toMatchObject({ status: 0, stderr: '' });
      this.note('restored');
      // The site has not received it.
      await this.compare(false);
      this.restores += 1;
      this.model = Object.assign(this.backup.model.copy(), { restores: this.restores });
      // The owner is asked about what has passed.
      this.model.changes = this.model.changes.filter(({ due }) => due > this.now);
      this.undos = this.undos.filter(({ command }) => command.type === 'state');
      await this.startCms();
      await this.compareReceived();
    },
  ];

  /** Makes the scheduled changes that are due. */
  private async passTime(): Promise<void> {
    this.setClock(this.now + 2 * HOUR);
    this.note('two hours pass');
    const countWaiting = async () =>
      (await listChanges(this.api)).filter(({ state }) => state === 'waiting').length;
    await expect.poll(countWaiting, { message: this.story, timeout: 60_000 }).toBe(0);
    for (const { parts } of this.model.changes.toSorted((one, other) => one.due - other.due))
      this.model.make(parts);
    this.model.changes = [];
    await this.compareReceived();
  }

  /** Runs histories until there were as many as wanted, and stops the site. */
  async run(): Promise<void> {
    const { count, eventCount, eventsPerMove } = this.options;
    try {
      await this.begin();
      let events = 0;
      while (this.added < count) {
        await this.addDishes();
        for (let event = 0; event < eventCount; event += 1) {
          await this.changeDishes();
          events += 1;
          if (events % eventsPerMove === 0)
            await this.moves[(events / eventsPerMove - 1) % this.moves.length]?.();
        }
        await this.deleteDishes();
      }
    } finally {
      await this.site?.stop();
      await this.cms?.stop();
    }
    // Otherwise nothing was proved.
    expect(this.statedCount).toBeGreaterThan(count);
  }
}
