import type { Core } from '@strapi/strapi';
import { errorMessage } from '../shared/errorMessage';
import { addModel } from '../strapi/rows';

/** The uid of the model; Strapi's name for the table. */
const MODEL = 'site::audit-log-line';

export const AUDIT_LOG_TABLE = 'site_audit_log';

const HOUR_MS = 60 * 60 * 1000;
const MAX_AGE_MS = 180 * 24 * HOUR_MS;
const MAX_LINES = 10_000;
/** So few that a clock that is ahead for some hours doesn't empty the log. */
const MAX_DELETED_BY_AGE = 2;

/** A line of the audit log: who did what. */
export interface AuditLogLine {
  id: number;
  time: string;
  /** The e-mail address of the account; `null` when nobody was signed in. */
  author: string | null;
  /** A sentence without its subject. It never contains a secret or a network address. */
  text: string;
  /** How often it happened in the hour after `time`. */
  count: number;
}

/** The response of `/audit-log`: lines, newest first, each with its time by the clock of the restaurant. */
export interface AuditLogAnswer {
  lines: (Omit<AuditLogLine, 'id'> & { key: string; when: string })[];
  /** How many older ones there are. */
  older: number;
}

/** Adds the table of the audit log to the database: backups contain it, and no API changes it. */
export function addAuditLogModel(strapi: Core.Strapi): void {
  addModel(strapi, {
    uid: MODEL,
    singularName: 'site_audit_log_line',
    tableName: AUDIT_LOG_TABLE,
    attributes: {
      id: { type: 'increments' },
      time: { type: 'datetime' },
      author: { type: 'text' },
      text: { type: 'text' },
      count: { type: 'integer' },
    },
    indexes: [{ name: 'site_audit_log_time_index', columns: ['time'] }],
  });
}

export const queryLines = (strapi: Core.Strapi) => strapi.db.query(MODEL);

/** Returns the condition of what is not too old to be shown. */
export const whereShown = () => ({ time: { $gt: new Date(Date.now() - MAX_AGE_MS) } });

/** Deletes the lines that are too many, and slowly those that are too old: by their ids, because a time may be wrong. */
async function deleteExpired(strapi: Core.Strapi): Promise<void> {
  const lines = queryLines(strapi);
  const old = { where: { $not: whereShown() }, orderBy: { id: 'asc' }, limit: MAX_DELETED_BY_AGE };
  const surplus = { orderBy: { id: 'desc' }, offset: MAX_LINES };
  const expired = [...(await lines.findMany(old)), ...(await lines.findMany(surplus))];
  if (expired.length) await lines.deleteMany({ where: { id: { $in: expired.map(({ id }) => id) } } });
}

/**
 * Adds a line, or counts it in the one with the same author and text of the last hour: so nobody can push all other lines out of
 * the log by doing the same again and again.
 */
async function store(strapi: Core.Strapi, line: Pick<AuditLogLine, 'author' | 'text'>): Promise<void> {
  const lines = queryLines(strapi);
  const now = new Date();
  // Not in a line from the future, where a clock was ahead.
  const time = { $gt: new Date(now.getTime() - HOUR_MS), $lte: now };
  const same: AuditLogLine | null = await lines.findOne({ where: { ...line, time } });
  if (same) return lines.update({ where: { id: same.id }, data: { count: same.count + 1 } });
  await lines.create({ data: { ...line, time: now, count: 1 } });
  await deleteExpired(strapi);
}

/** Logs that a line could not be stored: what it is about is done without it. */
const logFailure = (strapi: Core.Strapi, text: string) => (error: unknown) =>
  void strapi.log.error(`The audit log lacks a line (${errorMessage(error)}): ${text}`);

/** Returns the e-mail address of the account that sent the request: unlike its name, its user can't change it without the password. */
const findRequestEmail = (strapi: Core.Strapi): string | null =>
  strapi.requestContext.get()?.state?.user?.email ?? null;

/**
 * Adds a line to the audit log.
 * @param text what was done, as `changed the password of owner@example.com`
 * @param author the e-mail address of an account; by default that of the account that sent the request
 */
export const recordLine = (
  strapi: Core.Strapi,
  text: string,
  author = findRequestEmail(strapi),
): Promise<void> => store(strapi, { author, text }).catch(logFailure(strapi, text));

/** The failures are stored one after the other, so that many at once are counted in one line. */
let failures = Promise.resolve();

/** Adds something that was refused to the audit log. Whoever tried it may not be the user of the account, so it has no author. */
export function recordFailure(strapi: Core.Strapi, text: string): Promise<void> {
  failures = failures.then(() => store(strapi, { author: null, text })).catch(logFailure(strapi, text));
  return failures;
}
