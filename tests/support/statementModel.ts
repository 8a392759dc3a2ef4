/** What the owner has stated about a dish, as the CMS that she used knows it. */
export interface Statement {
  diet: string | null;
  answers: Record<string, string>;
}

/** A statement, and what the owner had before her when she made or confirmed it. */
export interface Claim extends Statement {
  name: string;
  description: string;
  /** How often the site had been restored. */
  restores: number;
}

/** The fields of a dish; `claim` is `undefined` where a CMS without the field has recorded them. */
export interface Fields {
  name: string;
  description: string;
  claim: Claim | null | undefined;
}

/** A dish: `shown` is what the site shows, or showed last while it is off. */
export interface ModelDish {
  draft: Fields;
  shown: Fields | null;
  isOn: boolean;
  isDeleted: boolean;
}

/** What a scheduled change publishes of a dish: the changed fields, and what the site showed then. */
interface Part {
  id: string;
  fields: Partial<Fields>;
  replaced: Fields | null;
  wasOn: boolean;
}

/** What the site has received: the fields of the dishes on the menu by their ids. */
export interface Received {
  dishes: Map<string, Fields>;
  restores: number;
}

/** The diets and the answers that a site of this version shows. */
export const DIETS = ['vegan', 'vegetarian'];
export const ANSWERS = ['contains', 'onRequest', 'free'];
const FIELDS = ['name', 'description', 'claim'] as const;

/** Returns a text that is the same for the same values of a field; databases store the answers in another order. */
function toKey(value: string | Claim | null | undefined): string {
  if (!value || typeof value === 'string') return value ?? '';
  const { diet, answers, name, description, restores } = value;
  return JSON.stringify([diet, Object.entries(answers).sort(), name, description, restores]);
}

const isSame = (one: Fields[keyof Fields], other: Fields[keyof Fields]): boolean =>
  toKey(one) === toKey(other);

const isSameText = (one: Pick<Claim, 'name' | 'description'>, other: typeof one): boolean =>
  one.name.trim() === other.name.trim() && one.description.trim() === other.description.trim();

/**
 * Returns what may and must be shown of a dish, by the issue's own rule: the answers of the newest statement that was published for
 * it, if the owner made or confirmed it for exactly this text, and since the last restore.
 */
export function expectShown({ claim, ...text }: Fields, restores: number): Statement | undefined {
  if (!claim || !isSameText(claim, text) || claim.restores !== restores) return undefined;
  const diet = claim.diet !== null && DIETS.includes(claim.diet) ? claim.diet : null;
  const answers = Object.entries(claim.answers).filter(([, answer]) => ANSWERS.includes(answer));
  return diet || answers.length > 0 ? { diet, answers: Object.fromEntries(answers) } : undefined;
}

/** What the site has to show about allergens and diets after what the owner has done; its fields are never changed in place. */
export class StatementModel {
  dishes = new Map<string, ModelDish>();
  /** What the site showed at each publishing, in order. */
  versions: { id: string; fields: Fields }[] = [];
  changes: { due: number; parts: Part[] }[] = [];
  restores = 0;
  /** Whether the CMS has the field of the statements. */
  hasField = true;

  dish(id: string): ModelDish {
    const dish = this.dishes.get(id);
    if (!dish) throw new Error(`no dish ${id}`);
    return dish;
  }

  private change(id: string, fields: Partial<ModelDish>): void {
    this.dishes.set(id, { ...this.dish(id), ...fields });
  }

  add(id: string, name: string, description: string): void {
    const draft = { name, description, claim: null };
    this.dishes.set(id, { draft, shown: null, isOn: false, isDeleted: false });
  }

  save(id: string, fields: Partial<Fields>): void {
    this.change(id, { draft: { ...this.dish(id).draft, ...fields } });
  }

  /**
   * Saves what the owner states, or `null`, on a screen that shows the allergens of `table`. Her earlier answers about others stay
   * only for the text that they were for: she does not see them.
   */
  state(id: string, claim: Claim | null, table: readonly string[]): void {
    const present = this.dish(id).draft.claim ?? null;
    const base = claim ?? (present && { ...present, diet: null });
    const isForSameText =
      present?.name === base?.name &&
      present?.description === base?.description &&
      present?.restores === base?.restores;
    const stated = Object.entries(claim?.answers ?? {}).filter(([allergen]) => table.includes(allergen));
    const unseen = Object.entries((isForSameText && present?.answers) || {}).filter(
      ([allergen, answer]) => !table.includes(allergen) && ANSWERS.includes(answer),
    );
    const answers = Object.fromEntries([...stated, ...unseen]);
    const isEmpty = !base?.diet && stated.length + unseen.length === 0;
    this.save(id, { claim: base && !isEmpty ? { ...base, answers } : null });
  }

