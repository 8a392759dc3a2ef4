import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCommand } from '../../scripts/shared/npmCommand.mjs';
import { ROOT } from '../../scripts/shared/project.mjs';
import { Stack } from '../support/stack.ts';
import { test } from './bench.ts';
import { createRecord, getRounds, median, rotate, type StartFigure, startFigures } from './results.ts';

type Times = Partial<Record<StartFigure, number>>;

async function run(folder: string, [program = '', ...args]: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: join(folder, 'build-data'), STRAPI_TELEMETRY_DISABLED: 'true' };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with code ${code}`);
}

async function measure(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return (performance.now() - start) / 1_000;
}

/** Calls a function with a fresh clone of the last commit, and deletes the clone. */
async function withClone(action: (clone: string) => Promise<Times>): Promise<Times> {
  const folder = mkdtempSync(join(tmpdir(), 'clone-'));
  const clone = join(folder, 'clone');
  await run(folder, ['git', 'clone', '--quiet', ROOT, clone]);
  const times = await action(clone);
  rmSync(folder, { recursive: true });
  return times;
}

async function measureParts(clone: string): Promise<Times> {
  const cms = join(clone, 'cms');
  const install = npmCommand('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
  const packages = await measure(() => run(cms, install));
  const build = await measure(() => run(cms, npmCommand('run', 'build')));
  return { packages, build };
}

async function measureStart(clone: string): Promise<Times> {
  let stack: Stack | undefined;
  const start = await measure(async () => {
    stack = await Stack.start(join(clone, 'data'), '', {}, clone);
  });
  await stack?.stop();
  return { start };
}

test('start: npm start in a fresh clone, and the installation and the build of its CMS alone', async ({
  results,
}) => {
  const rounds: Times[] = [];
  for (let round = 0; round < getRounds(3); round++)
    for (const part of rotate([measureParts, measureStart], round)) rounds.push(await withClone(part));
  results.start = createRecord(startFigures, (figure) =>
    median(
      rounds.flatMap((times) => times[figure] ?? []),
      (seconds) => seconds,
    ),
  );
});
