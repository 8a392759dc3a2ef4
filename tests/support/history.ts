import { expect } from 'vitest';
import type { MenuAnswer, MenuChangeAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { isDishType, type MenuType, menuTypes, nameFieldOf } from '../../cms/src/shared/content/menuTypes.ts';
import type { DietaryStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { findContradiction } from '../../cms/src/shared/diet/findContradiction.ts';
import { toLocalTime } from '../../cms/src/shared/hours/zonedTime.ts';
import type { MenuCommand, VersionCommand } from '../../cms/src/shared/requests/changeCommands.ts';
import { cms } from './cms.ts';
import {
  type Fields,
  HistoryModel,
  type ModelChange,
  omitEmpty,
  TIME_ZONE,
  toClaim,
  toInstant,
} from './historyModel.ts';
import { MenuPage } from './menuPage.ts';
import { administrator, type Entry, type Owner, owner, RejectedError, type Values } from './owner.ts';
import { pseudoRandom, shuffle } from './pseudoRandom.ts';
import type { Snapshot } from './snapshot.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const [DAY, YEARS] = [24 * HOUR, 11 * 365 * 24 * HOUR];

const [HOME, HOURS] = ['home-main', 'contact-hours'];
const SIDES = ['hand-cut-fries', 'ember-potatoes', 'charred-cabbage'];
const DRINK = 'cola';
const MAX_ITEMS = 7;
/** The owner forgets some of what was made late, failed or asks, when it is more. */
const MAX_UNREAD = 6;
const TYPES = ['homepage', 'contactpage', ...menuTypes];
/** Special days that planned changes add, change and remove. */
const SPECIAL_DATES = ['2060-01-01', '2060-02-02'];
const ACTIONS_PER_ROUND = 6;
const DESCRIPTIONS = ['', 'With beef.', 'With cheese.'];
/** A few allergens, so that many statements are about the same ones. */
const ALLERGENS = ['milk', 'nuts', 'wheat', 'gluten'];

/** An owner with the menu's screen: what it showed when she looked last, and what her presses of *Undo* would do. */
interface Person {
  owner: Owner;
  items: Map<string, MenuItem>;
  restoreId: string | null;
  /** After how many steps she has looked. */
  lookedAt: number;
  undos: Undo[];
}

interface Undo {
  command: MenuCommand | VersionCommand;
  /** After how many steps it was offered. */
  offeredAt: number;
  /** Does the same in the model. */
  apply: () => void;
}

type Row = Values & { documentId: string };

const listItems = ({ sections }: MenuAnswer): MenuItem[] =>
  sections.flatMap(({ lists }) => lists).flatMap(({ items }) => items);

/** A CMS in which two owners do random things, and the model of what it has to show. */
class History {
  private readonly random: Generator<number, never>;
  private readonly steps: string[] = [];
  private readonly types = new Map<string, string>([
    [HOME, 'homepage'],
    [HOURS, 'contactpage'],
    ...SIDES.map((key) => [key, 'menu-side'] as const),
    [DRINK, 'menu-soft-drink'],
  ]);
  private readonly people: Person[] = [owner, administrator].map((account) => ({
    owner: account,
    items: new Map(),
    restoreId: null,
    lookedAt: 0,
    undos: [],
  }));
  private person: Person;
  private model = new HistoryModel();
  private readonly page = new MenuPage();
  private backup: { snapshot: Snapshot; model: HistoryModel } | undefined;
  private isCmsReachable = true;
  private words = 0;

  constructor(private readonly seed: number) {
    this.random = pseudoRandom(seed);
    this.person = this.pick(this.people);
  }

  private below(count: number): number {
    return Math.floor(this.random.next().value * count);
  }

  private pick<Item>(items: readonly Item[]): Item {
    // Cast: the index is within the list.
    return items[this.below(items.length)] as Item;
  }

  private newText(): string {
    this.words += 1;
    return `Words ${this.words}`;
  }

  private note(step: string): void {
    this.steps.push(`${new Date().toISOString()} ${step}`);
  }

  private entryOf = (key: string): Entry => ({ type: this.types.get(key) ?? '', documentId: key });

  private menuTypeOf(key: string): MenuType | undefined {
    return menuTypes.find((type) => type === this.types.get(key));
  }

  private titleOf(key: string): string {
    const type = this.menuTypeOf(key);
    if (type) return nameFieldOf(type);
    return key === HOURS ? 'subHeadings' : 'mainHeading';
  }

  private toFields(key: string, row: Values): Fields {
    const text = (value: unknown) => String(value ?? '');
    // Cast: the hours have special days.
    const days = key === HOURS ? ((row.specialDays ?? []) as { from: string; reason: string | null }[]) : [];
    return {
      name: text(row[this.titleOf(key)]),
      ...(key !== HOURS && { description: text(row.description) }),
      // Cast: the CMS has stored it.
      ...(this.isItem(key) && { claim: toClaim(row.dietaryStatement as MenuItem['statement']) }),
      ...Object.fromEntries(days.map(({ from, reason }) => [`day ${from}`, text(reason)])),
    };
  }

  /** Returns the values of a form, which has no field for what is stated about a dish. */
  private toValues(key: string, { name, description, claim: _, ...days }: Fields): Values {
    const specialDays = Object.entries(days)
      .filter(([, reason]) => reason)
      .map(([day, reason]) => ({ from: day.slice('day '.length), closed: true, reason }))
      .sort((one, other) => (one.from < other.from ? -1 : 1));
    return {
      [this.titleOf(key)]: name,
      ...(key === HOURS ? { specialDays } : !this.isDrink(key) && { description }),
    };
  }

  /** Whether an entry is a dish or a drink; a drink never has a description or a statement. */
  private readonly isItem = (key: string): boolean => this.menuTypeOf(key) !== undefined;

  private isDrink(key: string): boolean {
    const type = this.menuTypeOf(key);
    return type !== undefined && !isDishType(type);
  }

  /** Picks an entry; a dish or drink twice as often as another. */
  private pickEntry(): string {
    return this.pick(this.model.keys((_, key) => this.below(2) === 0 || this.isItem(key)));
  }

  /** Picks a dish or drink, rather one of a planned change. */
  private pickItem(): string {
    const planned = this.model.changes.flatMap(({ parts }) => parts.map(({ key }) => key));
    const items = this.model.keys((_, key) => this.isItem(key));
    const preferred = items.filter((key) => planned.includes(key));
    return this.pick(preferred.length && this.below(2) ? preferred : items);
  }

  // Forms

  private async edit(key: string): Promise<void> {
    const isName = key === HOURS || this.isDrink(key) || this.below(2) === 0;
    const date = key === HOURS ? this.pick(SPECIAL_DATES) : undefined;
    this.model.save(key, {
      ...(isName ? { name: this.newText() } : { description: this.pick([...DESCRIPTIONS, this.newText()]) }),
      ...(date && { [`day ${date}`]: this.below(3) ? this.newText() : '' }),
    });
    const { draft } = this.model.entry(key);
    this.note(`save ${key}: ${JSON.stringify(draft)}`);
    await this.person.owner.saveDraft(this.entryOf(key), this.toValues(key, draft));
  }

  private async publish(key = this.pickEntry()): Promise<void> {
    this.note(`publish ${key}`);
    await this.person.owner.publish(this.entryOf(key));
    this.model.publish(key);
  }

  private async unpublish(key = this.pickItem()): Promise<void> {
    if (!this.model.entry(key).isOn) return;
    this.note(`unpublish ${key}`);
    await this.person.owner.unpublish(this.entryOf(key));
    this.model.entry(key).isOn = false;
  }

  private async discardDraft(): Promise<void> {
    const key = this.pickEntry();
    if (!this.model.entry(key).isOn) return;
    this.note(`discard the draft of ${key}`);
    await this.person.owner.discardDraft(this.entryOf(key));
    this.model.discardDraft(key);
  }

  /** Closes the restaurant for today, or undoes that. */
  private async changeToday(): Promise<void> {
    const { date } = await this.person.owner.readToday();
    const { draft, shown } = this.model.entry(HOURS);
    const field = `day ${date}`;
    const reason = shown?.[field] ? '' : this.newText();
    this.note(`today: ${reason}`);
    if (reason) await this.person.owner.setHours({ closed: true, reason, date });
    else await this.person.owner.openAsUsual(date);
    if ((draft[field] ?? '') === (shown?.[field] ?? '')) draft[field] = reason;
    if (shown) shown[field] = reason;
  }

  /** Brings back what the site had earlier, or a deleted dish or drink. */
  private async bringBack(): Promise<void> {
    const deleted = [...this.model.entries].filter(([, { isDeleted }]) => isDeleted);
    const [deletedKey] = deleted.length && this.below(2) ? this.pick(deleted) : [];
    const key = deletedKey ?? this.pick(this.model.keys((_, other) => other !== HOURS));
    const { owner: account, undos } = this.person;
    const [newest, ...older] = await account.listVersions(this.entryOf(key));
    const earlier = older.filter(({ kind }) => kind === 'publish').slice(0, 4);
    const version = deletedKey && this.below(2) ? newest : this.pick([newest, ...earlier]);
    const entry = this.model.entry(key);
    const before = entry.shown;
    let fields = entry.isOn ? before : null;
    if (version?.kind === 'publish') {
      fields = this.toFields(key, (await account.readVersion(version)).content);
      expect(entry.versions, this.story).toContainEqual(fields);
    } else if (version !== newest || !deletedKey) return;
    this.note(`bring back version ${version?.id} of ${key}: ${JSON.stringify(fields)}`);
    const { undo } = await account.bringBack(version);
    this.model.bringBack(key, fields);
    const [command] = undo;
    const apply = () => {
      if (command?.type === 'bringBack') this.model.bringBack(key, before);
      else if (command?.type === 'deleteEntry') this.model.delete(key);
      else this.model.entry(key).isOn = false;
    };
    if (command) undos.push({ command, offeredAt: this.steps.length, apply });
  }

  // The menu's screen

  private look(menu: MenuAnswer): void {
    Object.assign(this.person, {
      items: new Map(listItems(menu).map((item) => [item.id, item])),
      restoreId: menu.restoreId,
      lookedAt: this.steps.length,
    });
  }

  private async openScreen(): Promise<void> {
    this.look(await this.person.owner.readMenu());
  }

  /** Returns whether a request was carried out: it may be rejected when the owner has not seen what has happened since. */
  private async attempt<Answer>(
    lookedAt: number,
    send: () => Promise<Answer>,
    apply: (answer: Answer) => void,
  ): Promise<boolean> {
    const isCurrent = lookedAt === this.steps.length - 1;
    try {
      apply(await send());
      return true;
    } catch (error) {
      const isOutdatedRequest = error instanceof RejectedError && [404, 409].includes(error.status);
      if (isOutdatedRequest && !isCurrent) return false;
      throw error;
    }
  }

  /** Presses something on the menu's screen; the owner goes on with the menu of the answer, or with what she saw before. */
  private press(
    send: () => Promise<MenuChangeAnswer>,
    apply: (answer: MenuChangeAnswer) => void,
    applyUndo?: () => void,
  ): Promise<boolean> {
    return this.attempt(this.person.lookedAt, send, (answer) => {
      apply(answer);
      const { menu, undo } = answer;
      if (undo && applyUndo)
        this.person.undos.push({ command: undo, offeredAt: this.steps.length, apply: applyUndo });
      if (this.below(3)) this.look(menu);
    });
  }

  private async undo(): Promise<void> {
    const undo = this.person.undos.pop();
    if (!undo) return;
    const { command, offeredAt, apply } = undo;
    this.note(`undo: ${JSON.stringify(command)}`);
    await this.attempt(offeredAt, () => this.person.owner.undo<unknown>(command), apply);
  }

  private async changeText(key: string): Promise<boolean> {
    const [type, seen] = [this.menuTypeOf(key), this.person.items.get(key)];
    if (!type || !seen) return false;
    const before = { name: seen.name, description: seen.description ?? '' };
    const text =
      this.isDrink(key) || this.below(2)
        ? { ...before, name: this.newText() }
        : { ...before, description: this.pick(DESCRIPTIONS) };
    this.note(`${key} gets ${JSON.stringify(text)}`);
    return this.press(
      () => this.person.owner.changeText(type, key, text, before),
      () => this.model.save(key, text),
      () => this.model.save(key, before),
    );
  }

  private createStatement(): DietaryStatement {
    const answers = Array.from({ length: 1 + this.below(3) }, () => [
      this.pick(ALLERGENS),
      this.pick(['contains', 'onRequest', 'free', 'free'] as const),
    ]);
    const diet = this.pick(['vegan', 'vegetarian', null, null] as const);
    const statement = { diet, answers: Object.fromEntries(answers) };
    return findContradiction(statement) ? this.createStatement() : statement;
  }

  /** States something about a dish as the screen shows it; `choose` returns what. */
  private async state(key: string, choose: (seen: MenuItem) => DietaryStatement | null): Promise<boolean> {
    const [type, seen] = [this.menuTypeOf(key), this.person.items.get(key)];
    if (!type || !isDishType(type) || !seen) return false;
    const { name, description = '', statement: shown = null } = seen;
    const chosen = choose(seen);
    // A merge of two statements may contradict itself, and the CMS refuses to state that.
    if ([chosen, seen.statement].some((statement) => statement && findContradiction(statement))) return false;
    const { restoreId } = this.person;
    const statement = chosen && { ...chosen, confirmedFor: { name, description, restoreId } };
    const { claim: before = '' } = this.model.entry(key).draft;
    this.note(`${key} (${name}, ${description}) is stated: ${JSON.stringify(chosen)}`);
    return this.press(
      () => this.person.owner.state(type, key, statement, shown),
      () => this.model.save(key, { claim: toClaim(statement) }),
      () => this.model.save(key, { claim: before }),
    );
  }

  private readonly confirm = (key: string): Promise<boolean> =>
    this.state(key, ({ statement }) =>
      statement ? { diet: statement.diet, answers: statement.answers } : null,
    );

  /** Changes the words of a dish, confirms what was stated about it before, and undoes that. */
  private async confirmByMistake(): Promise<void> {
    const key = this.pickItem();
    await this.openScreen();
    await this.changeText(key);
    await this.openScreen();
    if (await this.confirm(key)) await this.undo();
  }

  private pickToSwitch(isOn: boolean): string {
    const others = this.model.keys((entry, key) => this.isItem(key) && entry.isOn !== isOn);
    return this.pick([...others, this.pickItem()]);
  }

  private async switch(isOn: boolean, until?: string, key = this.pickToSwitch(isOn)): Promise<void> {
    const type = this.menuTypeOf(key);
    const { isOn: wasOn, shown } = this.model.entry(key);
    if (!type || (until && !shown)) return;
    const previous = this.model.findReturn(key)?.localTime;
    this.note(`${key} is ${isOn ? 'on' : 'off'} until ${until}`);
    await this.press(
      () => this.person.owner.switchItem(type, key, isOn, until),
      ({ menu }) => {
        const next = listItems(menu).find(({ id }) => id === key)?.returns?.localTime;
        expect([next !== undefined, until === 'tomorrow' || next === until], this.story).toEqual([
          until !== undefined,
          true,
        ]);
        this.model.switch(key, isOn, next);
      },
      () => {
        const returns = previous && toInstant({ localTime: previous }) > Date.now() ? previous : undefined;
        this.model.switch(key, wasOn, returns);
      },
    );
  }

  /** Takes a dish or drink off until a time, and in its forms puts it back before and takes it off again. */
  private async takeOffTwice(): Promise<void> {
    const key = this.pickItem();
    await this.switch(false, 'tomorrow', key);
    await this.publish(key);
    await this.unpublish(key);
  }

  private async add(): Promise<void> {
    if (this.model.keys((_, key) => this.isItem(key)).length >= MAX_ITEMS) return this.delete();
    const type = this.pick(menuTypes);
    const text = { name: this.newText(), description: isDishType(type) ? this.pick(DESCRIPTIONS) : '' };
    const { id } = await this.person.owner.addItem(type, text.name, text.description);
    this.note(`add ${id}: ${JSON.stringify(text)}`);
    this.types.set(id, type);
    this.model.add(id, { ...text, claim: '' }, null);
  }

  private async delete(): Promise<void> {
    const key = this.pickItem();
    const type = this.menuTypeOf(key);
    if (!type || this.model.keys((_, other) => this.isItem(other)).length < 3) return;
    this.note(`delete ${key}`);
    const { isOn, shown } = this.model.entry(key);
    await this.press(
      () => this.person.owner.deleteItem(type, key),
      () => this.model.delete(key),
      () => this.model.entry(key).isDeleted && this.model.bringBack(key, isOn ? shown : null),
    );
  }

  private async publishMenu(): Promise<void> {
    const keys = this.model.listUnpublished();
    this.note(`publish the menu: ${keys}`);
    const parts = keys.map((key) => this.model.capture(key));
    await this.press(
      () => this.person.owner.publishMenu(),
      () => {
        for (const key of keys) this.model.publish(key);
      },
      () => this.model.undoPublication(parts),
    );
  }

  // Planned changes

  /** Chooses a time within the next minutes, hours or days; several changes have the same one. */
  private chooseTime(): string {
    const minutes = this.pick([1, 2, 2, 3, 30, 60, 600, 2_000]);
    const { date, time } = toLocalTime(Date.now() + minutes * MINUTE, TIME_ZONE);
    return `${date}T${time}`;
  }

  /** Chooses when a change ends that is made at a time; some do not. The special days of a date have no end. */
  private chooseEnd(localTime: string, keys: string[]): string | undefined {
    if (keys.includes(HOURS) || this.below(3) === 0) return undefined;
    const minutes = this.pick([2, 30, 2_000, 5_000]);
    const { date, time } = toLocalTime(toInstant({ localTime }) + minutes * MINUTE, TIME_ZONE);
    return `${date}T${time}`;
  }

  /** Changes an entry, and plans its publishing, instead of another planned change if one is given. */
  private async plan(replaced?: ModelChange): Promise<void> {
    const key = replaced?.parts[0]?.key ?? this.pickEntry();
    if (this.model.entry(key).isDeleted) return;
    await this.edit(key);
    if (this.below(2)) {
      await this.openScreen();
      await this.state(key, () => this.createStatement());
    }
    await this.planDraft(key, replaced);
  }

  private async planDraft(key: string, replaced?: ModelChange): Promise<void> {
    const id = replaced && (await this.findId(replaced));
    if (Object.keys(this.model.capture(key).fields).length === 0) return;
    const time = this.chooseTime();
    const until = this.chooseEnd(time, [key]);
    this.note(`plan ${key} at ${time} until ${until}, instead of ${id}`);
    await this.person.owner.plan(this.entryOf(key), time, { replaces: id, until: until ?? '' });
    if (replaced) this.model.remove(replaced);
    this.model.addChange('entry', time, [this.model.capture(key)], until);
  }

  /** Plans a statement about a dish, and publishes another one, for the same or for other words. */
  private async planStatement(): Promise<void> {
    const key = this.pickItem();
    for (const send of [() => this.planDraft(key), () => this.publish(key)]) {
      if (this.below(2)) await this.edit(key);
      await this.openScreen();
      await this.state(key, () => this.createStatement());
      await send();
    }
  }

  private async planMenu(): Promise<void> {
    const keys = this.model.listUnpublished();
    if (keys.length === 0) return this.plan();
    const time = this.chooseTime();
    const until = this.chooseEnd(time, keys);
    this.note(`plan the menu at ${time} until ${until}: ${keys}`);
    await this.person.owner.planMenu(time, { until });
    const parts = keys.map((key) => this.model.capture(key));
    this.model.addChange('menu', time, parts, until);
  }

  /** Plans when a dish or drink leaves the menu. */
  private async leave(): Promise<void> {
    const [key, time] = [this.pickItem(), this.chooseTime()];
    const type = this.menuTypeOf(key);
    if (!type || !this.model.entry(key).isOn) return;
    this.note(`${key} leaves at ${time}`);
    await this.person.owner.leaveMenu(type, key, time);
    this.model.leave(key, time);
  }

  private async findId(change: ModelChange): Promise<number | undefined> {
    const index = this.model.list().findIndex(({ stored }) => stored === change);
    return (await this.person.owner.listPlanned())[index]?.id;
  }

  private pickChange(...states: ModelChange['state'][]): ModelChange | undefined {
    const changes = this.model.list().filter(({ state }) => states.includes(state));
    return changes.length ? this.pick(changes).stored : undefined;
  }

  private async replace(): Promise<void> {
    const change = this.pickChange('waiting');
    if (change?.scope === 'entry') await this.plan(change);
  }

  private async movePlanned(): Promise<void> {
    const change = this.pickChange('waiting', 'asking');
    if (!change) return;
    const [id, localTime] = [await this.findId(change), this.chooseTime()];
    if (change.until && toInstant({ localTime: change.until }) <= toInstant({ localTime })) return;
    this.note(`move planned ${id} to ${localTime}`);
    await this.person.owner.movePlanned(id, localTime);
    Object.assign(change, { localTime, state: 'waiting', plannedAt: Date.now() });
  }

  /** Cancels a planned change, or forgets one that the owner has read. */
  private async cancelPlanned(...states: ModelChange['state'][]): Promise<void> {
    const change = this.pickChange(...states);
    if (!change) return;
    const id = await this.findId(change);
    this.note(`cancel planned ${id}`);
    await this.person.owner.cancelPlanned(id);
    this.model.remove(change);
  }

  private async makePlanned(): Promise<void> {
    const change = this.pickChange('asking');
    if (!change) return;
    const id = await this.findId(change);
    this.note(`make planned ${id}`);
    await this.person.owner.makePlanned(id);
    this.model.make(change);
  }

  /** What owners do; each happens as often as every other one. */
  private readonly actions: (() => Promise<unknown>)[] = [
    () => this.edit(this.pickEntry()),
    () => this.publish(),
    () => this.publish(),
    () => this.unpublish(),
    () => this.discardDraft(),
    () => this.changeToday(),
    () => this.bringBack(),
    () => this.bringBack(),
    () => this.openScreen(),
    () => this.changeText(this.pickItem()),
    () => this.changeText(this.pickItem()),
    () => this.state(this.pickItem(), () => this.createStatement()),
    () => this.state(this.pickItem(), () => this.createStatement()),
    () => this.state(this.pickItem(), () => null),
    () => this.confirm(this.pickItem()),
    () => this.confirm(this.pickItem()),
    () => this.confirmByMistake(),
    () => this.switch(false),
    () => this.switch(false, 'tomorrow'),
    () => this.switch(false, this.chooseTime()),
    () => this.takeOffTwice(),
    () => this.switch(true),
    () => this.switch(true),
    () => this.add(),
    () => this.delete(),
    () => this.publishMenu(),
    () => this.publishMenu(),
    () => this.undo(),
    () => this.undo(),
    () => this.plan(),
    () => this.plan(),
    () => this.planMenu(),
    () => this.planStatement(),
    () => this.leave(),
    () => this.leave(),
    () => this.replace(),
    () => this.movePlanned(),
    () => this.cancelPlanned('waiting'),
    () => this.makePlanned(),
  ];
  private nextActions: (() => Promise<unknown>)[] = [];

  // Time

  private async goTo(instant: number): Promise<void> {
    await cms.goToInstant(instant);
    this.note('the clock is set');
    this.model.makeDue();
  }

  private listDue(): number[] {
    const times = this.model
      .list()
      .flatMap((change) => (change.state === 'waiting' ? toInstant(change) : []));
    return [...new Set(times)];
  }

  /** How time passes, in turn. */
  private readonly moves: (() => Promise<void>)[] = [
    // Exactly to a time, over those before it.
    () => this.goTo(this.listDue()[this.below(2)] ?? Date.now() + MINUTE),
    // Half a second before a time, and to it.
    async () => {
      const due = this.listDue()[0] ?? Date.now() + MINUTE;
      await this.goTo(Math.max(due - 500, Date.now()));
      await this.compare();
      await this.goTo(Math.max(due, Date.now()));
    },
    async () => {
      this.backup = { snapshot: await cms.takeSnapshot(), model: this.model.copy() };
      this.note('backed up');
    },
    // The site does not reach its CMS meanwhile.
    async () => {
      this.isCmsReachable = false;
      await this.goTo(Date.now() + 2 * HOUR);
      await this.compare();
      this.isCmsReachable = true;
    },
    // The computer slept for longer than a day.
    () => this.goTo(Date.now() + DAY + this.below(40) * HOUR),
    () => this.restore(),
    // The clock is wrong by years, and then a few hours back.
    async () => {
      await this.goTo(Date.now() + YEARS);
      await this.compare();
      await this.goTo(Date.now() - YEARS - this.below(20) * HOUR);
    },
  ];

  private async restore(): Promise<void> {
    if (!this.backup || cms.isPostgres) return;
    const { snapshot, model } = this.backup;
    await cms.restoreBackup(snapshot);
    this.note('restored');
    const { restoreId } = await owner.readMenu();
    expect([restoreId], this.story).not.toContain(this.model.restoreId);
    this.model = model.restore(restoreId);
    this.backup = undefined;
    for (const { undos } of this.people) undos.length = 0;
  }

  // Comparisons

  private get story(): string {
    return `seed ${this.seed}, after\n${this.steps.slice(-40).join('\n')}\n`;
  }

  /** Expects what visitors get, the drafts and the list of planned changes to be what the model says. */
  private async compare(): Promise<void> {
    await this.comparePublished();
    await this.compareDrafts();
    const planned = (await this.person.owner.listPlanned()).map(({ scope, state, localTime, entries }) => ({
      ...{ scope, state, localTime },
      entries: entries.map(({ documentId }) => documentId).sort(),
    }));
    const expected = this.model.list().map(({ scope, state, localTime, parts }) => ({
      ...{ scope, state, localTime },
      entries: parts.map(({ key }) => key).sort(),
    }));
    expect(planned, this.story).toEqual(expected);
  }

  private async comparePublished(): Promise<void> {
    const texts: Record<string, string> = {};
    for (const type of TYPES) texts[type] = await cms.readContent(type);
    const rows = Object.values(texts).flatMap((text): Row[] => JSON.parse(text).data);
    const published = rows.map(({ documentId: key, dietaryStatement: statement = null, ...row }) => {
      const { claim: _, ...fields } = this.types.has(key) ? omitEmpty(this.toFields(key, row)) : {};
      return [key, { ...fields, statement }];
    });
    const expected = [
      ...rows.flatMap(({ documentId: key }) => (this.types.has(key) ? [] : [[key, { statement: null }]])),
      ...this.model.keys(({ isOn }) => isOn).map((key) => [key, this.model.select(key)]),
    ];
    expect(Object.fromEntries(published), this.story).toEqual(Object.fromEntries(expected));
    if (this.isCmsReachable && this.below(4)) this.page.receive(texts);
    expect(await this.page.read(), this.story).toEqual(this.page.expect());
  }

  private async compareDrafts(): Promise<void> {
    const menu = await this.person.owner.readMenu();
    const drafts: Record<string, unknown> = {};
    for (const { id, name, description = '', statement, isShown, returns } of listItems(menu))
      if (this.types.has(id))
        drafts[id] = {
          ...{ name, description, claim: toClaim(statement), isShown },
          returns: returns?.localTime,
        };
    for (const key of [HOME, HOURS])
      drafts[key] = omitEmpty(this.toFields(key, await this.person.owner.open(this.entryOf(key))));
    const expected = this.model.keys().map((key) => {
      const { draft, isOn: isShown } = this.model.entry(key);
      const planned = this.model.findReturn(key, 'waiting');
      return [key, this.isItem(key) ? { ...draft, isShown, returns: planned?.localTime } : omitEmpty(draft)];
    });
    expect(drafts, this.story).toEqual(Object.fromEntries(expected));
    expect(menu.unpublished, this.story).toBe(this.model.listUnpublished().length);
  }

  /** Lets owners do things and time pass, in turn. */
  async run(rounds: number): Promise<void> {
    for (const key of this.types.keys()) {
      const fields = this.toFields(key, await owner.open(this.entryOf(key)));
      this.model.add(key, fields, { ...fields });
    }
    await this.openScreen();
    for (const key of SIDES) await this.state(key, () => this.createStatement());
    await this.publishMenu();
    await this.page.begin();
    for (let round = 0; round < rounds; round += 1) {
      for (let action = 0; action < ACTIONS_PER_ROUND; action += 1) {
        if (this.nextActions.length === 0) this.nextActions = shuffle(this.actions, this.random);
        this.person = this.pick(this.people);
        if (this.below(2)) await this.openScreen();
        await this.nextActions.pop()?.();
      }
      await this.comparePublished();
      while (this.model.list().filter(({ state }) => state !== 'waiting').length > MAX_UNREAD)
        await this.cancelPlanned('failed', 'late', 'asking');
      await this.moves[round % this.moves.length]?.();
      await this.compare();
    }
  }
}

/** Runs a random history, the same one for the same seed, in the CMS of this worker. */
export const runHistory = (seed: number, rounds: number): Promise<void> => new History(seed).run(rounds);
