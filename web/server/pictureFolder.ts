import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { extname, join } from 'node:path';
import { type SendResult, send } from '@fastify/send';
import { findImageType } from '../../cms/src/shared/content/imageSignatures.ts';
import { describeError, FailureLog } from './failureLog.ts';
import type { FetchedPicture } from './fetchPicture.ts';
import { makeStill } from './makeStill.ts';

/** Files that nobody has used lately are deleted while the folder has more than this. */
const MAX_BYTES = 1024 ** 3;
/** Each replica marks the files that its content names as used more often than this. */
const RECENT_USE_MS = 2 * 60 * 60 * 1_000;

/** The parts of a file's name: the checksums of the picture's path, its version, and the checksum of the bytes. */
const FILE_NAME = /^([0-9a-f]{32})-([0-9a-z]+)-([0-9a-f]{64})\.(?:avif|gif|jpe?g|png|webp)$/;

const checksum = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const checksumOfPath = (path: string) => checksum(path).slice(0, 32);

/** A picture on disk. */
export interface PictureFile {
  name: string;
  checksum: string;
  /** Size and time of the file when its checksum was last found right. */
  checked?: Pick<Stats, 'size' | 'mtimeMs'>;
}

/**
 * The site's copies of the CMS's pictures, on disk; replicas of the site may share the folder. A file is named after the
 * picture's path and version and after its own checksum, so that a damaged one is never served. Its modification time is that
 * of the CMS's file, so that it has the same ETag everywhere; its access time is when it was last used.
 */
export class PictureFolder {
  /** The files by the checksum of the picture's path and by version. */
  private readonly files = new Map<string, Map<string, PictureFile>>();
  /** The names of the files that were served since the last cleaning. */
  private readonly used = new Set<string>();
  private readonly readFailures: FailureLog;

  constructor(private readonly folder: string) {
    this.readFailures = new FailureLog(`${folder} can be read again.`);
  }

  /** Lists the files on disk. */
  async load(): Promise<void> {
    for (const name of await this.listNames()) {
      const [, path, version, sum] = FILE_NAME.exec(name) ?? [];
      if (path && version && sum) this.add(path, version, { name, checksum: sum });
    }
  }

  /** Returns the file of one version of a picture. */
  find(path: string, version: string): PictureFile | undefined {
    return this.files.get(checksumOfPath(path))?.get(version);
  }

  /** Returns the file of a picture that was added last, whatever its version. */
  findAny(path: string): PictureFile | undefined {
    return [...(this.files.get(checksumOfPath(path))?.values() ?? [])].at(-1);
  }

  /** Whether a file is on disk and undamaged; it is read once, and again when it has changed. A damaged one is deleted. */
  async isWhole(path: string, version: string): Promise<boolean> {
    const file = this.find(path, version);
    if (!file) return false;
    const stats = await stat(join(this.folder, file.name)).catch(() => undefined);
    return this.check(file, stats);
  }

  /**
   * Prepares the response to a request for a file, which may be conditional or for a part of it.
   * @returns `undefined` when the file is gone or damaged
   */
  async send(request: IncomingMessage, file: PictureFile): Promise<SendResult | undefined> {
    const result = await send(request, file.name, { root: this.folder, index: false, cacheControl: false });
    // The range or the condition of the request can't be met.
    if (result.statusCode === 416 || result.statusCode === 412) return result;
    if (await this.check(file, result.type === 'file' ? result.metadata.stat : undefined)) {
      this.used.add(file.name);
      return result;
    }
    result.stream.destroy();
    return undefined;
  }

