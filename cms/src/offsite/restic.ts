import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BackupError } from '../backups/backupError';
import { compareNames, readNameTime } from '../backups/folders';
import { listExpiredBackups } from '../backups/listExpiredBackups';
import { type OffsiteSettings, readSetting } from '../environment/settings';
import { isRecord } from '../shared/isRecord';
import { parseJson } from '../shared/parseJson';

/** All snapshots have the same host, so that those of a new machine continue those of a lost one. */
const HOST = 'scioto-table';
/** As many as on the machine, so that a lost one takes none of them along. */
const MAX_DAYS = 30;
const MAX_MONTHS = 12;
const MINUTE_MS = 60_000;
const QUICK_TIMEOUT_MS = 5 * MINUTE_MS;
/** A command that moves much data must end some day, so that a connection that hangs is noticed. */
const LONG_TIMEOUT_MS = 24 * 60 * MINUTE_MS;
/** restic may quote a stalled request on each retry, so only the end of its messages is kept. */
const MAX_ERROR_LENGTH = 20_000;

/** The exit code of a backup that lacks files which restic could not read. */
const INCOMPLETE = 3;

/** The error of a restic command that failed: a sentence without a full stop. */
export class ResticError extends BackupError {}

/** A backup in the repository. */
export interface ResticSnapshot {
  id: string;
  /** The name of the daily backup. */
  name: string;
  /** When the daily backup was created, in milliseconds since 1970. */
  time: number;
}

/** Removes the password from an address such as `rest:https://user:password@host/`. */
export const hidePassword = (text: string) => text.replace(/(:\/\/[^/\s:@]+):[^/\s]*@/g, '$1@');

/** Returns the decisive lines of restic's error messages: its last error and what the SSH client has printed. */
function findReason(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      // With --json, new versions print their last error as JSON.
      const value = parseJson(line);
      return isRecord(value) && typeof value.message === 'string' ? value.message : line;
    });
  const decisive = lines.filter((line) => /^(fatal:|subprocess )/i.test(line));
  const reason = decisive.length ? decisive.join(' ') : (lines.at(-1) ?? 'without a message');
  return reason.replace(/^fatal: /i, '');
}

/** Runs the installed `restic` on one repository. */
export class Restic {
  private readonly env: NodeJS.ProcessEnv;

  /**
   * @param signal interrupts the running command, which then removes its lock in the repository
   * @param isReadOnly whether to ignore locks, such as one that a lost machine has left
   */
  constructor(
    settings: OffsiteSettings,
    private readonly signal: AbortSignal,
    private readonly isReadOnly = false,
  ) {
    // In the environment, because other users of the machine can read a command line.
    this.env = {
      ...process.env,
      AWS_SECRET_ACCESS_KEY: readSetting('AWS_SECRET_ACCESS_KEY'),
      RESTIC_REPOSITORY: settings.repository,
      RESTIC_PASSWORD: settings.password,
    };
  }

  /**
   * Runs a command of restic and returns its standard output.
   * @throws ResticError when it fails
   */
  private async run(
    args: string[],
    { cwd = '.', timeout = QUICK_TIMEOUT_MS, ignoresLocks = this.isReadOnly } = {},
  ): Promise<string> {
    this.signal.throwIfAborted();
    const lockOption = ignoresLocks ? ['--no-lock'] : [];
    const child = spawn('restic', [...args, ...lockOption], {
      cwd,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // restic removes its lock when it gets SIGINT; older versions don't when they get SIGTERM.
    const interrupt = () => child.kill('SIGINT');
    const timer = setTimeout(interrupt, timeout);
    this.signal.addEventListener('abort', interrupt);
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_ERROR_LENGTH);
    });
    try {
      const [code]: (number | null)[] = await once(child, 'close');
      if (code === 0) return stdout;
      this.signal.throwIfAborted();
      const reason = findReason(hidePassword(stderr));
      if (code === INCOMPLETE) {
        // The next attempt creates a complete one.
        await this.forgetSnapshot(stdout);
        throw new ResticError(`some files could not be read (${reason})`);
      }
      throw new ResticError(reason);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new ResticError(
          'restic is not installed: install it with `apt-get install restic` or `brew install restic`',
        );
      throw error;
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', interrupt);
    }
  }

  /** Deletes the snapshot that a backup has reported. */
  private async forgetSnapshot(report: string): Promise<void> {
    const summary = parseJson(report.trim().split('\n').at(-1) ?? '');
    if (isRecord(summary) && typeof summary.snapshot_id === 'string')
      await this.run(['forget', summary.snapshot_id]);
  }

  /**
   * Reads the id of the repository.
   * @throws ResticError when there is none at its address, or it can't be opened
   */
  async readId(): Promise<string> {
    // The lock that an interrupted process may have left is removed only after this.
    const config = parseJson(await this.run(['cat', 'config', '--json'], { ignoresLocks: true }));
    return isRecord(config) ? String(config.id) : '';
  }

  /** Creates the repository; fails when there already is one. */
  async createRepository(): Promise<void> {
    await this.run(['init']);
  }

  /** Removes locks that interrupted processes have left; those of running processes stay. */
  async removeStaleLocks(): Promise<void> {
    await this.run(['unlock']);
  }

  /** Lists the backups of this site, newest first; those with a name in the future come last. */
  async listSnapshots(): Promise<ResticSnapshot[]> {
    const list = parseJson(await this.run(['snapshots', '--json', '--host', HOST]));
    return (Array.isArray(list) ? list : [])
      .filter(isRecord)
      .map(({ id, time, tags }) => ({
        id: String(id),
        name: Array.isArray(tags) ? String(tags[0]) : '',
        time: Date.parse(String(time)),
      }))
      .filter(({ name }) => readNameTime(name) !== undefined)
      .sort((one, other) => compareNames(one.name, other.name));
  }

  /** Stores the files of a daily backup's folder. */
  async storeBackup(folder: string, name: string): Promise<void> {
    const [date = '', time = ''] = name.split('_');
    const localTime = `${date} ${time.split('-').slice(0, 3).join(':')}`;
    // The time of the backup, so that a day counts as itself when it is stored later.
    const options = ['--host', HOST, '--tag', name, '--time', localTime, '--json', '--quiet'];
    await this.run(['backup', '.', ...options], { cwd: folder, timeout: LONG_TIMEOUT_MS });
  }

  /** Keeps one backup of each of the last days and months, and deletes the others and the data that only they use. */
  async deleteOldBackups(snapshots: ResticSnapshot[]): Promise<void> {
    // Not by restic's own rule, in which backups from the future would take the place of others.
    const names = listExpiredBackups(
      snapshots.map(({ name }) => name),
      MAX_DAYS,
      MAX_MONTHS,
    );
    const ids = snapshots.filter(({ name }) => names.includes(name)).map(({ id }) => id);
    if (ids.length) await this.run(['forget', ...ids, '--prune', '--quiet'], { timeout: LONG_TIMEOUT_MS });
  }

  /** Reads and verifies all data in the repository. */
  async check(): Promise<void> {
    await this.run(['check', '--read-data', '--quiet'], { timeout: LONG_TIMEOUT_MS });
  }

  /** Returns the size of the files in a backup, in bytes. */
  async readSize(id: string): Promise<number> {
    const stats = parseJson(await this.run(['stats', id, '--mode', 'restore-size', '--json']));
    return isRecord(stats) ? Number(stats.total_size) : 0;
  }

  /** Writes the files of a backup into an empty folder. */
  async fetchBackup(id: string, folder: string): Promise<void> {
    await this.run(['restore', id, '--target', folder], { timeout: LONG_TIMEOUT_MS });
  }
}
