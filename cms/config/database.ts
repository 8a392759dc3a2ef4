import { databaseFile } from '../src/settings';

interface Connection {
  pragma(setting: string): void;
}

export default () => ({
  connection: {
    client: 'sqlite',
    connection: { filename: databaseFile() },
    useNullAsDefault: true,
    pool: {
      afterCreate(connection: Connection, done: (error: Error | null, connection: Connection) => void) {
        // Whoever reads, as a backup does, never keeps a save waiting.
        connection.pragma('journal_mode = WAL');
        // A save is on the disk when she is told so, even if the power fails then; better-sqlite3's own choice is less.
        connection.pragma('synchronous = FULL');
        done(null, connection);
      },
    },
  },
});
