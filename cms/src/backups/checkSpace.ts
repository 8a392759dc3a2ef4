import { statfsSync, statSync } from 'node:fs';
import { BackupError } from './backupError';

const formatMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

/**
 * Checks that there is space for files.
 * @param needs existing folders, several of which may be on one disk, and how many bytes each will receive
 * @param purpose what needs the space
 * @throws BackupError when a disk lacks the space
 */
export function checkSpace(needs: Map<string, number>, purpose: string): void {
  const disks = new Map<number, { folder: string; needed: number }>();
  for (const [folder, bytes] of needs) {
    const { dev } = statSync(folder);
    disks.set(dev, { folder, needed: (disks.get(dev)?.needed ?? 0) + bytes });
  }
  for (const { folder, needed } of disks.values()) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < needed)
      throw new BackupError(
        `The disk of ${folder} has ${formatMegabytes(bavail * bsize)} free, and ${purpose} may need ${formatMegabytes(needed)}. Nothing was changed.`,
      );
  }
}
