import { APPLICATION_NAME, getDatabaseFile, readDatabaseUrl } from '../src/environment/settings';

/** The used part of a better-sqlite3 connection. */
interface Connection {
  pragma(statement: string): void;
}

const sqlite = () => ({
  client: 'sqlite',
  connection: { filename: getDatabaseFile() },
  useNullAsDefault: true,
  pool: {
    afterCreate(connection: Connection, done: (error: Error | null, connection: Connection) => void) {
      // With a write-ahead log, readers such as a backup don't block writes.
      connection.pragma('journal_mode = WAL');
      // Guarantees that saved content survives a power failure; in WAL mode, better-sqlite3's default, NORMAL,
      // doesn't.
      connection.pragma('synchronous = FULL');
      done(null, connection);
    },
  },
});

function postgres(url: string) {
  const connection = new URL(url);
  connection.searchParams.set('application_name', APPLICATION_NAME);
  return { client: 'postgres', connection: connection.href };
}

export default () => {
  const url = readDatabaseUrl();
  return { connection: url ? postgres(url) : sqlite() };
};
