import { readOffsiteAge } from '../offsite/offsiteStatus';
import { errorMessage } from '../shared/errorMessage';
import {
  checkAdminAddress,
  checkCms,
  checkContent,
  checkDomain,
  checkProxy,
  checkSite,
  readServerClock,
} from './addressChecks';
import { checkDatabase, checkDataVersion } from './databaseChecks';
import { checkBackups, checkClock, checkDisks, checkFiles } from './dataChecks';
import { checkOffsite } from './offsiteCheck';
import { checkSettings } from './settingsChecks';

/** What differs between npm and containers. */
export interface Place {
  startCommand: string;
  backupCommand: string;
  /** Starts the process that makes the off-site backups. */
  offsiteCommand: string;
  /** What precedes a shell command that must run where the data is. */
  shellPrefix: string;
  /** The path of the file with the settings, which may not exist; `undefined` where it is not among the files of this place. */
  settingsFile?: string;
  /** The URLs of the site and of the CMS for processes in this place. */
  siteUrl: URL;
  adminUrl: URL;
  /** Describes why the site or the CMS can't listen on its port; resolves to `undefined` if it can. */
  findSitePortProblem?: () => Promise<string | undefined>;
  findAdminPortProblem?: () => Promise<string | undefined>;
}

/** One sentence for each thing that needs attention; `undefined` if the check can't be made here. */
export type Findings = string[] | undefined;

/** Makes a check; its failure is a finding. */
async function attempt(check: () => Findings | Promise<Findings>): Promise<Findings> {
  try {
    return await check();
  } catch (error) {
    return [`This check failed: ${errorMessage(error)}`];
  }
}

/**
 * Checks the installation and the running site at once, prints one line for each check or finding, and changes nothing.
 * @returns the exit code: 0 if nothing needs attention, else 1
 */
export async function runDoctor(place: Place): Promise<number> {
  const files = await checkFiles(place);
  const database = checkDatabase(place);
  const siteCheck = files.findings && checkSite(place);
  // Only an installation with secrets can recognize its CMS.
  const cmsCheck = files.hasSecrets ? checkCms(place) : undefined;
  // A check that fails is reported once; those that need its result are not made.
  const site = siteCheck?.catch(() => undefined);
  const cms = cmsCheck?.catch(() => undefined);
  const offsite = checkOffsite(place, await readOffsiteAge());
  const checks: [name: string, findings: Promise<Findings>, note?: string][] = [
    ['Disks', attempt(checkDisks)],
    ['Files', attempt(() => files.findings)],
    ['Settings', attempt(async () => checkSettings(place, await database))],
    ['Database', attempt(async () => (await database).findings)],
    ['Data version', attempt(async () => checkDataVersion(await database))],
    ['Backups', attempt(() => checkBackups(place))],
    ['Off-site', attempt(() => offsite.findings), offsite.note],
    [
      'Clock',
      attempt(async () => {
        const { clock } = await database;
        const answer = (await site)?.answer;
        return checkClock(place, [...(clock ? [clock] : []), ...(answer ? readServerClock(answer) : [])]);
      }),
    ],
    ['CMS', attempt(async () => (await cmsCheck)?.process)],
    ['Site', attempt(async () => (await siteCheck)?.process)],
    ['Content', attempt(async () => checkContent(place, await site))],
    ['SITE_URL', attempt(async () => (await site)?.address)],
    ['ADMIN_URL', attempt(async () => checkAdminAddress(await cms))],
    ['Proxy', attempt(async () => checkProxy((await cms)?.answer))],
    ['DOMAIN', attempt(checkDomain)],
  ];
  const width = Math.max(...checks.map(([name]) => name.length));
  let count = 0;
  for (const [name, pending, note = 'ok'] of checks) {
    const findings = await pending;
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
