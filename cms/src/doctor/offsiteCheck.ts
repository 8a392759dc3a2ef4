import { getAge } from '../environment/clock';
import type { OffsiteAge } from '../offsite/offsiteStatus';
import { MAX_BACKUP_DAYS } from './dataChecks';
import type { Place } from './findings';

const HOUR_MS = 60 * 60 * 1000;
const WRITE_DOWN =
  'Write down BACKUP_REPOSITORY and BACKUP_PASSWORD on paper or in a password manager, not only on this machine: without them, nobody can read the off-site backups.';

/** Describes how long ago a time was, in hours or days. */
export function describeAge(time: number): string {
  const age = getAge(time);
  if (age === undefined)
    return `in the future (${new Date(time).toISOString().slice(0, 10)}), by a clock that was wrong`;
  const hours = Math.floor(age / HOUR_MS);
  if (hours < 1) return 'less than an hour ago';
  if (hours < 48) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

/**
 * Checks that a recent backup is off-site.
 * @param age `undefined` when off-site backups are not configured, which is no finding
 * @returns the findings, and the line that is printed without any
 */
export function checkOffsite(
  { offsiteCommand }: Pick<Place, 'offsiteCommand'>,
  age: OffsiteAge | undefined,
): { findings: string[]; note: string } {
  if (!age)
    return {
      findings: [],
      note: 'There is no off-site backup: if this machine is lost, its backups are too. To make them, set BACKUP_REPOSITORY and BACKUP_PASSWORD (docs/backups.md).',
    };
  const { status, days } = age;
  const { backupTime, check, failure } = status ?? {};
  const newest = backupTime
    ? `The newest off-site backup was made ${describeAge(backupTime)}`
    : 'There is no off-site backup yet';
  const lastCheck = check
    ? `all data was checked ${describeAge(check.time)}`
    : 'the data was not checked yet';
  const summary = `${newest}; ${lastCheck}.`;
  const findings: string[] = [];
  if (failure)
    findings.push(`The last off-site backup failed ${describeAge(failure.time)}: ${failure.message}.`);
  if (check?.failure)
    findings.push(`The last check of the off-site backups found an error: ${check.failure}.`);
  if (days >= MAX_BACKUP_DAYS && !failure)
    findings.push(`Off-site backups don't run: start them with \`${offsiteCommand}\`.`);
  return {
    findings: findings.length ? [...findings, `${summary} ${WRITE_DOWN}`] : [],
    note: `ok: ${summary} ${WRITE_DOWN}`,
  };
}
