import { mkdirSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { readSecrets } from '../environment/secrets';
import { runDoctor } from './doctor';

vi.mock('node:fs/promises', async (importOriginal) => ({ ...(await importOriginal<typeof files>()) }));

const dataDir = createDataFolder();
beforeEach(() => {
  mkdirSync(join(dataDir, 'cms'), { mode: 0o700 });
  readSecrets();
});
afterEach(() => void vi.restoreAllMocks());

test('a check that fails is a finding, and the others are made all the same', async () => {
  vi.spyOn(files, 'statfs').mockRejectedValue(new Error('ENOSYS: function not implemented, statfs'));
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  const place = { backupCommand: 'back it up', offsiteCommand: 'start it', shellPrefix: '' };
  expect(await runDoctor(place)).toBe(1);
  expect(lines.filter((line) => line.includes('failed'))).toEqual([
    'Disks     This check failed: ENOSYS: function not implemented, statfs',
  ]);
  expect(lines).toContain('Files     ok');
});
