import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('npm run check rejects replaced terms and names the line and the present term', () => {
  const folder = mkdtempSync(join(tmpdir(), 'language-'));
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  const check = () => run(process.execPath, 'scripts/checkLanguage.mjs');
  try {
    cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
    expect(run('git', 'init', '--quiet').status).toBe(0);
    mkdirSync(join(folder, 'web'));
    writeFileSync(join(folder, 'web', 'a.ts'), '// Fetches.\nuseContent();\n');
    expect(check()).toMatchObject({ status: 0, stderr: '' });

    const oldTerm = ['use', 'Words'].join('');
    writeFileSync(join(folder, 'web', 'a.ts'), `// Fetches.\n${oldTerm}();\n`);
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toContain(`web/a.ts:2: ${oldTerm}();`);
    expect(stderr).toContain('use: useContent');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
