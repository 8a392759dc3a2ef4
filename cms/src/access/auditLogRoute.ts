import type { Core } from '@strapi/strapi';
import { type AuditLogAnswer, type AuditLogLine, queryLines, whereShown } from '../auditLog/auditLog';
import { AUDIT_LOG_PERMISSION } from '../shared/auditLogPermission';
import { findContentType } from '../shared/content/contentTypes';
import { describeTime } from '../site/readVersions';
import { findHeads } from '../site/storedVersions';
import type { VersionHead } from '../site/version';
import { addAdminRoute } from '../strapi/routes';

const PAGE_SIZE = 100;

const toSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Describes a version with the name of its entry, which those of what was taken off or deleted have already. */
async function describeVersion(strapi: Core.Strapi, version: VersionHead): Promise<string> {
  const { uid, documentId, kind, change } = version;
  const { title, linkLabel = uid } = findContentType(uid) ?? {};
  const hasTitle = title !== undefined && kind === 'publish';
  const entry = hasTitle && (await strapi.db.query(uid).findOne({ where: { documentId } }));
  return `${(hasTitle && entry?.[title]) || linkLabel}: ${change}`;
}

/**
 * Reads a page of the audit log, newest first, together with who has published, moved, taken off and deleted what.
 * @param end how many entries are older than the page before this one: unlike their places, that stays when others are added, unless the oldest is deleted
 */
async function readPage(strapi: Core.Strapi, end = Number.POSITIVE_INFINITY): Promise<AuditLogAnswer> {
  const lines: AuditLogLine[] = await queryLines(strapi).findMany({ where: whereShown() });
  // Nobody has made the versions of a start.
  const versions = await findHeads(strapi, { ...whereShown(), author: { $notNull: true } });
  const entries = [...lines, ...versions].sort(
    (a, b) => Date.parse(a.time) - Date.parse(b.time) || a.id - b.id,
  );
  const last = Math.max(0, Math.min(end, entries.length));
  const first = Math.max(0, last - PAGE_SIZE);
  const page = entries.slice(first, last).reverse();
  const describe = async (entry: AuditLogLine | VersionHead) => ({
    key: `${'text' in entry ? 'line' : 'version'} ${entry.id}`,
    time: entry.time,
    when: describeTime(entry.time),
    author: entry.author,
    text: 'text' in entry ? toSentence(entry.text) : await describeVersion(strapi, entry),
    count: 'count' in entry ? entry.count : 1,
  });
  return { lines: await Promise.all(page.map(describe)), older: first };
}

/** Adds the route with which administrators read the audit log. No route changes it. */
export const addAuditLogRoute = (strapi: Core.Strapi): void =>
  addAdminRoute(
    strapi,
    'GET',
    '/audit-log',
    ({ query }) => readPage(strapi, Number(query.before) || undefined),
    AUDIT_LOG_PERMISSION,
  );
