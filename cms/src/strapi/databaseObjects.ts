import type { Connection } from '../environment/sqlite';

/** The parts of an SQL statement; anything else, such as a comment or an operator, is the last alternative. */
const TOKEN = /`[^`]*`|"[^"]*"|'[^']*'|\w+|[(),]|\s+|./gs;
const ALLOWED_TOKEN = /^(([`"']).*\2|\w+|[(),]|\s+)$/s;
/** With these, a table or an index contains expressions, which SQLite evaluates later. */
const EXPRESSION_WORDS = new Set(['as', 'check', 'collate', 'default', 'where']);
const TABLE = /^create table [`"]?[a-z_]\w*[`"]?\s*\(/i;
/** An index of plain columns: one of expressions contains more parentheses. */
const INDEX = /^create (unique )?index [`"]?[a-z_]\w*[`"]? on [`"]?[a-z_]\w*[`"]?\s*\([\w\s,`"]+\)$/i;
const OBJECT_NAME = /^[a-z_]\w*$/i;
const AUTOMATIC_INDEX = /^sqlite_autoindex_\w+$/;

/** An object of a SQLite database, as its table `sqlite_master` describes it. */
interface DatabaseObject {
  type: unknown;
  name: unknown;
  sql: unknown;
}

function isPlain(sql: string): boolean {
  const tokens = sql.match(TOKEN) ?? [];
  return tokens.every((token) => ALLOWED_TOKEN.test(token) && !EXPRESSION_WORDS.has(token.toLowerCase()));
}

function isExpected({ type, name, sql }: DatabaseObject): boolean {
  if (type === 'index' && sql === null) return AUTOMATIC_INDEX.test(String(name));
  if (!OBJECT_NAME.test(String(name)) || typeof sql !== 'string' || !isPlain(sql)) return false;
  // Names that begin with sqlite_ are SQLite's own; of those tables, a database of Strapi has only this one.
  if (/^sqlite_/i.test(String(name)) && name !== 'sqlite_sequence') return false;
  return type === 'table' ? TABLE.test(sql) : type === 'index' && INDEX.test(sql);
}

/**
 * Finds an object in a database that is no ordinary table or index, such as a trigger, a view or a virtual table, or contains
 * expressions. Strapi creates none, and SQLite would run them later.
 * @returns its kind and name, which may have any characters
 */
export function findForeignObject(connection: Connection): string | undefined {
  const objects = connection.prepare('SELECT type, name, sql FROM sqlite_master').all();
  const foreign = objects.find(({ type, name, sql }) => !isExpected({ type, name, sql }));
  return foreign && `${foreign.type} ${foreign.name}`;
}
