import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { ScheduledChange } from '../../cms/src/schedule/scheduledChange.ts';
import { toLocalTime } from '../../cms/src/shared/hours/zonedTime.ts';
import type { VersionSummary } from '../../cms/src/versions/version.ts';
import { runScript } from './backups.ts';
import { type EntryId, listVersions, pathOf, publishInCms, saveDraft, send } from './entries.ts';
import type { Cms } from './operations.ts';
import { runSql } from './postgresServer.ts';
import { pseudoRandom } from './pseudoRandom.ts';
import { listChanges, schedule } from './schedule.ts';
import { type ModelChange, type ModelEntry, ScheduleModel, type Texts } from './scheduleModel.ts';
import type { DataLocation } from './snapshot.ts';
import { databaseFile, withSqlite } from './sqlite.ts';
import { expect, Stack } from './stack.ts';
import { TestClock } from './testClock.ts';

const SEED = 1797;

const KILL_HOOK = fileURLToPath(new URL('killBeforeStatement.cjs', import.meta.url));
/** Before one of them, a change is half made, or made and not ended. */
const KILL_MOMENTS = [
  'insert into .?site_versions',
  'delete from .?site_scheduled_changes|update .?site_scheduled_changes.? set .?state',
];

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const START = Date.parse('2037-11-24T12:00:00-05:00');
const TIME_ZONES = ['America/New_York', 'America/Los_Angeles', 'Europe/London', 'Asia/Tokyo'];

const SIDE = 'api::menu-side.menu-side';
const HOURS = 'contact-hours';
const UIDS: Record<string, string> = {
  'home-main': 'api::homepage.homepage',
  'home-story-1': 'api::homepage.homepage',
  [HOURS]: 'api::contactpage.contactpage',
};
const SEEDED_SIDES = ['hand-cut-fries', 'ember-potatoes', 'charred-cabbage'];
const MAX_SIDES = 6;
/** The owner forgets some of what was made late, failed or asks, when it is more. */
const MAX_UNREAD = 8;
/** Special days that scheduled changes add, change and remove. */
const SPECIAL_DATES = ['2060-01-01', '2060-02-02', '2060-03-03'];

const idOf = (key: string): EntryId => ({ uid: UIDS[key] ?? SIDE, documentId: key });
const isSide = (key: string) => !(key in UIDS);
const fieldsOf = (key: string): [name: string, other: string] => {
  if (key === HOURS) return ['subHeadings', ''];
  return [isSide(key) ? 'sideName' : 'mainHeading', 'description'];
};

interface SpecialDay {
  from: string;
  reason: string;
}
type Content = Record<string, string | null> & { documentId: string };

/** The texts of an entry as the model has them. */
function toTexts(key: string, content: Content & { specialDays?: unknown }): Texts {
  const fields = fieldsOf(key).filter(Boolean);
  const texts = fields.map((field) => [field, content[field] ?? '']);
  // Cast: Strapi has no types for the fields of a content type here.
  const days = key === HOURS ? ((content.specialDays ?? []) as SpecialDay[]) : [];
  return Object.fromEntries([...texts, ...days.map(({ from, reason }) => [`day ${from}`, reason])]);
}

/** The values of a form with the texts. */
function toValues(key: string, texts: Texts): Record<string, unknown> {
  if (key !== HOURS) return texts;
  const days = Object.entries(texts)
    .filter(([field, reason]) => field.startsWith('day ') && reason)
    .map(([field, reason]) => ({ from: field.slice(4), closed: true, reason }));
  return {
    subHeadings: texts.subHeadings,
    specialDays: days.sort((one, other) => (one.from < other.from ? -1 : 1)),
  };
}

const omitEmpty = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text));

interface HistoryOptions {
  location: DataLocation;
  scratch: string;
  startCms: typeof Cms.start;
  /** How many changes are scheduled in all, and before each move of the time. */
  changeCount: number;
  changesPerMove: number;
  /** How many other actions follow each of them. */
  actionsPerChange: number;
}

