import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { drawChart } from './chart.ts';
import { toMarkdown } from './markdown.ts';
import type { Results } from './results.ts';

const PARTS: (keyof Results)[] = ['pages', 'lighthouse', 'server'];
const docsFolder = new URL('../../docs/', import.meta.url);

const formatIntroduction = (machine: string) => `# Bench

\`npm run bench\` compares the site with the "floor", a baseline: a hand-written static page with the same text, pictures, icons and fonts and no script (\`tests/bench/floor.ts\` lists what it contains). The figures are medians of cold loads in Chromium with a phone's viewport (360 × 800, device pixel ratio 2), a latency of 150 ms, a bandwidth of 1.6 Mbps and a CPU slowdown of 4; the three variants alternate within one run. "At once" is the floor with all required packages mounted in one synchronous step.

Times differ between machines; ratios hardly do. This run: ${machine}.

![The tables below as a chart](bench.svg)

`;

/** Prints the results; after a run of all parts, also writes them to docs/ with a chart. */
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
    const missedCount = tables.split('MISSED').length - 1;
    if (tables) console.log(missedCount ? `Targets MISSED: ${missedCount}.` : 'All targets are met.');
    const measured = PARTS.filter((part) => this.results[part]);
    if (status !== 'passed')
      console.log(`Not every part could be measured. Measured: ${measured.join(', ') || 'nothing'}.`);
    if (measured.length < PARTS.length) return;
    const machine = describeMachine();
    writeFileSync(new URL('bench.md', docsFolder), `${formatIntroduction(machine)}${tables}\n`);
    writeFileSync(new URL('bench.svg', docsFolder), drawChart(this.results, machine));
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