  /** Records what the site shows now, or would show of a dish that is off. */
  private show(id: string, fields: Fields, isOn = true): void {
    const shown = { ...fields, claim: fields.claim ?? null };
    this.change(id, { shown, isOn });
    this.versions.push({ id, fields: { ...shown, claim: this.hasField ? shown.claim : undefined } });
  }

  /** What the site shows of a dish, or showed last. */
  private lastShown(id: string): Fields | undefined {
    const { shown, isOn } = this.dish(id);
    return isOn && shown ? shown : this.versions.findLast((version) => version.id === id)?.fields;
  }

  /** Lists the fields in which a draft differs from what the site shows; those that an earlier CMS lacks don't count. */
  private listChanged(id: string): (keyof Fields)[] {
    const [draft, shown] = [this.dish(id).draft, this.lastShown(id)];
    return this.fields.filter((field) => !isSame(draft[field], shown?.[field]));
  }

  private get fields(): readonly (keyof Fields)[] {
    return FIELDS.filter((field) => this.hasField || field !== 'claim');
  }

  /** Whether *Publish the menu* would change anything of a dish: one that was taken off stays as it is. */
  isChanged(id: string): boolean {
    return this.dish(id).isOn ? this.listChanged(id).length > 0 : !this.lastShown(id);
  }

  /** @param keepsField whether a CMS without the field leaves that of the site as it is, or empties it */
  publish(id: string, keepsField: boolean): void {
    const { draft, shown, isOn } = this.dish(id);
    const unknown = keepsField && isOn ? shown?.claim : null;
    this.show(id, this.hasField ? draft : { ...draft, claim: unknown });
  }

  takeOff(id: string): void {
    this.change(id, { isOn: false });
  }

  /** Shows a version; the draft follows unless it is open. */
  bringBack(id: string, { claim, ...text }: Fields): void {
    const { shown, isOn } = this.dish(id);
    const last = this.lastShown(id);
    // An earlier CMS finds a claim in the version, and none in the draft.
    const isOpen =
      !last || this.listChanged(id).length > 0 || (!this.hasField && !isOn && Boolean(last.claim));
    const returned = this.hasField && claim !== undefined ? { ...text, claim } : text;
    if (!isOpen) this.save(id, returned);
    this.show(id, { claim: isOn ? shown?.claim : null, ...returned });
  }

  putBack(id: string): void {
    const shown = this.lastShown(id);
    if (shown) this.bringBack(id, shown);
  }

  delete(id: string): void {
    const { draft, shown } = this.dish(id);
    const lose = (fields: Fields) => (this.hasField ? fields : { ...fields, claim: null });
    this.change(id, { draft: lose(draft), shown: shown && lose(shown), isDeleted: true });
  }

  restoreDeleted(id: string): void {
    this.delete(id);
    this.change(id, { isDeleted: false });
    const { shown, isOn } = this.dish(id);
    if (shown && isOn) this.show(id, shown);
  }

  /** Returns what publishing the draft of a dish would change on the site now. */
  capture(id: string): Part {
    const { draft, isOn } = this.dish(id);
    const changed = isOn ? this.listChanged(id) : this.fields;
    const fields = Object.fromEntries(changed.map((field) => [field, draft[field]]));
    return { id, fields, replaced: this.lastShown(id) ?? null, wasOn: isOn };
  }

  /** Makes a scheduled change: only what it changed then, over what was published since. */
  make(parts: Part[]): void {
    for (const { id, fields, replaced, wasOn } of parts) {
      const { isOn, isDeleted } = this.dish(id);
      if (isDeleted) continue;
      const shown = this.lastShown(id);
      const isOff = !isOn && (wasOn || (!replaced && shown !== undefined));
      const changed = this.fields.filter(
        (field) => field in fields && !(replaced && shown && isSame(fields[field], replaced[field])),
      );
      const base = shown ?? { name: '', description: '', claim: null };
      const hasClaim = isOn || (this.hasField && (isOff || 'claim' in fields));
      const scheduled = Object.fromEntries(changed.map((field) => [field, fields[field]]));
      this.show(id, { ...base, claim: hasClaim ? base.claim : null, ...scheduled }, !isOff);
    }
  }

  get received(): Received {
    const shown = [...this.dishes].flatMap(([id, { shown, isOn, isDeleted }]) =>
      shown && isOn && !isDeleted ? [[id, this.hasField ? shown : { ...shown, claim: null }] as const] : [],
    );
    return { dishes: new Map(shown), restores: this.restores };
  }

  copy(): StatementModel {
    return Object.assign(new StatementModel(), {
      ...this,
      dishes: new Map(this.dishes),
      versions: [...this.versions],
      changes: [...this.changes],
    });
  }
}