/** A site with random changes, and the model of what it has to be after them. */
export class ScheduleHistory {
  private readonly random = pseudoRandom(SEED);
  private readonly steps: string[] = [];
  private readonly clock: TestClock;
  private now = START;
  private cms: Cms | undefined;
  private stack: Stack | undefined;
  private model = new ScheduleModel(new Map(), TIME_ZONES[0] ?? '');
  private backup: { file: string; model: ScheduleModel } | undefined;
  private lastVersion = 0;
  private words = 0;
  private scheduled = 0;

  constructor(private readonly options: HistoryOptions) {
    this.clock = new TestClock(options.scratch, new Date(START).toISOString());
  }

  private below(count: number): number {
    return Math.floor(this.random.next().value * count);
  }

  private pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  private newText(): string {
    this.words += 1;
    return `Words ${this.words}`;
  }

  private get api(): Stack {
    if (!this.stack) throw new Error('the CMS does not run');
    return this.stack;
  }

  private note(step: string): void {
    this.steps.push(`${new Date(this.now).toISOString()} ${step}`);
  }

  /** What a failure says: with it, the history can be repeated and read. */
  private get story(): string {
    return `seed ${SEED}, ${this.model.timeZone}, after\n${this.steps.slice(-60).join('\n')}\n`;
  }

  private get settings() {
    const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = this.options.location;
    return { DATA_DIR, DATABASE_URL, TIME_ZONE: this.model.timeZone, ...this.clock.env };
  }

  private startProcess(hook?: Record<string, string>): Promise<Cms> {
    return this.options.startCms(this.options.location.dataDir, {
      env: { ...this.settings, ...hook },
      nodeArgs: hook ? ['--require', KILL_HOOK] : [],
    });
  }

  private async start(): Promise<void> {
    this.cms = await this.startProcess();
    await this.cms.waitUntilReady();
    this.signInAgain();
  }

  private signInAgain(): void {
    const address = this.cms?.address ?? '';
    this.stack = Stack.at(address, address);
  }

  private setClock(now: number): void {
    this.now = now;
    this.clock.set(new Date(now).toISOString());
    this.signInAgain();
  }

  /** Starts the site and reads its entries. */
  private async begin(): Promise<void> {
    await this.start();
    for (const key of [...Object.keys(UIDS), ...SEEDED_SIDES]) {
      const { data } = await send<{ data: Content }>(this.api, 'GET', pathOf(idOf(key)));
      const texts = toTexts(key, data);
      this.model.entries.set(key, { draft: { ...texts }, shown: texts, isOn: true });
    }
    this.lastVersion = (await this.readVersions()).at(-1)?.id ?? 0;
  }

  /** Reads the versions since the last ones: their ids, and the entries and times of those that a scheduled change has published. */
  private async readVersions(): Promise<{ id: number; made: string | undefined }[]> {
    const { dataDir, databaseUrl } = this.options.location;
    const sql = `SELECT id, document_id, kind, change, time FROM site_versions WHERE id > ${this.lastVersion} ORDER BY id`;
    const rows = databaseUrl
      ? await runSql(databaseUrl, sql)
      : withSqlite(databaseFile(dataDir), (database) => database.prepare(sql).all());
    return rows.map(({ id, document_id: key, kind, change, time }) => {
      const isMade = kind === 'publish' && String(change).startsWith('As planned: ');
      const isReturn = String(change).endsWith(': Back on the site');
      const at = time instanceof Date ? time : new Date(Number(time));
      return { id: Number(id), made: isMade && !isReturn ? `${key} ${at.toISOString()}` : undefined };
    });
  }

  private async readSite(): Promise<Record<string, Texts>> {
    const site: Record<string, Texts> = {};
    for (const type of ['homepage', 'contactpage', 'menu-side']) {
      const { data }: { data: Content[] } = JSON.parse(await this.api.readContent(type));
      for (const content of data)
        if (this.model.entries.has(content.documentId))
          site[content.documentId] = omitEmpty(toTexts(content.documentId, content));
    }
    return site;
  }

  private async list(): Promise<Pick<ModelChange, 'id' | 'state' | 'localTime'>[]> {
    return (await listChanges(this.api)).map(({ id, state, localTime }) => ({ id, state, localTime }));
  }

