import { readFileSync } from 'node:fs';
import { isSame, listChangedFields } from '../../cms/src/content/compareContent.ts';
import { type Content, omitPosition, restoreContent, toContent } from '../../cms/src/content/entryContent.ts';
import { selectShown } from '../../cms/src/dishes/selectShown.ts';
import { findUnknownAllergen, keepRemovedAllergens } from '../../cms/src/menu/removedAllergens.ts';
import { mergeContent } from '../../cms/src/schedule/mergeContent.ts';
import type { ItemText } from '../../cms/src/shared/content/itemText.ts';
import { parseStoredStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { findContradiction } from '../../cms/src/shared/diet/findContradiction.ts';

/** What the functions of the CMS need of Strapi: the attributes of a content type. */
type Strapi = Parameters<typeof toContent>[0];
type Attributes = Record<string, { type: string }>;

export const DISH_UID = 'api::menu-entree.menu-entree';
const FIELD = 'dietaryStatement';
const NEW: Content = { position: 10, [FIELD]: null };

const { attributes }: { attributes: Attributes } = JSON.parse(
  readFileSync(
    new URL('../../cms/src/api/menu-entree/content-types/menu-entree/schema.json', import.meta.url),
    'utf8',
  ),
);
const { [FIELD]: _, ...attributesBefore } = attributes;

// Cast: those functions read nothing else of Strapi, because a dish has no pictures.
const createStrapi = (own: Attributes) => ({ getModel: () => ({ attributes: own }) }) as unknown as Strapi;

/** A version of the CMS: before the field of the statements was added, this one, or one that knows more answers. */
export type CmsVersion = 'earlier' | 'this' | 'later';
const strapis: Record<CmsVersion, Strapi> = {
  earlier: createStrapi(attributesBefore),
  this: createStrapi(attributes),
  later: createStrapi(attributes),
};

/** The rows of a dish. */
interface Row {
  draft: Content | null;
  published: Content | null;
  /** What was deleted with the dish. */
  deleted: { draft: Content | null; published: Content | null } | null;
}

/** A dish of a scheduled change, as `ScheduledEntry` has it. */
interface Entry {
  id: string;
  content: Content;
  replaced: Content | null;
  wasShown: boolean;
}

const toText = ({ entreeName, description }: Content): ItemText => ({
  name: String(entreeName ?? ''),
  description: String(description ?? ''),
});

/**
 * The dishes of a CMS without Strapi and its database: the rows, and the ways in which the content of one gets into another. What
 * the product has as functions of contents is called, not written again.
 */
export class MemoryCms {
  version: CmsVersion = 'this';
  restoreId: string | null = null;
  rows = new Map<string, Row>();
  versions: { id: string; content: Content }[] = [];
  changes: { due: number; entries: Entry[] }[] = [];

  private get strapi(): Strapi {
    return strapis[this.version];
  }

  row(id: string): Row {
    const row = this.rows.get(id);
    if (!row) throw new Error(`no dish ${id}`);
    return row;
  }

  private change(id: string, row: Partial<Row>): void {
    this.rows.set(id, { ...this.row(id), ...row });
  }

  add(id: string, entreeName: string, description: string): void {
    const draft = { ...NEW, entreeName, description };
    this.rows.set(id, { draft, published: null, deleted: null });
  }

  save(id: string, values: Content): void {
    this.change(id, { draft: { ...this.row(id).draft, ...values } });
  }

  /**
   * Saves a statement, as the route does that this version has.
   * @returns whether it was accepted
   */
  state(id: string, statement: unknown, seen: unknown): boolean {
    const present = this.row(id).draft?.[FIELD];
    if (this.version === 'earlier') return false;
    if (!isSame(parseStoredStatement(present), parseStoredStatement(seen))) return false;
    const known = parseStoredStatement(statement) ?? null;
    if (known && findContradiction(known)) return false;
    if (this.version === 'later') {
      this.save(id, { [FIELD]: statement });
      return true;
    }
    const before = parseStoredStatement(present) ?? null;
    if (findUnknownAllergen(known, before) !== undefined) return false;
    this.save(id, { [FIELD]: keepRemovedAllergens(known, before) });
    return true;
  }

  private read = (row: Content | null): Content => omitPosition(toContent(this.strapi, DISH_UID, row ?? {}));

  /** What the site shows of a dish, or showed last; `undefined` when it never did. */
  private lastShown(id: string): Content | undefined {
    const { published } = this.row(id);
    return published ? this.read(published) : this.versions.findLast((version) => version.id === id)?.content;
  }

  /** Whether *Publish the menu* would change anything of a dish. */
  isChanged(id: string): boolean {
    const { draft, published } = this.row(id);
    if (!draft) return false;
    if (!published) return !this.lastShown(id);
    return listChangedFields(this.read(draft), this.read(published)).length > 0;
  }

  /** @param keepsField whether an earlier version leaves the field of the published row as it is, or empties it */
  publish(id: string, keepsField: boolean): void {
    const { draft, published } = this.row(id);
    const content = toContent(this.strapi, DISH_UID, draft ?? {});
    const unknown = this.version === 'earlier' ? { [FIELD]: (keepsField && published?.[FIELD]) || null } : {};
    this.show(id, { ...content, ...unknown });
  }

  private show(id: string, published: Content): void {
    this.change(id, { published });
    this.versions.push({ id, content: this.read(published) });
  }

  takeOff(id: string): void {
    this.change(id, { published: null });
  }

  private restoreValues = async (content: Content): Promise<Content> =>
    (await restoreContent(this.strapi, DISH_UID, content)).values;

  async bringBack(id: string, content: Content): Promise<void> {
    const { draft, published } = this.row(id);
    const shown = this.lastShown(id);
    const values = await this.restoreValues(omitPosition(content));
    const isOpen = !shown || !isSame(this.read(draft), shown);
    if (!isOpen) this.save(id, values);
    this.show(id, { ...(published ?? NEW), ...values });
  }

  /** Puts a dish back as the site showed it last. */
  async putBack(id: string): Promise<void> {
    const newest = this.versions.findLast((version) => version.id === id);
    if (newest) await this.bringBack(id, newest.content);
  }

  delete(id: string): void {
    const { draft, published } = this.row(id);
    const [one, other] = [draft, published].map(
      (content) => content && toContent(this.strapi, DISH_UID, content),
    );
    const deleted = { draft: one ?? null, published: other ?? null };
    this.change(id, { draft: null, published: null, deleted });
  }

  async restoreDeleted(id: string): Promise<void> {
    const { deleted } = this.row(id);
    const [draft, published] = await Promise.all(
      [deleted?.draft ?? null, deleted?.published ?? null].map(
        async (content) => content && { [FIELD]: null, ...(await this.restoreValues(content)) },
      ),
    );
    this.change(id, { draft: draft ?? null, deleted: null });
    if (published) this.show(id, published);
  }

  /** Reads what publishing the draft of a dish would change on the site now. */
  capture(id: string): Entry {
    const { draft, published } = this.row(id);
    const content = this.read(draft);
    const names = published ? listChangedFields(content, this.read(published)) : Object.keys(content);
    const pick = (from: Content) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
    const shown = this.lastShown(id);
    return { id, content: pick(content), replaced: shown ? pick(shown) : null, wasShown: published !== null };
  }

  /** Makes a scheduled change, as `publishScheduledEntry` does. */
  async make(entries: Entry[]): Promise<void> {
    for (const { id, content, replaced, wasShown } of entries) {
      const { draft, published } = this.row(id);
      if (!draft) continue;
      const shown = this.lastShown(id);
      const isOff = !published && (wasShown || (!replaced && shown !== undefined));
      const merged =
        replaced && shown ? { ...(isOff && shown), ...mergeContent(replaced, content, shown) } : content;
      const values = await this.restoreValues(omitPosition(merged));
      this.show(id, { ...(published ?? NEW), ...values });
      if (isOff) this.takeOff(id);
    }
  }

  /** Returns the response to the query of the site. */
  respond(status: 'published' | 'draft' = 'published'): string {
    const data = [...this.rows].flatMap(([documentId, row]) => {
      const content = row[status];
      if (!content) return [];
      const { [FIELD]: stored, ...fields } = content;
      if (this.version === 'earlier') return [{ documentId, ...fields }];
      const confirmed = selectShown(stored, toText(content), this.restoreId);
      // Cast: a later version stores an object.
      const raw =
        this.version === 'later' && confirmed ? { ...(stored as object), confirmedFor: undefined } : {};
      return [{ documentId, ...fields, [FIELD]: confirmed ? { ...confirmed, ...raw } : null }];
    });
    return JSON.stringify({ data });
  }

  copy(): MemoryCms {
    return Object.assign(new MemoryCms(), {
      version: this.version,
      restoreId: this.restoreId,
      rows: new Map(this.rows),
      versions: [...this.versions],
      changes: [...this.changes],
    });
  }
}
