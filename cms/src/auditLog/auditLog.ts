import type { Core } from '@strapi/strapi';
import { errorMessage } from '../shared/errorMessage';
import { addModel } from '../strapi/rows';
import { findRequestAuthor } from './accountName';

/** The uid of the model; Strapi's name for the table. */
const MODEL = 'site::audit-log-line';

const HOUR_MS = 60 * 60 * 1000;

/** A line of the audit log: who did what. */
export interface AuditLogLine {
  id: number;
  time: string;
  /** The name of the account; `null` when nobody was signed in. */
  author: string | null;
  /** A sentence without its subject. It never contains a secret or a network address. */
  text: string;
  /** How often it happened in the hour after `time`. */
  count: number;
}

/** Adds the table of the audit log to the database: backups contain it, and no API changes it. */
export function addAuditLogModel(strapi: Core.Strapi): void {
  addModel(strapi, {
    uid: MODEL,
    singularName: 'site_audit_log_line',
    tableName: 'site_audit_log',
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

const query = (strapi: Core.Strapi) => strapi.db.query(MODEL);

/** Stores a line; a failure is only logged, because what the line is about is done without it. */
async function store(strapi: Core.Strapi, line: Pick<AuditLogLine, 'author' | 'text'>): Promise<void> {
  try {
    await query(strapi).create({ data: { ...line, time: new Date(), count: 1 } });
  } catch (error) {
    strapi.log.error(`The audit log lacks a line (${errorMessage(error)}): ${line.text}`);
  }
}

/**
 * Adds a line to the audit log.
 * @param text what was done, as `changed the password of owner@example.com`
 * @param author by default the account that sent the request
 */
export const recordLine = (
  strapi: Core.Strapi,
  text: string,
  author = findRequestAuthor(strapi),
): Promise<void> => store(strapi, { author, text });

/** The failures are stored one after the other, so that many at once are counted in one line. */
let failures = Promise.resolve();

/**
 * Adds a failure to the audit log: within an hour, the same failure is counted in one line, so that nobody can push all other
 * lines out of the log.
 */
export function recordFailure(strapi: Core.Strapi, text: string): Promise<void> {
  failures = failures.then(async () => {
    const time = { $gt: new Date(Date.now() - HOUR_MS) };
    const line: AuditLogLine | null = await query(strapi).findOne({ where: { author: null, text, time } });
    if (!line) return store(strapi, { author: null, text });
    await query(strapi).update({ where: { id: line.id }, data: { count: line.count + 1 } });
  });
  return failures;
}
