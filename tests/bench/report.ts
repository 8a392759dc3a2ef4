import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { toChart } from './chart.ts';
import { toMarkdown } from './markdown.ts';
import type { Results } from './results.ts';

const PARTS: (keyof Results)[] = ['pages', 'lighthouse', 'server'];
const docs = new URL('../../docs/', import.meta.url);

const introduction = (machine: string) => `# Bench

\`npm run bench\` holds the site against a floor: a static page as a careful hand would write it, with the same words, pictures, icons and fonts and no script (\`tests/bench/floor.ts\` says what it has and has not). Medians of cold loads in Chromium on a phone's screen (360 × 800, twice the pixels), 150 ms and 1.6 Mbps a request, processor slowed down 4 times; the three variants take turns within one run. "At once" is the floor with all required packages mounted in one go.

Times drift from machine to machine, the ratios hardly. This run: ${machine}.

![The tables below as a chart](bench.svg)

`;

/** Prints what the parts have measured; after a run of all of them writes it to docs/, with its chart. */
// biome-ignore lint/style/noDefaultExport: Playwright wants a reporter as the default export
export default class Report implements Reporter {
  private readonly results: Results = {};

  onTestEnd(_test: TestCase, { attachments }: TestResult): void {
    for (const { name, body } of attachments)
      if (PARTS.some((part) => part === name) && body)
        Object.assign(this.results, { [name]: JSON.parse(body.toString()) });
  }

  onEnd({ status }: FullResult): void {
    const tables = toMarkdown(this.results);
    console.log(`\n${tables}\n`);
    const missed = tables.split('MISSED').length - 1;
    if (tables) console.log(missed ? `Targets MISSED: ${missed}.` : 'Every target is met.');
    const measured = PARTS.filter((part) => this.results[part]);
    if (status !== 'passed')
      console.log(`Something could not be measured. Measured: ${measured.join(', ') || 'nothing'}.`);
    if (measured.length < PARTS.length) return;
    const machine = describeMachine();
    writeFileSync(new URL('bench.md', docs), `${introduction(machine)}${tables}\n`);
    writeFileSync(new URL('bench.svg', docs), toChart(this.results, machine));
  }
}

function describeMachine(): string {
  const chromium = execFileSync(process.env.CHROMIUM_PATH ?? 'chromium', ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const version = /\d+/.exec(chromium)?.[0] ?? '';
  return `${cpus().length} cores, Node ${process.versions.node}, Chromium ${version}`;
}
