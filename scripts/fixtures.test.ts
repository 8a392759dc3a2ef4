import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder, KEPT_VERSIONS, recordedVersions } from '../tests/support/fixtures.ts';
import { readVersion } from './shared/project.mjs';

const MAX_BYTES = 400_000;

test('tests/fixtures has a site of this version and of each version that is kept, and no other', () => {
  const how = `run "npm run fixture", and commit tests/fixtures`;
  expect(recordedVersions, how).toEqual([...new Set([...KEPT_VERSIONS, readVersion()])]);
});

test.each(recordedVersions.filter((version) => version !== '1.0.0'))(
  'the recorded site of version %s has less than 400 KB',
  (version) => {
    const folder = fixtureFolder(version);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect(bytes, `run "npm run fixture" again with smaller pictures, or shorter answers`).toBeLessThan(
      MAX_BYTES,
    );
  },
);
