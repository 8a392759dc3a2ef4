import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder, minorOf, recordedVersions } from '../tests/support/fixtures.ts';
import { ROOT, readVersion } from './shared/settings.mjs';

const MAX_BYTES = 400_000;
const { compare } = new Intl.Collator('en', { numeric: true });

/** The last patch of each minor version up to this one, by CHANGELOG.md. */
function listLastPatches(): string[] {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version);
  const released = [...versions, readVersion()].filter((version) => compare(version, readVersion()) <= 0);
  return [...new Map(released.sort(compare).map((version) => [minorOf(version), version])).values()];
}

test('tests/fixtures has a site of this version, and of the last patch of each minor version before it', () => {
  const missing = listLastPatches().filter((version) => !recordedVersions.includes(version));
  const how = missing.map((version) =>
    version === readVersion()
      ? `There is no recorded site of version ${version}: run "npm run fixture", and commit tests/fixtures.`
      : `There is no recorded site of version ${version}: run "npm run fixture -- FOLDER" with the folder of its source.`,
  );
  expect(how).toEqual([]);
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