  /** Expects the site, the list of the scheduled changes and the versions to be what the model says. */
  private async compare(): Promise<void> {
    await expect
      .poll(() => this.list(), { message: this.story, intervals: [20, 50, 100], timeout: 60_000 })
      .toEqual(this.model.list(this.now));
    const shown = this.keys((_, { isOn }) => isOn);
    expect(await this.readSite(), this.story).toEqual(
      Object.fromEntries(shown.map((key) => [key, omitEmpty(this.model.entry(key).shown ?? {})])),
    );
    const versions = await this.readVersions();
    expect(
      versions.flatMap(({ made }) => made ?? []),
      this.story,
    ).toEqual(this.model.made);
    this.lastVersion = versions.at(-1)?.id ?? this.lastVersion;
    this.model.made = [];
  }

  /** Expects the drafts to be what the model says, and stops the site. */
  private async end(): Promise<void> {
    for (const key of this.keys(() => true)) {
      const { data } = await send<{ data: Content }>(this.api, 'GET', pathOf(idOf(key)));
      expect(omitEmpty(toTexts(key, data)), this.story).toEqual(omitEmpty(this.model.entry(key).draft));
    }
    await this.cms?.stop();
  }

  private keys(matches: (key: string, entry: ModelEntry) => boolean): string[] {
    return [...this.model.entries]
      .filter(([key, entry]) => entry.deletion === undefined && matches(key, entry))
      .map(([key]) => key);
  }

  /** Changes random fields of a draft. */
  private async edit(key: string): Promise<void> {
    const { draft } = this.model.entry(key);
    const [name, other] = fieldsOf(key);
    if (key === HOURS || this.below(2)) draft[name] = this.newText();
    else draft[other] = this.newText();
    const date = key === HOURS && this.pick(SPECIAL_DATES);
    if (date) draft[`day ${date}`] = this.below(3) ? this.newText() : '';
    await saveDraft(this.api, idOf(key), toValues(key, draft));
    this.note(`save ${key}: ${JSON.stringify(draft)}`);
  }

  /** A time within the next minutes, hours or days, by the clock of the restaurant; several changes have the same one. */
  private chooseTime(): string {
    const minutes = this.pick([1, 2, 2, 3, 30, 60, 600, 2_000]) ?? 1;
    const { date, time } = toLocalTime(this.now + minutes * MINUTE, this.model.timeZone);
    return `${date}T${time}`;
  }

  private store(changes: ScheduledChange[], localTime: string, keys: string[], replaced?: number): void {
    const known = new Set(this.model.changes.map(({ id }) => id));
    const [added, ...others] = changes.filter(({ id }) => !known.has(id));
    expect([added?.localTime, others], this.story).toEqual([localTime, []]);
    const parts = keys.map((key) => this.model.capture(key));
    this.model.changes = this.model.changes.filter(({ id }) => id !== replaced);
    this.model.changes.push(this.model.plan({ id: added?.id ?? 0, localTime, scheduledAt: this.now, parts }));
    this.scheduled += 1;
    this.note(`schedule ${added?.id} at ${localTime}: ${JSON.stringify(parts)}`);
  }

  private async scheduleEntry(): Promise<void> {
    const key = this.pick(this.keys(() => true)) ?? HOURS;
    await this.edit(key);
    const time = this.chooseTime();
    this.store((await schedule(this.api, idOf(key), time)).changes, time, [key]);
  }

  /** The dishes that *Publish the menu* publishes: the changed ones, and those that the site has never shown. */
  private get unpublished(): string[] {
    return this.keys(
      (key, { isOn, shown }) =>
        isSide(key) && (isOn ? Object.keys(this.model.capture(key).texts).length > 0 : shown === null),
    );
  }

  private async scheduleMenu(): Promise<void> {
    const keys = this.unpublished;
    if (keys.length === 0) return this.scheduleEntry();
    const time = this.chooseTime();
    await send(this.api, 'POST', '/menu/schedule', { time });
    this.store(await listChanges(this.api), time, keys);
  }

  private changesIn(...states: string[]) {
    return this.model.changes.filter((change) => states.includes(this.model.stateOf(change, this.now)));
  }

