import { isDeepStrictEqual } from 'node:util';
import type { StoredStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { findContradiction } from '../../cms/src/shared/diet/findContradiction.ts';
import { parseLocalTime } from '../../cms/src/shared/hours/zonedTime.ts';

export const TIME_ZONE = 'America/New_York';
const [MINUTE, HOUR] = [60_000, 3_600_000];

/** The texts of an entry; each special day is a field of its own, and the statement about a dish is the text of `toClaim`; that about a drink is empty. */
export type Fields = Record<string, string>;

export interface ModelEntry {
  draft: Fields;
  /** What the site shows, or showed last while the entry is off or deleted; `null` if it never did. */
  shown: Fields | null;
  isOn: boolean;
  isDeleted: boolean;
  versions: Fields[];
}

/** What a planned change publishes of an entry; a dish or drink that comes back or leaves has no fields. */
interface Part {
  key: string;
  fields: Fields;
  /** What the site showed, or showed last, when the change was planned; of an end, what its start has shown. */
  replaced: Fields | null;
  /** Of an end, whether the entry stays on the site. */
  wasOn: boolean;
}

export interface ModelChange {
  scope: 'entry' | 'menu' | 'item' | 'end';
  state: 'waiting' | 'asking' | 'failed' | 'late';
  localTime: string;
  /** When it ends. */
  until?: string | undefined;
  plannedAt: number;
  parts: Part[];
}

/** Returns a text that is the same for the same statement: databases store the answers in another order. */
export function toClaim(statement: StoredStatement | null | undefined): string {
  if (!statement) return '';
  const { diet, answers, confirmedFor } = statement;
  const { name, description, restoreId } = confirmedFor;
  return JSON.stringify({
    diet,
    answers: Object.fromEntries(Object.entries(answers).sort()),
    confirmedFor: { name, description, restoreId },
  });
}

const parseClaim = (claim: string | undefined): StoredStatement | null => (claim ? JSON.parse(claim) : null);

export const omitEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text));

const isForSameWords = (one: StoredStatement, other: StoredStatement): boolean =>
  isDeepStrictEqual(one.confirmedFor, other.confirmedFor);

/** Merges two statements: of what both have changed since `base`, or without `base` of everything, the more careful one counts. */
function mergeClaims(ownClaim: string, otherClaim: string, baseClaim?: string): string {
  const byCare = ['free', 'vegan', 'vegetarian', undefined, 'onRequest', 'contains'];
  if (ownClaim === baseClaim || ownClaim === otherClaim) return otherClaim;
  if (otherClaim === baseClaim) return ownClaim;
  const [own, other, base] = [ownClaim, otherClaim, baseClaim].map((claim) => parseClaim(claim));
  const select = (read: (from: StoredStatement | null | undefined) => string | undefined) => {
    const [ours, theirs, before] = [read(own), read(other), read(base)];
    if (baseClaim !== undefined && theirs === before) return ours;
    const isTheirs =
      baseClaim !== undefined && ours === before && (!own || !other || isForSameWords(own, other));
    return isTheirs || byCare.indexOf(theirs) > byCare.indexOf(ours) ? theirs : ours;
  };
  const ids = Object.keys({ ...own?.answers, ...other?.answers });
  const answers = ids.flatMap((id) => {
    const answer = select((from) => from?.answers[id]);
    return answer ? [[id, answer]] : [];
  });
  const diet = select((from) => from?.diet ?? undefined) ?? null;
  const { confirmedFor } = own ?? other ?? {};
  // Cast: they are made of the values of statements.
  const merged = { diet, answers: Object.fromEntries(answers), confirmedFor } as StoredStatement;
  if (findContradiction(merged)) merged.diet = null;
  return merged.diet || answers.length ? toClaim(merged) : '';
}

/** Changes what a draft had as the site showed it; of a statement that both have changed, the more careful answers count. */
function follow(draft: Fields, shown: Fields, next: Fields): void {
  for (const [field, text] of Object.entries(next)) {
    const [own, before] = [draft[field] ?? '', shown[field] ?? ''];
    if (field === 'claim') draft.claim = mergeClaims(own, text, before);
    else if (own === before) draft[field] = text;
  }
}

export const toInstant = ({ localTime }: Pick<ModelChange, 'localTime'>): number =>
  parseLocalTime(localTime, TIME_ZONE);

const isOpen = ({ state }: Pick<ModelChange, 'state'>): boolean => state === 'waiting' || state === 'asking';

