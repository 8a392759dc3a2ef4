import { readMailStatus } from '../environment/mailStatus';
import { readSetting } from '../environment/settings';
import { readOffsiteAge } from '../offsite/offsiteStatus';
import { errorMessage } from '../shared/errorMessage';
import { checkProxy } from './addressChecks';
import { checkBackups, checkClock, checkDisks, checkFiles } from './dataChecks';
import type { Findings, Place } from './findings';
import { checkMail } from './mailCheck';
import { checkOffsite } from './offsiteCheck';
import { checkSettings, describeSignIn } from './settingsChecks';

/** Makes a check; its failure is a finding. */
async function attempt(check: () => Findings | Promise<Findings>): Promise<Findings> {
  try {
    return await check();
  } catch (error) {
    return [`This check failed: ${errorMessage(error)}`];
  }
}

/**
 * Checks the installation and its proxy, prints one line for each check or finding, and changes nothing.
 * @returns the exit code: 0 if nothing needs attention, else 1
 */
export async function runDoctor(place: Place): Promise<number> {
  const files = await checkFiles(place);
  const offsite = checkOffsite(place, await readOffsiteAge());
  const mail = readSetting('SMTP_URL') ? checkMail(await readMailStatus()) : undefined;
  const checks: [name: string, check: () => Findings | Promise<Findings>, note?: string][] = [
    ['Disks', checkDisks],
    ['Files', () => files.findings],
    ['Settings', () => checkSettings(place, files.hasSecrets)],
    ['Sign-in', () => [], describeSignIn()],
    ['Mail', () => mail?.findings, mail?.note],
    ['Backups', () => checkBackups(place)],
    ['Off-site', () => offsite.findings, offsite.note],
    ['Clock', () => checkClock(place)],
    // The CMS recognizes a doctor that has its secrets.
    ['Proxy', () => (files.hasSecrets ? checkProxy() : undefined)],
  ];
  const width = Math.max(...checks.map(([name]) => name.length));
  let count = 0;
  for (const [name, check, note = 'ok'] of checks) {
    const findings = await attempt(check);
    if (findings === undefined) continue;
    count += findings.length;
    for (const line of findings.length ? findings : [note]) console.log(`${name.padEnd(width)}  ${line}`);
  }
  console.log(`\n${describeCount(count)}`);
  return count ? 1 : 0;
}

function describeCount(count: number): string {
  if (count === 0) return 'All is well.';
  return count === 1 ? 'One thing needs attention.' : `${count} things need attention.`;
}