  private async moveChange(): Promise<void> {
    const change = this.pick(this.changesIn('waiting', 'asking'));
    if (!change) return;
    const localTime = this.chooseTime();
    await send(this.api, 'PUT', `/schedule/${change.id}`, { time: localTime });
    Object.assign(change, this.model.plan({ ...change, localTime, scheduledAt: this.now }));
    this.note(`move ${change.id} to ${localTime}`);
  }

  private async replaceChange(): Promise<void> {
    const change = this.pick(this.changesIn('waiting').filter(({ parts }) => parts.length === 1));
    const key = change?.parts[0]?.key;
    if (!key || !this.keys((other) => other === key).length) return;
    await this.edit(key);
    const { uid, documentId } = idOf(key);
    const { data } = await send<{ data: { updatedAt: string } }>(this.api, 'GET', pathOf(idOf(key)));
    const time = this.chooseTime();
    const body = { time, savedAt: data.updatedAt, replaces: change.id };
    this.note(`replace ${change.id}`);
    await send(this.api, 'POST', `/schedule/entries/${uid}/${documentId}`, body);
    this.store(await listChanges(this.api), time, [key], change.id);
  }

  /** Cancels a change, or forgets one that the owner has read. */
  private async removeChange(...states: string[]): Promise<void> {
    const change = this.pick(this.changesIn(...states));
    if (!change) return;
    await send(this.api, 'DELETE', `/schedule/${change.id}`);
    this.model.changes = this.model.changes.filter((other) => other !== change);
    this.note(`remove ${change.id}`);
  }

  /** Makes a change whose time has passed, as the owner answers. */
  private async makeAsked(): Promise<void> {
    const change = this.pick(this.changesIn('asking'));
    if (!change) return;
    this.note(`make ${change.id}`);
    await send(this.api, 'POST', `/schedule/${change.id}/make`);
    this.model.make(change, this.now, false);
  }

  private async publishEntry(): Promise<void> {
    const key = this.pick(this.keys(() => true)) ?? HOURS;
    const entry = this.model.entry(key);
    entry.draft[fieldsOf(key)[0]] = this.newText();
    this.note(`publish ${key}: ${JSON.stringify(entry.draft)}`);
    await publishInCms(this.api, idOf(key), toValues(key, entry.draft));
    Object.assign(entry, { shown: { ...entry.draft }, isOn: true });
  }

  private async publishMenu(): Promise<void> {
    const keys = this.unpublished;
    this.note(`publish the menu: ${keys.join()}`);
    await send(this.api, 'POST', '/menu/publish');
    for (const key of keys) {
      const entry = this.model.entry(key);
      Object.assign(entry, { shown: { ...entry.draft }, isOn: true });
    }
  }

  /** Picks a dish, one with a scheduled change if there is one. */
  private pickDish(): string | undefined {
    const planned = this.changesIn('waiting').flatMap(({ parts }) => parts.map(({ key }) => key));
    return (
      this.pick(this.keys((key) => isSide(key) && planned.includes(key))) ?? this.pick(this.keys(isSide))
    );
  }

  /** Takes a dish off the menu, or puts it back with the texts that the site showed last. */
  private async switchDish(): Promise<void> {
    const key = this.pickDish();
    if (!key) return;
    const entry = this.model.entry(key);
    entry.isOn = !entry.isOn;
    entry.shown ??= { ...entry.draft };
    this.note(`${key} is ${entry.isOn ? 'on' : 'off'}`);
    await send(this.api, 'PUT', `/menu/menu-side/items/${key}/shown`, { shown: entry.isOn });
  }

  private async addDish(): Promise<void> {
    if (this.keys(isSide).length >= MAX_SIDES) return this.deleteDish();
    const name = this.newText();
    const { undo } = await send<{ undo: { id: string } }>(this.api, 'POST', '/menu/menu-side/items', {
      name,
    });
    this.model.entries.set(undo.id, { draft: { sideName: name, description: '' }, shown: null, isOn: false });
    this.note(`add ${undo.id}: ${name}`);
  }

