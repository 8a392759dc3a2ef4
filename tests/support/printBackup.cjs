// Prints the records of each table and the checksum of each picture in a backup, the folder named by the first argument. Runs in
// the container of the CMS.
const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const Database = createRequire('/app/package.json')('better-sqlite3');

/**
 * Sorts the keys of an object and of those in it: Postgres stores JSON, and returns columns, in an order of its own.
 * @param {unknown} value
 * @returns {unknown}
 */
function sortKeys(value) {
  if (typeof value === 'string' && /^[[{]/.test(value)) {
    try {
      return sortKeys(JSON.parse(value));
    } catch {
      return value;
    }
  }
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sortKeys(part)]),
  );
}

const folder = process.argv[2];
const database = new Database(`${folder}/strapi.db`, { readonly: true });
/** @type {{ name: string }[]} */
const tables = database
  .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
  .all();
const records = tables.map(({ name }) => {
  /** @type {{ key?: string }[]} */
  const rows = database.prepare(`SELECT * FROM "${name}"`).all();
  // Each restore chooses its id at random, and leaves its line of the audit log to the next start.
  const lasting = rows.filter(({ key }) => key !== 'site_restore' && key !== 'app_audit_log_kept');
  return [name, lasting.map((row) => JSON.stringify(sortKeys(row))).sort()];
});
const pictures = readdirSync(`${folder}/uploads`).map((name) => {
  const content = readFileSync(`${folder}/uploads/${name}`);
  return [name, createHash('sha256').update(content).digest('hex')];
});
console.log(JSON.stringify({ records: Object.fromEntries(records), pictures: Object.fromEntries(pictures) }));