  /**
   * Saves a version of a picture, in a temporary file that is renamed, so that readers never see a partial file.
   * @throws Error when the disk is full or fails
   */
  async save(path: string, version: string, { bytes, modifiedAt }: FetchedPicture): Promise<PictureFile> {
    const sum = checksum(bytes);
    // A file is served as what its name ends with, and a picture may replace one of another format at its path.
    const [extension] = findImageType(bytes)?.extensions ?? [extname(path).toLowerCase()];
    const name = `${checksumOfPath(path)}-${version}-${sum}${extension}`;
    await mkdir(this.folder, { recursive: true });
    // Replicas share the folder: each has a temporary file of its own.
    const temporaryFile = join(this.folder, `${name}.${hostname()}.tmp`);
    const handle = await open(temporaryFile, 'w');
    let stats: Stats;
    try {
      await handle.writeFile(bytes);
      await handle.utimes(Date.now() / 1_000, modifiedAt / 1_000);
      await handle.sync();
      stats = await handle.stat();
    } finally {
      await handle.close();
    }
    await rename(temporaryFile, join(this.folder, name));
    const previous = this.find(path, version);
    const file = { name, checksum: sum, checked: stats };
    this.add(checksumOfPath(path), version, file);
    if (previous && previous.name !== name) await this.deleteFile(previous.name);
    return file;
  }

  /** Deletes all versions of a picture. */
  async remove(path: string): Promise<void> {
    const versions = this.files.get(checksumOfPath(path));
    this.files.delete(checksumOfPath(path));
    for (const { name } of versions?.values() ?? []) await this.deleteFile(name);
  }

  /**
   * Marks files as used, and deletes those that were not used for the longest time while the folder is too large. Never deletes
   * a file that was used lately: a replica of another version may name it.
   * @param named the files that the content names
   */
  async clean(named: Iterable<PictureFile>, maxBytes = MAX_BYTES): Promise<void> {
    const now = Date.now();
    for (const { name } of named) this.used.add(name);
    const files: { name: string; size: number; usedAt: number }[] = [];
    for (const name of await this.listNames()) {
      if (!FILE_NAME.test(name) && !name.endsWith('.tmp')) continue;
      const file = join(this.folder, name);
      const stats = await stat(file).catch(() => undefined);
      if (!stats) continue;
      const isUsed = this.used.has(name);
      if (isUsed) await utimes(file, now / 1_000, stats.mtimeMs / 1_000).catch(() => {});
      files.push({ name, size: stats.size, usedAt: isUsed ? now : stats.atimeMs });
    }
    this.used.clear();
    let size = files.reduce((sum, file) => sum + file.size, 0);
    for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
      const isTemporary = file.name.endsWith('.tmp');
      if (now - file.usedAt < RECENT_USE_MS || (size <= maxBytes && !isTemporary)) continue;
      size -= file.size;
      this.forget(file.name);
      await this.deleteFile(file.name);
    }
  }

  private async check(file: PictureFile, stats: Stats | undefined): Promise<boolean> {
    if (stats && file.checked?.size === stats.size && file.checked.mtimeMs === stats.mtimeMs) return true;
    const path = join(this.folder, file.name);
    const bytes = stats && (await readFile(path).catch(() => undefined));
    const isWhole = bytes && checksum(bytes) === file.checksum;
    // Versions before 1.14 stored animated pictures as they were.
    if (isWhole && makeStill(bytes).length === bytes.length) {
      file.checked = stats;
      return true;
    }
    if (bytes && !isWhole) console.error(`${path} is damaged (its checksum is wrong) and is deleted.`);
    this.forget(file.name);
    if (bytes) await this.deleteFile(file.name);
    return false;
  }

  private add(pathChecksum: string, version: string, file: PictureFile): void {
    const versions = this.files.get(pathChecksum) ?? new Map<string, PictureFile>();
    versions.delete(version);
    this.files.set(pathChecksum, versions.set(version, file));
  }

  private forget(name: string): void {
    const [, path = '', version = ''] = FILE_NAME.exec(name) ?? [];
    const versions = this.files.get(path);
    if (versions?.get(version)?.name === name) versions.delete(version);
    if (versions?.size === 0) this.files.delete(path);
  }

  private async listNames(): Promise<string[]> {
    try {
      const names = await readdir(this.folder);
      this.readFailures.logRecovery();
      return names;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
        this.readFailures.logOnce(`${this.folder} can't be read (${describeError(error)}).`);
      return [];
    }
  }

  private async deleteFile(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true }).catch((error) =>
      console.error(`${join(this.folder, name)} can't be deleted (${describeError(error)}).`),
    );
  }
}
