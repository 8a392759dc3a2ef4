import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmCommand } from '../../scripts/shared/steps.mjs';
import { chromiumSwitches, test } from './bench.ts';
import { categories, createRecord, median, pagePaths } from './results.ts';

const run = promisify(execFile);

const ROUNDS = 3;
const TIMEOUT_MS = 120_000;

/** Lighthouse needs a newer Node than this project, so npm installs one with it. */
const PACKAGES = ['--package=node@24.21.0', '--package=lighthouse@13.5.0'];

interface LighthouseReport {
  runtimeError?: { message: string };
  categories: Record<
    (typeof categories)[number],
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

test('measures the Lighthouse scores of each page on a phone', async ({ site, mapHost, record }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const switches = ['--headless=new', ...chromiumSwitches, ...mapHost.chromiumSwitches];
  const measureScores = async (address: string) => {
    const file = join(folder, 'report.json');
    const [command = '', ...args] = npmCommand('exec', '--yes', ...PACKAGES, '--', 'lighthouse', address);
    const options = [
      `--chrome-flags=${switches.map((value) => value.replace(/=(.* .*)/, '="$1"')).join(' ')}`,
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
    for (const audit of failedAudits(report))
      console.log(`${new URL(address).pathname} loses points: ${audit}`);
    return createRecord(categories, (category) => (report.categories[category].score ?? Number.NaN) * 100);
  };

  const scores = createRecord(pagePaths, (): Awaited<ReturnType<typeof measureScores>>[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const path of pagePaths) scores[path].push(await measureScores(site.address + path));
  await record(
    'lighthouse',
    createRecord(pagePaths, (path) =>
      createRecord(categories, (category) =>
        Math.round(median(scores[path].map((round) => round[category]))),
      ),
    ),
  );
  rmSync(folder, { recursive: true });
});

/** Lists the audits that reduce the page's scores. */
function failedAudits({ categories: categoryScores, audits }: LighthouseReport): string[] {
  return Object.values(categoryScores)
    .filter(({ score }) => score !== 1)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`);
}
