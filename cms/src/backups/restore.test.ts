import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { readFiles, type SmallSiteEntry, writeFiles, writeSmallDatabase } from '../../testing/smallSite';
import { BackupError } from './backupError';
import { tryToLockData } from './dataLock';
import { restore } from './restore';

const NEWER: SmallSiteEntry = { id: 'home-story-1', title: 'Home: first story block', updatedAt: 2 };
const OLDER: SmallSiteEntry = { ...NEWER, updatedAt: 1 };

const folder = createTemporaryFolder();
const backup = join(folder, 'backup');
const dataFolder = join(folder, 'data');
const inData = (...names: string[]) => join(dataFolder, ...names);
const readSite = () => {
  const { 'cms/lock.db': _, ...files } = readFiles(dataFolder);
  return Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith('backups/')));
};
const listBackups = () => (existsSync(inData('backups')) ? readdirSync(inData('backups')) : []);

/** Writes the site that a restore replaces. */
function writeSite(): void {
  writeSmallDatabase(inData('cms', 'strapi.db'), { homepage: [NEWER] });
  writeFiles(inData('public', 'uploads'), { 'a.png': 'newer', 'added.png': 'added' });
}

beforeEach(() => {
  vi.stubEnv('DATA_DIR', dataFolder);
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('VERSION', '1.9.0');
  writeSmallDatabase(join(backup, 'strapi.db'), { homepage: [OLDER], pictures: ['a.png'], version: '1.9.0' });
  writeFiles(backup, {
    'uploads/a.png': 'older',
    'uploads/small_a.png': 'small',
    'version.json': '{"version":"1.9.0"}',
  });
});

test('replaces the database and the pictures, keeps a copy, and lists what was edited since the backup', async () => {
  writeSite();
  const before = readSite();
  const message = await restore(backup, true);
  const [copy = ''] = listBackups();
  expect(readSite()).toEqual({
    'cms/strapi.db': expect.anything(),
    'public/uploads/a.png': 'older',
    'public/uploads/small_a.png': 'small',
  });
  expect(readFiles(inData('backups', copy))).toEqual({
    'strapi.db': before['cms/strapi.db'],
    'uploads/a.png': 'newer',
    'uploads/added.png': 'added',
  });
  expect(message.split('\n')).toEqual([
    `Restored from ${backup} (created by version 1.9.0): content, 2 picture files, and the accounts with their passwords.`,
    'Everyone has to sign in again. The password links and API tokens of the backup have ended.',
    `The previous data is kept in ${inData('backups', copy)}.`,
    'Edited since that backup:',
    expect.stringMatching(/^ {2}Home: first story block \(19/),
  ]);
});

test('replaces a site only with the word "replace", and its copy brings it back', async () => {
  writeSite();
  const before = readSite();
  await expect(restore(backup, false)).rejects.toThrow(
    /^There is already a site in .*add the word "replace"; the current data is then kept/,
  );
  expect(readSite()).toEqual(before);
  await restore(backup, true);
  const [copy = ''] = listBackups();
  await restore(inData('backups', copy), true);
  expect(readSite()).toEqual({ ...before, 'cms/strapi.db': expect.anything() });
});

test('replaces pictures beside an empty database only with the word "replace", and keeps a copy, which is no backup of a site', async () => {
  writeFiles(inData('public', 'uploads'), { 'a.png': 'newer', 'added.png': 'added', '.gitkeep': '' });
  const before = readSite();
  await expect(restore(backup, false)).rejects.toThrow(
    /^There are already pictures in .*uploads\. .*"replace"/,
  );
  expect(readSite()).toEqual(before);
  expect(listBackups()).toEqual([]);
  expect(await restore(backup, true)).toMatch(/without a database: .* no site in /);
  expect(Object.keys(readSite())).not.toContain('public/uploads/added.png');
  const [copy = ''] = listBackups();
  expect(readFiles(inData('backups', copy))).toEqual({
    'uploads/a.png': 'newer',
    'uploads/added.png': 'added',
  });
  await expect(restore(inData('backups', copy), true)).rejects.toThrow(/is not a backup of this site/);
});

test('keeps a copy of a database that it can’t read', async () => {
  writeFiles(inData(), { 'cms/strapi.db': 'damaged' });
  await restore(backup, true);
  expect(readFiles(inData('backups', listBackups()[0] ?? ''))).toMatchObject({ 'strapi.db': 'damaged' });
});

test.each([
  ['says so when the backup states something about allergens', '{"diet":"vegan"}', true],
  ['says nothing about allergens when what was stated has been taken back', 'null', false],
])('%s', async (_case, dietaryStatement, isSaid) => {
  rmSync(join(backup, 'strapi.db'));
  const side = { id: 'corn', title: 'Sweet corn', dietaryStatement };
  writeSmallDatabase(join(backup, 'strapi.db'), { sides: [side], pictures: ['a.png'] });
  expect((await restore(backup, false)).includes('What is stated about allergens')).toBe(isSaid);
});

test('fills an empty data folder without a copy, and names the pictures that the backup lacks', async () => {
  rmSync(join(backup, 'uploads', 'small_a.png'));
  expect(await restore(backup, false)).toMatch(
    /content, 1 picture files, .*\n.*\nMissing .*: small_a\.png\.$/,
  );
  expect(Object.keys(readSite()).sort()).toEqual(['cms/strapi.db', 'public/uploads/a.png']);
  expect(listBackups()).toEqual([]);
});

test.each([
  ['of the data, when an older version made the backup', '2.0.0', '1.9.0', '2.0.0'],
  ['of the backup, when the data has none', undefined, '1.9.1', '1.9.1'],
])('refuses a newer version %s', async (_, dataVersion, version, required) => {
  rmSync(join(backup, 'strapi.db'));
  writeSmallDatabase(join(backup, 'strapi.db'), { ...(dataVersion && { version: dataVersion }) });
  writeFileSync(join(backup, 'version.json'), JSON.stringify({ version }));
  writeSite();
  const before = readSite();
  const refusal = `The data of ${backup} is of version ${required}, and this is version 1.9.0: update to version ${required} or newer to restore it. Nothing was changed.`;
  await expect(restore(backup, true)).rejects.toThrow(new BackupError(refusal));
  expect(readSite()).toEqual(before);
  expect(listBackups()).toEqual([]);
});

test('accepts older versions, unknown ones, and any when its own is unknown', async () => {
  const restoreVersion = (version: string | null) => {
    rmSync(join(backup, 'strapi.db'));
    writeSmallDatabase(join(backup, 'strapi.db'), {});
    writeFileSync(join(backup, 'version.json'), JSON.stringify({ version }));
    return restore(backup, true);
  };
  for (const version of ['1.8.10', '1.9.0', '0.10.0', null])
    expect(await restoreVersion(version)).toContain('Restored');
  vi.stubEnv('VERSION', '');
  expect(await restoreVersion('98.7.6')).toContain('(created by version 98.7.6)');
});

test('refuses while another process uses the data', async () => {
  writeSite();
  const before = readSite();
  const unlock = tryToLockData('shared');
  await expect(restore(backup, true)).rejects.toThrow(
    /^The CMS is starting, or a backup or another restore is running/,
  );
  expect(readSite()).toEqual(before);
  unlock?.();
});