/** What the site, the drafts and the list of planned changes have to be after what owners do, by the rules that they read. */
export class HistoryModel {
  entries = new Map<string, ModelEntry>();
  /** In the order in which they were planned. */
  changes: ModelChange[] = [];
  restoreId: string | null = null;

  entry(key: string): ModelEntry {
    const entry = this.entries.get(key);
    if (!entry) throw new Error(`no entry ${key}`);
    return entry;
  }

  keys(matches: (entry: ModelEntry, key: string) => boolean = () => true): string[] {
    return [...this.entries]
      .filter(([key, entry]) => !entry.isDeleted && matches(entry, key))
      .map(([key]) => key);
  }

  add(key: string, draft: Fields, shown: Fields | null): void {
    const versions = shown ? [{ ...shown }] : [];
    this.entries.set(key, { draft, shown, isOn: shown !== null, isDeleted: false, versions });
  }

  save(key: string, fields: Fields): void {
    Object.assign(this.entry(key).draft, fields);
  }

  discardDraft(key: string): void {
    const entry = this.entry(key);
    entry.draft = { ...entry.shown };
  }

  private show(key: string, fields: Fields, isOn = true): void {
    const entry = this.entry(key);
    Object.assign(entry, { shown: { ...fields }, isOn });
    entry.versions.push({ ...fields });
  }

  /** Shows an entry because somebody wants it to be on the site: a dish or drink that is taken off again stays off. */
  private showAgain(key: string, fields: Fields): void {
    this.endReturn(key);
    this.show(key, fields);
  }

  publish(key: string): void {
    this.showAgain(key, this.entry(key).draft);
  }

  /** The site shows again what was published instead of; the drafts keep their words. */
  undoPublication(parts: Part[]): void {
    for (const { key, fields, replaced } of parts) {
      const { shown, isOn, isDeleted } = this.entry(key);
      const before = Object.keys(fields).map((field) => [field, replaced?.[field] ?? '']);
      if (replaced) this[isOn ? 'showAgain' : 'show'](key, { ...shown, ...Object.fromEntries(before) }, isOn);
      else if (isOn && !isDeleted) Object.assign(this.entry(key), { shown: null, isOn: false });
    }
  }

  /** Returns what the site shows of an entry: a statement only if it is for these words, and confirmed since the last restore. */
  select(key: string): object {
    const { claim, ...words } = this.entry(key).shown ?? {};
    const stated = parseClaim(claim);
    const isConfirmed =
      stated?.confirmedFor.name.trim() === words.name?.trim() &&
      stated?.confirmedFor.description.trim() === words.description?.trim() &&
      stated?.confirmedFor.restoreId === this.restoreId;
    const statement =
      stated && isConfirmed && !findContradiction(stated)
        ? { diet: stated.diet, answers: stated.answers }
        : null;
    return { ...omitEmpty(words), statement };
  }

  /** What *Publish the menu* publishes: dishes and drinks on the menu that have changed, and new ones. */
  listUnpublished(): string[] {
    return this.keys(
      ({ draft, shown, isOn }) => 'claim' in draft && (isOn ? !isDeepStrictEqual(draft, shown) : !shown),
    );
  }

  switch(key: string, isOn: boolean, until?: string): void {
    this.endReturn(key);
    this.putBack(key, isOn);
    if (until) this.addChange('item', until, [{ key, fields: {}, replaced: null, wasOn: false }]);
  }

  private putBack(key: string, isOn: boolean): void {
    const entry = this.entry(key);
    const { draft, shown } = entry;
    // Neither a switch nor a time chooses between what the site showed last and what was stated since.
    const claim = mergeClaims((shown ?? draft).claim ?? '', draft.claim ?? '');
    if (isOn && !entry.isOn) this.show(key, { ...(shown ?? draft), claim });
    entry.isOn = isOn;
  }

  private endReturn(key: string): void {
    this.changes = this.changes.filter((change) => !this.isReturn(change, key));
  }

  private isReturn = (change: ModelChange, key: string): boolean =>
    change.scope === 'item' && isOpen(change) && change.parts[0]?.key === key;

  /** Finds the return of a dish or drink, in a state if one is given. */
  findReturn(key: string, state?: ModelChange['state']): ModelChange | undefined {
    return this.changes.find(
      (change) => this.isReturn(change, key) && (!state || this.stateOf(change, Date.now()) === state),
    );
  }

  delete(key: string): void {
    this.entry(key).isDeleted = true;
  }

