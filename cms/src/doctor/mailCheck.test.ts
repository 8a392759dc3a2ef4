import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { readMailStatus, recordMail } from '../environment/mailStatus';
import { checkMail } from './mailCheck';

const HOUR_MS = 3_600_000;
const dataDir = createDataFolder();
const check = async () => checkMail(await readMailStatus());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-10T12:00:00Z') });
  mkdirSync(join(dataDir, 'cms'));
});

test('says when the last mail was sent, or why it was not', async () => {
  expect(await check()).toEqual({ findings: [], note: 'ok: no mail has been sent yet.' });
  await recordMail();
  vi.setSystemTime(Date.now() + 5 * HOUR_MS);
  expect(await check()).toEqual({ findings: [], note: 'ok: the last mail was sent 5 hours ago.' });
  await recordMail('EAUTH 535');
  vi.setSystemTime(Date.now() + HOUR_MS);
  expect((await check()).findings).toEqual([
    'A mail could not be sent an hour ago (EAUTH 535), and none was since; the last mail was sent 6 hours ago. docs/mail.md tells what the reason means.',
  ]);
  await recordMail();
  expect((await check()).findings).toEqual([]);
});

test('a damaged file, and a folder that can’t be written, harm no mail', async () => {
  const file = join(dataDir, 'cms', 'mail-status.json');
  for (const text of ['', '{', '[]', '{"sentAt":"x"}']) {
    writeFileSync(file, text);
    expect((await check()).note).toBe('ok: no mail has been sent yet.');
  }
  await recordMail();
  expect(readFileSync(file, 'utf8')).toContain('sentAt');
  vi.stubEnv('DATA_DIR', join(dataDir, 'missing'));
  await recordMail();
});