  private async deleteDish(): Promise<void> {
    const key = this.pickDish();
    if (!key || this.keys(isSide).length < 3) return;
    this.note(`delete ${key}`);
    const { undo } = await send<{ undo: { deleted: { version: number } } }>(
      this.api,
      'DELETE',
      `/menu/menu-side/items/${key}`,
    );
    this.model.entry(key).deletion = undo.deleted.version;
  }

  private async restoreDish(): Promise<void> {
    const [key, entry] = this.pick([...this.model.entries].filter(([, { deletion }]) => deletion)) ?? [];
    if (!key || !entry) return;
    this.note(`restore ${key}`);
    await send(this.api, 'POST', '/menu/menu-side/restored-items', { version: entry.deletion });
    entry.deletion = undefined;
  }

  private async bringBack(): Promise<void> {
    const key = this.pick(this.keys((other) => other !== HOURS));
    if (!key) return;
    const versions = (await listVersions(this.api, idOf(key))).filter(({ kind }) => kind === 'publish');
    const version = this.pick(versions.slice(0, 5));
    if (!version) return;
    const { content } = await send<VersionSummary & { content: Content }>(
      this.api,
      'GET',
      `/versions/${version.id}`,
    );
    this.note(`bring back ${version.id} of ${key}: ${JSON.stringify(toTexts(key, content))}`);
    await send(this.api, 'POST', `/versions/${version.id}/bring-back`, {});
    const entry = this.model.entry(key);
    const isDraftOpen = Object.keys(entry.draft).some((field) => entry.draft[field] !== entry.shown?.[field]);
    const texts = toTexts(key, content);
    Object.assign(entry, { shown: texts, isOn: true, ...(!isDraftOpen && { draft: { ...texts } }) });
  }

  /** Closes the restaurant for today, or undoes that. */
  private async changeToday(): Promise<void> {
    const { date } = await send<{ date: string }>(this.api, 'GET', '/today');
    const { draft, shown } = this.model.entry(HOURS);
    const field = `day ${date}`;
    const reason = shown?.[field] ? '' : this.newText();
    this.note(`today ${date}: ${reason}`);
    if (reason) await send(this.api, 'PUT', '/today/hours', { closed: true, reason, date });
    else await send(this.api, 'DELETE', `/today/hours?date=${date}`);
    if ((draft[field] ?? '') === (shown?.[field] ?? '')) draft[field] = reason;
    if (shown) shown[field] = reason;
  }

  /** What happens beside the scheduling. */
  private readonly actions = [
    () => this.edit(this.pick(this.keys(() => true)) ?? HOURS),
    () => this.moveChange(),
    () => this.moveChange(),
    () => this.replaceChange(),
    () => this.removeChange('waiting'),
    () => this.removeChange('failed', 'late', 'asking'),
    () => this.makeAsked(),
    () => this.publishEntry(),
    () => this.publishMenu(),
    () => this.switchDish(),
    () => this.switchDish(),
    () => this.addDish(),
    () => this.deleteDish(),
    () => this.restoreDish(),
    () => this.bringBack(),
    () => this.changeToday(),
  ];
  /** The next ones: each happens as often as every other one. */
  private nextActions: (() => Promise<void>)[] = [];

  /** Schedules changes, with other actions between them. */
  private async change(): Promise<void> {
    const { changeCount, changesPerMove, actionsPerChange } = this.options;
    const until = Math.min(this.scheduled + changesPerMove, changeCount);
    while (this.scheduled < until) {
      if (this.below(4)) await this.scheduleEntry();
      else await this.scheduleMenu();
      for (let count = 0; count < actionsPerChange; count += 1) {
        if (this.nextActions.length === 0) this.nextActions = this.shuffle(this.actions);
        await this.nextActions.pop()?.();
      }
    }
    while (this.changesIn('failed', 'late', 'asking').length > MAX_UNREAD)
      await this.removeChange('failed', 'late', 'asking');
    await this.compare();
  }

  /** The times of the waiting changes, in order. */
  private get dueTimes(): number[] {
    const times = this.changesIn('waiting').map(({ due }) => due);
    return [...new Set(times)].sort((one, other) => one - other);
  }