  /**
   * Restores what the site showed, or a deleted entry that was off the site (`null`). In the draft, what equalled the site follows; that
   * of a deleted entry comes back as it was.
   */
  bringBack(key: string, fields: Fields | null): void {
    const entry = this.entry(key);
    const { draft, shown, isOn, isDeleted } = entry;
    const hasOwnDraft = !isDeepStrictEqual(draft, shown) || !isOn;
    if (fields && isDeleted && !hasOwnDraft) entry.draft = { ...fields };
    if (fields && !isDeleted && shown) follow(draft, shown, { ...shown, ...fields });
    Object.assign(entry, { isDeleted: false, isOn: false });
    if (fields) this.showAgain(key, fields);
  }

  /** Returns what publishing the draft of an entry would change on the site now; of one that is off, all of it. */
  capture(key: string): Part {
    const { draft, shown, isOn } = this.entry(key);
    const changed = Object.entries(draft).filter(([field, text]) => !isOn || text !== (shown?.[field] ?? ''));
    return { key, fields: Object.fromEntries(changed), replaced: shown && { ...shown }, wasOn: isOn };
  }

  addChange(scope: ModelChange['scope'], localTime: string, parts: Part[], until?: string): void {
    this.changes.push({ scope, state: 'waiting', localTime, until, plannedAt: Date.now(), parts });
  }

  /** Plans when a dish or drink leaves the menu, instead of what was planned. */
  leave(key: string, localTime: string): void {
    const isLeaving = ({ scope, parts: [part], ...change }: ModelChange) =>
      scope === 'end' && isOpen(change) && part?.key === key && !part.wasOn;
    const [leaving] = this.changes.filter(isLeaving).sort((one, other) => toInstant(one) - toInstant(other));
    this.changes = this.changes.filter((change) => change === leaving || !isLeaving(change));
    // With the words that return then.
    if (leaving) Object.assign(leaving, { localTime, state: 'waiting', plannedAt: Date.now() });
    else this.addChange('end', localTime, [{ key, fields: {}, replaced: null, wasOn: false }]);
  }

  /**
   * Plans the end of a change of an entry that the site showed in another way before; returns whether all is as planned: not when it
   * was on the site before its time, so that nothing ends.
   */
  private planEnd(
    key: string,
    { until, plannedAt }: ModelChange,
    shownBefore: Fields | null,
    wasOn: boolean,
    isOn: boolean,
  ): boolean {
    const { shown } = this.entry(key);
    const before = shownBefore && { ...shownBefore };
    const isForSameWords = Object.keys(before ?? {}).every(
      (field) => field === 'claim' || before?.[field] === shown?.[field],
    );
    if (before?.claim !== undefined && isForSameWords)
      before.claim = mergeClaims(before.claim, shown?.claim ?? '');
    const changed = Object.keys(before ?? {}).filter((field) => before?.[field] !== shown?.[field]);
    if (!until) return true;
    if (wasOn && changed.length === 0) {
      const isSame = isDeepStrictEqual(shownBefore, shown);
      const hasEnd = this.changes.some(
        ({ scope, parts, ...change }) => scope === 'end' && isOpen(change) && parts[0]?.key === key,
      );
      return !isOn || !isSame || hasEnd;
    }
    const pick = (from: Fields | null) =>
      Object.fromEntries(changed.map((field) => [field, from?.[field] ?? '']));
    this.addChange('end', until, [{ key, fields: pick(before), replaced: pick(shown), wasOn }]);
    Object.assign(this.changes.at(-1) ?? {}, { plannedAt });
    return true;
  }

  /** Whether the site shows already what it would show after an end. */
  private isEnded({ key, fields, wasOn }: Part): boolean {
    const { shown, isOn, isDeleted } = this.entry(key);
    if (isDeleted) return true;
    if (isOn && !wasOn) return false;
    return Object.entries(fields).every(([field, text]) => text === (shown?.[field] ?? ''));
  }

