import { isRecord } from '../shared/isRecord';

/** A name that Strapi gives a table, a column, an index or a foreign key. */
const NAME = /^[A-Za-z]\w{0,62}$/;
/** The types of columns that Strapi creates. */
const COLUMN_TYPES = [
  'increments',
  'string',
  'text',
  'json',
  'jsonb',
  'integer',
  'bigInteger',
  'double',
  'float',
  'decimal',
  'date',
  'time',
  'datetime',
  'timestamp',
  'boolean',
];
const COLUMN_OPTIONS = ['primary', 'primaryKey', 'useTz', 'precision'];
const INDEX_TYPES = ['unique', 'primary'];
const ACTIONS = ['CASCADE', 'SET NULL'];

type Check = (value: unknown) => boolean;

const isName: Check = (value) => typeof value === 'string' && NAME.test(value);
const isMissing: Check = (value) => value === undefined || value === null;
const isFlag: Check = (value) => isMissing(value) || typeof value === 'boolean';
const isOneOf =
  (values: string[]): Check =>
  (value) =>
    values.some((allowed) => allowed === value);
const isOptional =
  (check: Check): Check =>
  (value) =>
    isMissing(value) || check(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
/** Checks the properties of an object, which has no others. */
const isObjectOf =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isRecord(value) &&
    Object.keys(value).every((key) => Object.hasOwn(checks, key)) &&
    Object.entries(checks).every(([key, check]) => check(value[key]));

const isOption: Check = (value) => typeof value === 'boolean' || Number.isSafeInteger(value);
/** Strapi passes these to Knex, which writes some of them into SQL statements as they are. */
const isArgument: Check = (value) =>
  value === 'longtext' ||
  Number.isSafeInteger(value) ||
  isObjectOf(Object.fromEntries(COLUMN_OPTIONS.map((name) => [name, isOptional(isOption)])))(value);

const isColumn = isObjectOf({
  name: isName,
  type: isOneOf(COLUMN_TYPES),
  args: isOptional(isListOf(isArgument)),
  // Strapi applies the defaults of attributes itself; one in the database could be any expression.
  defaultTo: isMissing,
  notNullable: isFlag,
  unsigned: isFlag,
  unique: isFlag,
  primary: isFlag,
});

const isIndex = isObjectOf({
  name: isName,
  columns: isListOf(isName),
  type: isOptional(isOneOf(INDEX_TYPES)),
});

const isForeignKey = isObjectOf({
  name: isName,
  columns: isListOf(isName),
  referencedTable: isName,
  referencedColumns: isListOf(isName),
  onDelete: isOptional(isOneOf(ACTIONS)),
  onUpdate: isOptional(isOneOf(ACTIONS)),
});

const isSchema = isObjectOf({
  tables: isListOf(
    isObjectOf({
      name: isName,
      columns: isListOf(isColumn),
      indexes: isListOf(isIndex),
      foreignKeys: isListOf(isForeignKey),
    }),
  ),
});

/** The part of a stored schema that a restore reads itself. */
interface StoredSchema {
  tables: { name: string }[];
}

/** Whether a value is a schema as Strapi stores it: a restore into Postgres, and Strapi's updates, run SQL that is made of it. */
export const isStoredSchema = (value: unknown): value is StoredSchema => isSchema(value);
