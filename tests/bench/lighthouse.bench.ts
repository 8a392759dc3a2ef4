import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm } from '../../scripts/shared/steps.mjs';
import { chromiumSwitches, test } from './bench.ts';
import { categories, median, pagePaths, recordOf } from './results.ts';

const run = promisify(execFile);

const ROUNDS = 3;
const TIMEOUT_MS = 120_000;

/** Lighthouse wants a newer Node than the project does: one comes as a package beside it. */
const PACKAGES = ['--package=node@24.21.0', '--package=lighthouse@13.5.0'];

interface LighthouseReport {
  runtimeError?: { message: string };
  categories: Record<
    (typeof categories)[number],
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

test('Lighthouse’s scores of each page on a phone', async ({ site, mapHost, record }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const switches = ['--headless=new', ...chromiumSwitches, ...mapHost.chromiumSwitches];
  const score = async (address: string) => {
    const file = join(folder, 'report.json');
    const [command = '', ...args] = npm('exec', '--yes', ...PACKAGES, '--', 'lighthouse', address);
    const options = [
      `--chrome-flags=${switches.map((one) => one.replace(/=(.* .*)/, '="$1"')).join(' ')}`,
      `--only-categories=${categories.join(',')}`,
      '--output=json',
      `--output-path=${file}`,
      '--disable-full-page-screenshot',
      '--quiet',
    ];
    const env = { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH };
    await run(command, [...args, ...options], { cwd: folder, env, timeout: TIMEOUT_MS });
    const report: LighthouseReport = JSON.parse(readFileSync(file, 'utf8'));
    if (report.runtimeError) throw new Error(`Lighthouse on ${address}: ${report.runtimeError.message}`);
    for (const loss of losses(report)) console.log(`${new URL(address).pathname} loses by ${loss}`);
    return recordOf(categories, (category) => (report.categories[category].score ?? Number.NaN) * 100);
  };

  const scores = recordOf(pagePaths, (): Awaited<ReturnType<typeof score>>[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const path of pagePaths) scores[path].push(await score(site.address + path));
  await record(
    'lighthouse',
    recordOf(pagePaths, (path) =>
      recordOf(categories, (category) => Math.round(median(scores[path].map((one) => one[category])))),
    ),
  );
  rmSync(folder, { recursive: true });
});

/** The audits that cost a page points. */
function losses({ categories: scored, audits }: LighthouseReport): string[] {
  return Object.values(scored)
    .filter(({ score }) => score !== 1)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`);
}
