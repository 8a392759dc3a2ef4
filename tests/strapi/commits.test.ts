import { expect, test, vi } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';

const TABLE = 'commit_test';

test('confirmCommits: a transaction whose COMMIT fails is not taken for one that succeeded @postgres', async () => {
  const { connection } = cms.strapi.db;
  await connection.raw(
    `CREATE TABLE ${TABLE} (id integer PRIMARY KEY, parent integer REFERENCES ${TABLE} (id) DEFERRABLE INITIALLY DEFERRED)`,
  );
  try {
    const onCommit = vi.fn();
    const done = cms.strapi.db.transaction(async (transaction) => {
      transaction.onCommit(onCommit);
      await transaction.trx(TABLE).insert({ id: 1, parent: 99 });
    });
    await expect(done).rejects.toThrow(/foreign key/i);
    expect(onCommit).not.toHaveBeenCalled();
    // Nothing of it is left, and the connection can be used again.
    await cms.strapi.db.transaction(({ trx }) => trx(TABLE).insert({ id: 2, parent: 2 }));
    expect(await connection(TABLE).select()).toEqual([{ id: 2, parent: 2 }]);
  } finally {
    await connection.raw(`DROP TABLE ${TABLE}`);
  }
});

test('onFailedStatement: tells of a statement that fails', async () => {
  const { onFailedStatement } =
    requireCompiled<typeof import('../../cms/src/strapi/commits.ts')>('strapi/commits');
  const report = vi.fn();
  onFailedStatement(cms.strapi, report);
  await expect(cms.strapi.db.connection('no_table').select()).rejects.toThrow(/no_table/);
  expect(report.mock.calls[0]?.[0]).toMatchObject({ message: expect.stringContaining('no_table') });
});

test('wrapFileStorage: wraps what writes the files of pictures', () => {
  // The files of a failed upload are deleted: tests/owner/saved.test.ts shows it.
  expect(cms.strapi.service('plugin::upload.provider').upload).toEqual(expect.any(Function));
});
