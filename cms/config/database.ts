import { APPLICATION_NAME, databaseFile, databaseUrl } from '../src/environment/settings';

interface Connection {
  pragma(setting: string): void;
}

const sqlite = () => ({
  client: 'sqlite',
  connection: { filename: databaseFile() },
  useNullAsDefault: true,
  pool: {
    afterCreate(connection: Connection, done: (error: Error | null, connection: Connection) => void) {
      // Readers, such as a backup, don't block writes.
      connection.pragma('journal_mode = WAL');
      // Saved content survives a power failure; better-sqlite3's default, NORMAL, doesn't guarantee this in
      // WAL mode.
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
  const url = databaseUrl();
  return { connection: url ? postgres(url) : sqlite() };
};
