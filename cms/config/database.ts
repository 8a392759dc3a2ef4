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
      // Whoever reads, as a backup does, never keeps a save waiting.
      connection.pragma('journal_mode = WAL');
      // A save is on the disk when she is told so, even if the power fails then; better-sqlite3's own choice is less.
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
