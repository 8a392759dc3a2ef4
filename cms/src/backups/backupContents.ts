import { BackupError } from './backupError';

// The names in every backup, whether it is a folder or a file.
export const DATABASE = 'strapi.db';
export const PICTURES = 'uploads';
export const VERSION_FILE = 'version.json';
/** The texts of a daily backup, for people: a restore doesn't read them. */
export const WORDS_FILE = 'words.json';

/** The files of a backup that is an archive. */
export const ARCHIVED = [DATABASE, PICTURES, VERSION_FILE];

/** SQLite's journals beside the database in a `…-replaced` folder. */
export const JOURNALS = ['-wal', '-shm', '-journal'].map((suffix) => DATABASE + suffix);

/** The files of a backup beside its pictures, with the most bytes that each may have. */
const MAX_BYTES = new Map([
  ...[DATABASE, ...JOURNALS, WORDS_FILE].map((name) => [name, Number.POSITIVE_INFINITY] as const),
  [VERSION_FILE, 1000],
]);

/** What Strapi names a picture since version 1.0: letters, digits and underscores, and the extension of a format. */
const PICTURE_NAME = /^[\w-]+\.(avif|gif|jpe?g|png|webp)$/i;
/** The longest name that file systems allow; Strapi names no picture longer, but some as long. */
const MAX_NAME_LENGTH = 255;
/** More than three times the largest upload, because a format of a small file can be larger than the file. */
const MAX_PICTURE_BYTES = 100e6;
/** Several thousand photographs with all their formats. */
const MAX_ENTRIES = 100_000;
const MAX_PRINTED_NAME = 80;

/** Whether the media library names a picture file so. */
export const isPictureName = (name: string): boolean =>
  name.length <= MAX_NAME_LENGTH && PICTURE_NAME.test(name);

/** Makes a text of a backup safe to print: short, and without characters that control a terminal. */
export function printable(text: string): string {
  const plain = text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '?');
  return plain.length > MAX_PRINTED_NAME ? `${plain.slice(0, MAX_PRINTED_NAME)}…` : plain;
}

/** A file or folder in a backup. */
export interface BackupEntry {
  /** Its path in the backup, with `/`. */
  path: string;
  kind: 'file' | 'folder' | 'other';
  /** In bytes. */
  size: number;
}

/** Checks that a backup contains nothing else than this site writes into its backups. */
export class ContentsCheck {
  private readonly paths = new Set<string>();

  constructor(private readonly backup: string) {}

  /**
   * Checks the next file or folder.
   * @throws BackupError when this site's backups never contain it
   */
  add({ path, kind, size }: BackupEntry): void {
    // A file system may not distinguish upper and lower case.
    const key = path.toLowerCase();
    if (this.paths.has(key)) this.refuse(path, 'is in it twice');
    this.paths.add(key);
    if (this.paths.size > MAX_ENTRIES) this.refuse(path, 'is one file too many');
    if (kind === 'other') this.refuse(path, 'is a link or a device');
    if (path === PICTURES && kind === 'folder') return;
    const isPicture = path.startsWith(`${PICTURES}/`) && isPictureName(path.slice(PICTURES.length + 1));
    const maxBytes = isPicture ? MAX_PICTURE_BYTES : MAX_BYTES.get(path);
    if (kind === 'folder' || maxBytes === undefined) this.refuse(path, 'does not belong in one');
    if (size > maxBytes) this.refuse(path, 'is too large for one');
  }

  /**
   * Checks that nothing is missing after the last file.
   * @throws BackupError when the backup has no database
   */
  end(): void {
    if (!this.paths.has(DATABASE))
      throw new BackupError(`${this.backup} is not a backup of this site. Nothing was changed.`);
  }

  private refuse(path: string, reason: string): never {
    throw new BackupError(
      `${this.backup} is not a backup of this site: ${printable(path)} ${reason}. Nothing was changed.`,
    );
  }
}
