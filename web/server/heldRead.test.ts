// @vitest-environment node
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldRead } from './heldRead.ts';

vi.mock('node:fs/promises', { spy: true });

const MINUTE_MS = 60_000;
const MONTHS_AGO = Date.parse('2026-01-01T00:00:00Z');
const NOW = Date.parse('2026-06-01T00:00:00Z');

let folder = '';
let saved = '';
const opened: HeldRead[] = [];
const file = () => join(folder, 'sides.json');
const confirmedOnDisk = () => Math.round(statSync(file()).mtimeMs);

/** Waits for what is done in the background, without moving the tests' clock as vi.waitFor would. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A cached query of a CMS that always has the same answer. */
async function open(): Promise<HeldRead> {
  const read = new HeldRead('sides', { cmsUrl: new URL('http://cms.example'), held: folder });
  opened.push(read);
  await read.open();
  return read;
}

/** Revalidates as the first request does after this much time. */
async function revalidate(read: HeldRead, afterMs = 0): Promise<void> {
  vi.advanceTimersByTime(afterMs);
  await read.refresh();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cache-'));
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW });
  vi.stubGlobal('fetch', async () => new Response('{"data":[]}'));
  // A first start writes the file.
  await open();
  await until(() => existsSync(file()));
  saved = readFileSync(file(), 'utf8');
  utimesSync(file(), MONTHS_AGO / 1_000, MONTHS_AGO / 1_000);
});

afterEach(() => {
  for (const read of opened.splice(0)) read.close();
  vi.useRealTimers();
  vi.mocked(utimes).mockClear();
  rmSync(folder, { recursive: true });
});

test('records the first confirmation of unchanged content at once, and later ones once a minute', async () => {
  const read = await open();
  expect(read.age).toBe((NOW - MONTHS_AGO) / 1_000);
  await revalidate(read);
  await until(() => confirmedOnDisk() === NOW);
  expect(read.age).toBe(0);
  for (let seconds = 1; seconds <= 60; seconds++) await revalidate(read, 1_000);
  await until(() => confirmedOnDisk() === NOW + MINUTE_MS);
  expect(utimes).toHaveBeenCalledTimes(2);
});

test.each([
  ['has other content of another replica', () => writeFileSync(file(), `${saved} `)],
  ['is gone', () => rmSync(file())],
])('writes a file again that %s, rather than call it confirmed', async (_, change) => {
  const read = await open();
  change();
  await revalidate(read);
  await until(() => existsSync(file()) && readFileSync(file(), 'utf8') === saved);
  expect(utimes).not.toHaveBeenCalled();
});

test('logs once that a confirmation can’t be recorded, and tries again a minute later', async () => {
  vi.mocked(console.error).mockReturnValue(undefined);
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  vi.mocked(utimes).mockRejectedValueOnce(new Error('EROFS')).mockRejectedValueOnce(new Error('EROFS'));
  const read = await open();
  for (let minutes = 1; minutes <= 3; minutes++) {
    await revalidate(read, MINUTE_MS);
    await until(() => vi.mocked(utimes).mock.settledResults.length === minutes);
    await revalidate(read, 1_000);
  }
  await until(() => vi.mocked(console.log).mock.calls.length > 0);
  expect(vi.mocked(console.error).mock.calls).toEqual([[expect.stringContaining('EROFS')]]);
  expect(vi.mocked(console.log)).toHaveBeenCalledOnce();
  expect(utimes).toHaveBeenCalledTimes(3);
  vi.mocked(console.error).mockClear();
});
