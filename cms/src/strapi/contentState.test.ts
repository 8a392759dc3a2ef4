import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { fakeStrapi } from '../../testing/fakes';
import { type Connection, openSqlite } from '../environment/sqlite';
import { readContentState } from './contentState';

const folder = createTemporaryFolder();
let own: Connection;

const open = () => openSqlite(join(folder, 'strapi.db'));

/** Reads the state as a CMS does whose database connection is this one. */
const readState = () =>
  readContentState(
    fakeStrapi({
      db: {
        dialect: { client: 'sqlite' },
        connection: { raw: async (statement: string) => own.prepare(statement).all() },
      },
    }),
  );

beforeEach(() => {
  own = open();
  own.prepare('PRAGMA journal_mode = WAL').all();
  own.prepare('CREATE TABLE dishes (name TEXT)').run();
  own.prepare("INSERT INTO dishes VALUES ('Soup')").run();
});
afterEach(() => void own.close());

test('the state differs after a change by another process', async () => {
  const before = await readState();
  const other = open();
  other.prepare("UPDATE dishes SET name = 'Pie'").run();
  other.close();
  expect(await readState()).not.toBe(before);
});
