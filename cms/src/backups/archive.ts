import { closeSync, createReadStream, futimesSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { create, Parser, type ReadEntry } from 'tar';
import { errorMessage } from '../shared/errorMessage';
import { ARCHIVED, ContentsCheck, DATABASE, PICTURES, VERSION_FILE } from './backupContents';
import { BackupError } from './backupError';
import { checkSpace } from './checkSpace';
import { flushToDisk } from './flushToDisk';

const GZIP_SIGNATURE = '1f8b';
const BLOCK_BYTES = 512;
/** The most bytes that may follow the end of an archive; programs add some kilobytes of zeros. */
const MAX_BYTES_AFTER_END = 1e6;

/**
 * Packs a copy of the data into a `.tar.gz` file. Written to a temporary file and renamed, so that the backup
 * is never partial.
 */
export async function pack(folder: string, file: string): Promise<void> {
  const temporaryFile = `${file}.tmp`;
  try {
    // Pictures are already compressed, so a higher level would take longer without saving space.
    create(
      { sync: true, cwd: folder, file: temporaryFile, gzip: { level: 1 }, portable: true, mode: 0o600 },
      ARCHIVED,
    );
    await flushToDisk(temporaryFile);
    await rename(temporaryFile, file);
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  }
}

const startsWithGzip = (bytes: Buffer) => bytes.toString('hex', 0, 2) === GZIP_SIGNATURE;

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    return startsWithGzip((await handle.read(Buffer.alloc(2), 0, 2, 0)).buffer);
  } finally {
    await handle.close();
  }
}

function decompress(input: Readable): Readable {
  const output = createGunzip();
  input.on('error', (error) => output.destroy(error));
  output.on('close', () => input.destroy());
  return input.pipe(output);
}

/**
 * Parses a tar stream a few kilobytes at a time, however much it contains.
 * @throws Error when it is damaged
 */
async function parse(chunks: AsyncIterable<Buffer>, onEntry: (entry: ReadEntry) => void): Promise<void> {
  const parser = new Parser({ strict: true, zstd: false, onReadEntry: onEntry });
  // Entries of a type that the parser doesn't know: they must be refused too.
  parser.on('ignoredEntry', onEntry);
  let hasEnded = false;
  parser.on('eof', () => {
    hasEnded = true;
  });
  let start: Buffer | undefined = Buffer.alloc(0);
  let bytesAfterEnd = 0;
  for await (const chunk of chunks) {
    if (hasEnded) {
      // The parser would keep them in memory. They are read to the end, because a checksum follows.
      bytesAfterEnd += chunk.length;
      if (bytesAfterEnd > MAX_BYTES_AFTER_END) throw new Error('it continues after its end');
    } else if (!start) parser.write(chunk);
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length < BLOCK_BYTES) continue;
      // The parser would decompress it once more, without a limit.
      if (startsWithGzip(start)) throw new Error('it is compressed twice');
      parser.write(start);
      start = undefined;
    }
  }
  parser.end(start ?? Buffer.alloc(0));
}

/**
 * Reads an archive, and checks each of its files before reading its content.
 * @param onFile receives each file, with its path in the backup, before its content
 * @throws BackupError when the archive is damaged, or has other content than a backup
 */
async function readArchive(file: string, onFile: (path: string, entry: ReadEntry) => void): Promise<void> {
  const check = new ContentsCheck(file);
  const onEntry = (entry: ReadEntry) => {
    const path = entry.path.replace(/^\.\//, '').replace(/\/$/, '');
    const isFolder = entry.type === 'Directory';
    // The folder that was packed, as `tar -C FOLDER .` names it.
    if (!(isFolder && ['', '.'].includes(path))) {
      const isFile = entry.type === 'File' || entry.type === 'OldFile';
      check.add({ path, kind: isFile ? 'file' : isFolder ? 'folder' : 'other', size: entry.size });
      if (isFile) onFile(path, entry);
    }
    entry.resume();
  };
  try {
    // Some browsers decompress what they download.
    const isCompressed = await isGzip(file);
    const input = createReadStream(file);
    await parse(isCompressed ? decompress(input) : input, onEntry);
  } catch (error) {
    // A system error, such as a full disk, is not a damaged backup.
    if (error instanceof BackupError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new BackupError(
      `${file} is damaged, or is not a backup (${errorMessage(error)}). Nothing was changed.`,
    );
  }
  check.end();
}

/** Writes a file of an archive. Synchronous, so that no write continues after an error. */
function writeEntry(path: string, entry: ReadEntry): void {
  const file = openSync(path, 'wx');
  entry.on('data', (bytes) => {
    for (let start = 0; start < bytes.length; ) start += writeSync(file, bytes, start);
  });
  entry.on('end', () => {
    // A later backup recognizes unchanged pictures by their time.
    if (entry.mtime) futimesSync(file, entry.mtime, entry.mtime);
    closeSync(file);
  });
}

/**
 * Unpacks a backup; before that, checks all of it and that there is space for it.
 * @param folder for the database and the version
 * @param picturesParent for the folder of the pictures, which may be in another file system
 * @throws BackupError when the file is damaged, is not a backup, or there is too little space
 */
export async function unpack(file: string, folder: string, picturesParent: string): Promise<void> {
  const getFolder = (path: string) => {
    if (path.startsWith(`${PICTURES}/`)) return picturesParent;
    return [DATABASE, VERSION_FILE].includes(path) ? folder : undefined;
  };
  const needs = new Map<string, number>();
  await readArchive(file, (path, { size }) => {
    const target = getFolder(path);
    if (!target) return;
    needs.set(target, (needs.get(target) ?? 0) + size);
    checkSpace(needs, 'the restore');
  });
  mkdirSync(join(picturesParent, PICTURES), { recursive: true });
  await readArchive(file, (path, entry) => {
    const target = getFolder(path);
    if (target) writeEntry(join(target, path), entry);
  });
}
