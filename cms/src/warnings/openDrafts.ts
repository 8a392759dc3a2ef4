import type { Core } from '@strapi/strapi';
import type { EntryUse } from '../permissions/entryPermissions';
import { toContentManagerPath } from '../shared/content/contentManager';
import { contentTypes, uidOf } from '../shared/content/contentTypes';
import { findNewEntries } from '../site/newEntries';
import type { Warning } from './listWarnings';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_OPEN_DAYS = 7;
/** More sentences than these would hide what else the first screen shows. */
const MAX_SENTENCES = 3;

/** A row of an entry: its draft, or its published version. */
interface Row extends Record<string, unknown> {
  documentId: string;
  updatedAt: string | Date;
  publishedAt: string | Date | null;
}

/** A draft whose words the site doesn't show. */
interface OpenDraft {
  title: string;
  path: string;
  days: number;
  wasPublished: boolean;
}

const timeOf = ({ updatedAt }: Row) => new Date(updatedAt).getTime();

/** Describes an open draft in one sentence. */
function describeDraft({ title, path, days, wasPublished }: OpenDraft): Warning {
  const sentence = wasPublished
    ? `“${title}” was changed ${days} days ago and not published: the site still shows the old words.`
    : `“${title}” was added ${days} days ago and not published: the site doesn’t show it.`;
  return { sentence, link: { label: `Open “${title}”`, path } };
}

/**
 * Warns about the drafts that were left open for a week, the oldest first.
 * @param selectAllowed selects the entries with which the account may do something
 */
export async function warnAboutOpenDrafts(
  strapi: Core.Strapi,
  selectAllowed: (use: EntryUse, rows: Row[]) => Promise<Row[]>,
): Promise<Warning[]> {
  const drafts: OpenDraft[] = [];
  for (const [name, { title, linkLabel }] of Object.entries(contentTypes)) {
    const uid = uidOf(name);
    const fields = title ? [title] : [];
    const select = ['documentId', 'createdAt', 'updatedAt', 'publishedAt', ...fields];
    const stored: Row[] = await strapi.db.query(uid).findMany({ select });
    const rows = await selectAllowed({ uid, actions: ['read', 'publish'], fields }, stored);
    const published = new Map(
      rows.filter(({ publishedAt }) => publishedAt).map((row) => [row.documentId, row]),
    );
    const added = rows.map((row) => ({ ...row, published: published.get(row.documentId) }));
    // Dishes that were taken off on purpose are not left open.
    const addedIds = await findNewEntries(strapi, uid, added);
    for (const draft of rows) {
      const days = Math.floor((Date.now() - timeOf(draft)) / DAY_MS);
      if (draft.publishedAt || days < MAX_OPEN_DAYS) continue;
      const version = published.get(draft.documentId);
      const isOpen = version ? timeOf(draft) > timeOf(version) : addedIds.has(draft.documentId);
      if (!isOpen) continue;
      drafts.push({
        title: String((title && draft[title]) || linkLabel),
        path: toContentManagerPath(uid, draft.documentId),
        days,
        wasPublished: version !== undefined,
      });
    }
  }
  drafts.sort((one, other) => other.days - one.days);
  const more = drafts.length - MAX_SENTENCES;
  return [
    ...drafts.slice(0, MAX_SENTENCES).map(describeDraft),
    ...(more > 0
      ? [{ sentence: `${more} more ${more > 1 ? 'were' : 'was'} changed long ago and not published.` }]
      : []),
  ];
}
