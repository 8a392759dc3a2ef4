import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { exitOf } from '../../testing/fakes';
import { readSecrets } from './secrets';

const folder = join(createDataFolder(), 'cms');
const file = () => join(folder, 'secrets.json');

beforeEach(() => void mkdirSync(folder));

test('generates five different secrets in a file that only its owner can read', () => {
  const secrets = readSecrets();
  expect(new Set(Object.values(secrets)).size).toBe(5);
  for (const secret of Object.values(secrets)) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secrets.json']);
  expect(readSecrets()).toEqual(secrets);
});

test.each([
  ['cut off', '{"appKey": "aaaa', 'can’t be read'],
  ['not an object', 'null', 'is damaged'],
  ['without the secrets', '{}', 'is damaged'],
])('ends the start and leaves the file unchanged when it is %s', async (_, content, reason) => {
  writeFileSync(file(), content);
  const { code, line } = await exitOf(readSecrets);
  expect(code).toBe(78);
  expect(line).toContain(`The CMS can't start: ${file()} ${reason.replace('’', "'")}`);
  expect(line).not.toContain('\n');
  expect(readFileSync(file(), 'utf8')).toBe(content);
});

test.each([
  ['missing', undefined],
  ['too short', 'a'.repeat(31)],
])('ends the start when one secret is %s', async (_, value) => {
  const changed = JSON.stringify({ ...readSecrets(), adminJwt: value });
  writeFileSync(file(), changed);
  expect((await exitOf(readSecrets)).line).toContain(`${file()} is damaged. Restore your own copy`);
  expect(readFileSync(file(), 'utf8')).toBe(changed);
});
