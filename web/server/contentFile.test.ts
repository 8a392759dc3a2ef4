import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { takeErrors } from '../testing/takeErrors.ts';
import { ContentFile } from './contentFile.ts';

vi.mock('node:fs/promises', { spy: true });

const NOW = Date.parse('2026-06-01T00:00:00Z');

/** The cached content of a site of version 1.0.0. */
const VERSION_ONE_CACHE = fileURLToPath(new URL('../../tests/fixtures/site-1.0.0/web', import.meta.url));

const root = createTemporaryFolder();
const folder = join(root, 'web');
const file = () => join(folder, 'sides.json');
const confirmedAt = () => Math.round(statSync(file()).mtimeMs);
const store = () => new ContentFile('sides', folder);
const parse = (text: string): unknown => JSON.parse(text);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW });
  vi.mocked(console.error).mockReturnValue(undefined);
  vi.spyOn(console, 'log').mockReturnValue(undefined);
});

test('a new store loads the saved content and the time of the CMS request that confirmed it', async () => {
  expect(await store().load(parse)).toBeUndefined();
  await store().save('["soup"]', NOW - 300);
  expect(await store().load(parse)).toEqual({
    text: '["soup"]',
    content: ['soup'],
    confirmedAt: expect.closeTo(NOW - 300, 0),
  });
  expect(readdirSync(folder)).toEqual(['sides.json']);
});

test('renames a damaged file, logs it once and saves a new one', async () => {
  await store().save('["soup"]', NOW);
  const damaged = readFileSync(file(), 'utf8').replace('soup', 'soap');
  writeFileSync(file(), damaged);
  const opened = store();
  expect(await opened.load(parse)).toBeUndefined();
  expect(takeErrors()).toEqual([expect.stringContaining(`${file()} is damaged (its checksum is wrong)`)]);
  expect(readFileSync(`${file()}.damaged`, 'utf8')).toBe(damaged);
  await opened.save('["soup"]', NOW);
  expect(await store().load(parse)).toMatchObject({ text: '["soup"]' });
});

const checksum = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
  ['text can’t be parsed by this version', `${checksum('<html>')}\n<html>`],
  ['format is that of a later version', `gzip ${checksum('["soup"]')}\n["soup"]`],
])('neither uses nor changes a file whose %s, and replaces it with the next response', async (_, text) => {
  mkdirSync(folder);
  writeFileSync(file(), text);
  utimesSync(file(), NOW / 1_000 - 60, NOW / 1_000 - 60);
  const opened = store();
  expect(await opened.load(parse)).toBeUndefined();
  expect(readFileSync(file(), 'utf8')).toBe(text);
  expect(vi.mocked(console.log).mock.calls).toEqual([
    [expect.stringContaining(`${file()} is from another version of the site`)],
  ]);
  await opened.save('["stew"]', NOW);
  expect(await store().load(parse)).toMatchObject({ text: '["stew"]' });
});

test('reads a file as version 1.0.0 has written it', async () => {
  const saved = await new ContentFile('sides', VERSION_ONE_CACHE).load(parse);
  expect(saved?.content).toHaveProperty('data');
});

test('logs once that the folder can’t be used, and logs the recovery', async () => {
  writeFileSync(folder, 'a file in place of the folder');
  const opened = store();
  expect(await opened.load(parse)).toBeUndefined();
  expect(takeErrors()).toEqual([expect.stringContaining(`${file()} can't be read (ENOTDIR`)]);
  await opened.save('["soup"]', NOW);
  await opened.save('["stew"]', NOW);
  expect(takeErrors()).toEqual([expect.stringContaining(`${file()} can't be saved (`)]);
  rmSync(folder);
  await opened.save('["stew"]', NOW);
  await opened.save('["roast"]', NOW);
  expect(vi.mocked(console.log).mock.calls).toEqual([[`${file()} is saved again.`]]);
  expect(await store().load(parse)).toMatchObject({ text: '["roast"]' });
});

test('keeps the previous file when the disk is full', async () => {
  const opened = store();
  await opened.save('["soup"]', NOW);
  vi.mocked(rename).mockRejectedValueOnce(new Error('ENOSPC'));
  await opened.save('["stew"]', NOW);
  expect(takeErrors()).toEqual([expect.stringContaining('ENOSPC')]);
  expect(await store().load(parse)).toMatchObject({ text: '["soup"]' });
});

test('does not log failures after it is closed', async () => {
  mkdirSync(file(), { recursive: true });
  const opened = store();
  opened.close();
  await opened.save('["soup"]', NOW);
  expect(takeErrors()).toEqual([]);
});

test('saves the newest text when several are saved at once', async () => {
  const opened = store();
  await Promise.all(['soup', 'stew', 'roast'].map((name, index) => opened.save(`["${name}"]`, NOW + index)));
  expect(await store().load(parse)).toMatchObject({ text: '["roast"]' });
  expect(confirmedAt()).toBe(NOW + 2);
});

test('does not replace newer content that another replica has saved', async () => {
  const [slow, fast] = [store(), store()];
  vi.advanceTimersByTime(2_000);
  await fast.save('["new"]', NOW + 1_000);
  await slow.save('["old"]', NOW);
  expect(await store().load(parse)).toMatchObject({ text: '["new"]' });
  expect(confirmedAt()).toBe(NOW + 1_000);
  await slow.save('["newest"]', NOW + 2_000);
  expect(await store().load(parse)).toMatchObject({ text: '["newest"]' });
});

test('replaces a file whose modification time is in the future', async () => {
  await store().save('["soup"]', NOW);
  utimesSync(file(), NOW / 1_000 + 3_600, NOW / 1_000 + 3_600);
  await store().save('["stew"]', NOW);
  expect(await store().load(parse)).toMatchObject({ text: '["stew"]' });
  expect(confirmedAt()).toBe(NOW);
});

/** Lets a minute pass in which both replicas confirm their content, and returns how many files they have written. */
async function confirmForAMinute(...replicas: [ContentFile, text: string][]): Promise<number> {
  vi.mocked(rename).mockClear();
  for (const [replica, text] of replicas) {
    vi.advanceTimersByTime(60_000 / replicas.length);
    await replica.save(text, Date.now());
  }
  return vi.mocked(rename).mock.calls.length;
}

test('replicas of two versions with different responses don’t replace each other’s file every minute', async () => {
  const [older, newer] = [store(), store()];
  await older.save('["soup"]', Date.now());
  vi.advanceTimersByTime(1_000);
  await newer.save('["soup","new field"]', Date.now());
  for (let minute = 0; minute < 10; minute++)
    expect(await confirmForAMinute([older, '["soup"]'], [newer, '["soup","new field"]'])).toBe(0);
  expect(await store().load(parse)).toMatchObject({ text: '["soup","new field"]' });

  // When the content changes, each saves it once.
  expect(await confirmForAMinute([newer, '["stew","new field"]'], [older, '["stew"]'])).toBe(2);
  expect(await confirmForAMinute([newer, '["stew","new field"]'], [older, '["stew"]'])).toBe(0);
});

test('a replica whose content stays the same replaces the file of another version that no longer runs', async () => {
  const [older, newer] = [store(), store()];
  await newer.save('["soup","new field"]', Date.now());
  vi.advanceTimersByTime(1_000);
  await older.save('["soup"]', Date.now());
  const written = [];
  for (let minute = 0; minute < 4; minute++)
    written.push(await confirmForAMinute([newer, '["soup","new field"]']));
  expect(written.filter((count) => count > 0)).toEqual([1]);
  expect(await store().load(parse)).toMatchObject({ text: '["soup","new field"]' });
});