  /** Shows again what the site showed before a change, unless somebody has changed it since; returns whether there was something to do. */
  private makeEnd(end: ModelChange, part: Part): boolean {
    const { key, fields, replaced, wasOn } = part;
    const { draft, shown, isOn } = this.entry(key);
    let isPassedOn = false;
    for (const other of this.changes)
      for (const later of other === end || other.scope !== 'end' || !isOpen(other) ? [] : other.parts)
        for (const [field, text] of Object.entries(fields))
          if (later.key === key && field in later.fields && later.fields[field] === replaced?.[field]) {
            later.fields[field] = text;
            isPassedOn = true;
          }
    if (this.isEnded(part) || !shown) return true;
    const next = { ...shown };
    for (const [field, text] of Object.entries(fields))
      if (field === 'claim') next.claim = mergeClaims(shown.claim ?? '', text, replaced?.claim ?? '');
      else if (shown[field] === replaced?.[field]) next[field] = text;
    const hasChanged = (isOn && !wasOn) || !isDeepStrictEqual(next, shown);
    if (hasChanged) follow(draft, shown, next);
    if (hasChanged) this.show(key, next, isOn && wasOn);
    return hasChanged || isPassedOn;
  }

  /** What a change is on the owner's screen: she is asked after a day, and when the clock was more than 14 hours ahead. */
  stateOf(change: ModelChange, now: number): ModelChange['state'] {
    const asks = now - toInstant(change) >= 24 * HOUR || change.plannedAt > now + 14 * HOUR;
    return change.state === 'waiting' && asks ? 'asking' : change.state;
  }

  /** Lists the planned changes as the owner's first screen does. */
  list(): (ModelChange & { stored: ModelChange })[] {
    const now = Date.now();
    const isDone = ({ scope, parts }: ModelChange) =>
      parts.every((part) =>
        scope === 'end' ? this.isEnded(part) : scope === 'item' && this.entry(part.key).isDeleted,
      );
    const isShown = (change: ModelChange) => !isOpen(change) || !isDone(change);
    const listed = this.changes
      .filter(isShown)
      .toSorted((one, other) => toInstant(one) - toInstant(other))
      .map((stored) => ({ ...stored, state: this.stateOf(stored, now), stored }));
    const isWaiting = ({ state }: ModelChange) => state === 'waiting';
    return [...listed.filter((change) => !isWaiting(change)), ...listed.filter(isWaiting)];
  }

  private makePart(change: ModelChange, { key, fields, replaced, wasOn }: Part): boolean {
    const { draft, shown, isOn } = this.entry(key);
    const changed = Object.entries(fields).filter(
      ([field, text]) => !replaced || text !== (replaced[field] ?? ''),
    );
    // What is off the site stays off, and comes back with the new words.
    const wasTakenOff = !isOn && (wasOn || (!replaced && shown !== null));
    const next = { ...shown, ...Object.fromEntries(changed) };
    const { claim } = fields;
    if (shown && claim !== undefined)
      next.claim = mergeClaims(claim, shown.claim ?? '', replaced?.claim ?? '');
    if (shown) follow(draft, shown, next);
    if (wasTakenOff) this.show(key, next, false);
    else this.showAgain(key, next);
    return this.planEnd(key, change, shown, isOn || wasTakenOff, isOn);
  }

  make(change: ModelChange, isLate = false): void {
    const isPast = change.until !== undefined && toInstant({ localTime: change.until }) <= Date.now();
    const isMade = (part: Part): boolean => {
      if (change.scope === 'end') return this.makeEnd(change, part);
      const { isDeleted } = this.entry(part.key);
      if (change.scope === 'item') {
        if (!isDeleted) this.putBack(part.key, true);
        return true;
      }
      if (isPast || isDeleted) return false;
      return this.makePart(change, part);
    };
    const isFailed = change.parts.map(isMade).includes(false);
    if (isFailed || isLate) change.state = isFailed ? 'failed' : 'late';
    else this.remove(change);
  }

  remove(change: ModelChange): void {
    this.changes = this.changes.filter((other) => other !== change);
  }

  makeDue(): void {
    const now = Date.now();
    const isDue = (change: ModelChange) => {
      const age = now - toInstant(change);
      return change.state === 'waiting' && age >= 0 && age < 24 * HOUR;
    };
    const due = this.changes.filter(isDue).sort((one, other) => toInstant(one) - toInstant(other));
    for (const change of due) this.make(change, now - toInstant(change) > MINUTE);
  }

  /** Returns the model of a site that is restored from a backup: it asks about what has passed. */
  restore(restoreId: string | null): HistoryModel {
    const restored = Object.assign(this.copy(), { restoreId });
    for (const change of restored.changes)
      if (change.state === 'waiting' && toInstant(change) <= Date.now()) change.state = 'asking';
    return restored;
  }

  copy(): HistoryModel {
    const { entries, changes, restoreId } = this;
    return Object.assign(new HistoryModel(), structuredClone({ entries, changes, restoreId }));
  }
}