  /** Sets the clock of the running CMS to an instant, and lets the model make what is due. */
  private goTo(now: number): void {
    this.setClock(now);
    this.note('the clock is set');
    this.model.makeDue(now);
  }

  /** Ways in which time passes. */
  private readonly moves: (() => Promise<void>)[] = [
    // Exactly to a time, over those before it.
    async () =>
      this.goTo(this.dueTimes[Math.min(this.below(3), this.dueTimes.length - 1)] ?? this.now + MINUTE),
    // One second before a time, over those before it.
    async () => {
      const [, ...later] = this.dueTimes;
      this.goTo((this.pick(later) ?? this.now + MINUTE) - 1_000);
    },
    // The machine slept for longer than a day.
    async () => this.goTo(this.now + DAY + this.below(40) * HOUR),
    // The clock is wrong by years, and is then a few hours back.
    async () => {
      this.goTo(this.now + 11 * 365 * DAY);
      await this.compare();
      this.goTo(this.now - 11 * 365 * DAY - this.below(20) * HOUR);
    },
    // Killed while it makes changes.
    async () => {
      const before = this.model.list(this.now);
      this.goTo(this.dueTimes[Math.min(2, this.dueTimes.length - 1)] ?? this.now + MINUTE);
      if (!isDeepStrictEqual(this.model.list(this.now), before))
        await expect.poll(() => this.list(), { intervals: [5] }).not.toEqual(before);
      await this.cms?.kill();
      this.note('killed');
      await this.start();
    },
    // Off while changes are due, in another time zone afterwards, and killed while it makes them at its start.
    async () => {
      await this.cms?.stop();
      const others = TIME_ZONES.filter((timeZone) => timeZone !== this.model.timeZone);
      const [before = this.now] = this.dueTimes;
      this.model.follow(this.pick(others) ?? '');
      const [first = this.now, next = first] = this.dueTimes;
      // When the first time is later there, the second before it: nothing is made at the time that it was before.
      const now = first > before ? first - 1_000 : next;
      this.setClock(Math.max(this.now, now));
      const madeBefore = this.model.made.length;
      this.model.makeDue(this.now);
      this.note(`off until now, ${this.model.timeZone}`);
      // Each makes the first change again.
      for (const KILL_BEFORE of this.model.made.length > madeBefore ? KILL_MOMENTS : []) {
        const killed = await this.startProcess({ KILL_BEFORE });
        expect(await killed.exited, killed.output).toMatchObject({ signal: 'SIGKILL' });
        this.note('killed at the start');
      }
      await this.start();
    },
    // Restored from a backup, after the time of a change in it.
    async () => {
      await this.backUp();
      const [passed = this.now] = this.dueTimes;
      await this.removeChange('waiting');
      await this.publishEntry();
      if (!this.backup) return;
      await this.cms?.stop();
      this.setClock(Math.max(this.now, passed) + this.below(10) * HOUR);
      const restored = runScript('restore', this.settings, [this.backup.file, 'replace']);
      expect(restored, this.story).toMatchObject({ status: 0, stderr: '' });
      const { timeZone } = this.model;
      this.model = this.backup.model.copy();
      this.model.startRestored(this.now, timeZone);
      this.note('restored');
      this.lastVersion = 0;
      this.lastVersion = (await this.readVersions()).at(-1)?.id ?? 0;
      await this.start();
    },
  ];

  private async backUp(): Promise<void> {
    const file = join(this.options.scratch, 'backup.tar.gz');
    rmSync(file, { force: true });
    expect(runScript('backup', this.settings, [file]), this.story).toMatchObject({ status: 0, stderr: '' });
    this.backup = { file, model: this.model.copy() };
    this.note('backed up');
  }

  private shuffle<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, rank: this.random.next().value }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ item }) => item);
  }

  /** Makes changes and moves the time until as many changes as wanted were scheduled. */
  async run(): Promise<void> {
    await this.begin();
    while (this.scheduled < this.options.changeCount) {
      for (const move of this.shuffle(this.moves)) {
        await this.change();
        await move();
        await this.compare();
      }
    }
    await this.end();
  }
}
