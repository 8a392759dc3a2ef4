import type { Core } from '@strapi/strapi';
import type { Transaction } from './databaseLayer';

/** A COMMIT got no answer: what the transaction has changed is stored, or nothing of it. */
export class UncertainCommitError extends Error {}

/** The used part of a better-sqlite3 connection; Postgres' has neither. */
interface Connection {
  inTransaction?: boolean;
  exec?: (sql: string) => void;
}

/**
 * Whether the answer to a COMMIT leaves open what is stored. SQLite says so itself, but for a disk that fails while it writes. Postgres
 * answers with a code; without one, or when it stops (08…, 57P…, 40003), the answer may have been lost.
 */
function isUncertain(client: string, error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (client === 'sqlite') return code.startsWith('SQLITE_IOERR');
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P|40003)/.test(code);
}

/**
 * Makes `strapi.db.transaction` fail when its COMMIT does. Knex tells of that only by a promise that Strapi does not wait for. What
 * follows such a transaction is then not done, and its connection can be used again.
 */
export function confirmCommits(strapi: Core.Strapi): void {
  const { connection, dialect } = strapi.db;
  const { transaction: begin } = connection;
  const confirm = (transaction: Transaction): Transaction => {
    const { commit } = transaction;
    const confirmedCommit = async (value?: unknown) => {
      const native: Connection = await transaction.client.acquireConnection();
      // At once, because after that Knex gives the connection to the next one.
      transaction.client.once('query-error', () => {
        if (native.inTransaction) native.exec?.('ROLLBACK');
      });
      await commit(value);
      try {
        await transaction.executionPromise;
      } catch (error) {
        if (!isUncertain(dialect.client, error)) throw error;
        throw new UncertainCommitError('A COMMIT was not confirmed', { cause: error });
      }
    };
    return Object.assign(transaction, { commit: confirmedCommit });
  };
  const beginConfirmed = async (...args: unknown[]): Promise<unknown> => {
    const transaction: Transaction = await Reflect.apply(begin, connection, args);
    // With a function, Knex waits for the COMMIT itself, and this is what the function has returned.
    return typeof args[0] === 'function' ? transaction : confirm(transaction);
  };
  Object.defineProperty(connection, 'transaction', { value: beginConfirmed, configurable: true });
}

/** Calls a function with the error of each statement that fails, where the statement is run. */
export const onFailedStatement = (strapi: Core.Strapi, report: (error: unknown) => void): void =>
  void strapi.db.connection.on('query-error', report);
