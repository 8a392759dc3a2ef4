import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { npmCommand } from '../../scripts/shared/npmCommand.mjs';
import { test } from './bench.ts';
import { categories, createRecord, getRounds, median, pagePaths, type Scores } from './results.ts';

const MAX_REPORT_BYTES = 50_000_000;

/** Lighthouse needs a newer Node than this project, so npm installs one with it. */
const PACKAGES = ['--package=node@24.21.0', '--package=lighthouse@13.5.0'];

interface LighthouseReport {
  runtimeError?: { message: string };
  categories: Record<keyof Scores, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

test('lighthouse: the scores of each page on a phone', async ({ stack, launchOptions, results }) => {
  const scores = createRecord(pagePaths, (): Scores[] => []);
  for (let round = 0; round < getRounds(3); round++)
    for (const path of pagePaths)
      scores[path].push(await measureScores(stack.site + path, launchOptions.args ?? []));
  results.lighthouse = createRecord(pagePaths, (path) =>
    createRecord(categories, (category) => Math.round(median(scores[path], (score) => score[category]))),
  );
});

/** Runs Lighthouse with its default settings, which are a phone's, and prints the audits that reduce a score. */
async function measureScores(address: string, switches: string[]): Promise<Scores> {
  const quoted = switches.map((flag) => flag.replace(/=(.* .*)/, '="$1"')).join(' ');
  const [command = '', ...args] = npmCommand('exec', '--yes', ...PACKAGES, '--', 'lighthouse', address);
  const options = [
    ...['--output=json', '--quiet', '--disable-full-page-screenshot'],
    ...[`--only-categories=${categories.join(',')}`, `--chrome-flags=--headless=new ${quoted}`],
  ];
  const { stdout } = await promisify(execFile)(command, [...args, ...options], {
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH },
    timeout: 120_000,
    maxBuffer: MAX_REPORT_BYTES,
  });
  const { runtimeError, categories: measured, audits }: LighthouseReport = JSON.parse(stdout);
  if (runtimeError) throw new Error(`Lighthouse on ${address}: ${runtimeError.message}`);
  for (const { id, weight } of Object.values(measured).flatMap(({ auditRefs }) => auditRefs)) {
    const audit = audits[id];
    if (weight > 0 && audit && (audit.score ?? 1) < 1)
      console.log(`${new URL(address).pathname} loses points: ${audit.title} ${audit.displayValue ?? ''}`);
  }
  return createRecord(categories, (category) => (measured[category].score ?? Number.NaN) * 100);
}
