import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../shared/isRecord';
import { parseJson } from '../shared/parseJson';
import { getDataPath } from './settings';

/** What became of the latest mails; times in milliseconds since 1970. */
export interface MailStatus {
  sentAt?: number | undefined;
  /** Why the latest mail was not sent; `undefined` when it was. */
  failure?: { time: number; reason: string } | undefined;
}

// A file, because the doctor doesn't open the database; it is about this machine, so no restore replaces it.
const getStatusFile = () => getDataPath(join('cms', 'mail-status.json'));

/** Reads what became of the latest mails; nothing before the first one, or when the file is damaged. */
export async function readMailStatus(): Promise<MailStatus> {
  const value = parseJson(await readFile(getStatusFile(), 'utf8').catch(() => ''));
  if (!isRecord(value)) return {};
  const { sentAt, failure } = value;
  return {
    ...(typeof sentAt === 'number' && { sentAt }),
    ...(isRecord(failure) && { failure: { time: Number(failure.time), reason: String(failure.reason) } }),
  };
}

/**
 * Records that a mail was sent.
 * @param reason why it was not, without an address
 */
export async function recordMail(reason?: string): Promise<void> {
  const time = Date.now();
  const status: MailStatus =
    reason === undefined ? { sentAt: time } : { ...(await readMailStatus()), failure: { time, reason } };
  // The mail is sent all the same, for example on a full disk.
  await writeFile(getStatusFile(), JSON.stringify(status), { mode: 0o600 }).catch(() => {});
}
