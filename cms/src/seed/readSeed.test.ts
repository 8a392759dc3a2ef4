import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { readSeed } from './readSeed';

const SEED = resolve(__dirname, '../../seed');
const MEDIA_FIELDS: Record<string, string[]> = {
  homepage: ['images'],
  servicespage: ['images'],
  'website-name': ['logo'],
};

const folder = createTemporaryFolder();

beforeEach(() => void cpSync(SEED, folder, { recursive: true }));

const read = () => readSeed(folder, (type) => (type === 'extra' ? undefined : (MEDIA_FIELDS[type] ?? [])));

function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Changes the second object of a list in the seed. */
function changeSecond(file: string, change: Record<string, unknown>): void {
  const list: unknown[] = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  write(
    file,
    list.map((item, index) => (index === 1 ? Object.assign({}, item, change) : item)),
  );
}

test.for<[fault: string, change: () => void, message: string | RegExp]>([
  ['is not JSON', () => write('words/menu-side.json', '[{'), /^seed\/words\/menu-side\.json: .*JSON/],
  [
    'names an unknown picture',
    () => changeSecond('words/homepage.json', { images: ['logo', 'unicorn'] }),
    'seed record "home-story-1" of homepage: there is no picture "unicorn"',
  ],
])('fails and names a file of the seed that %s', async ([, change, message]) => {
  change();
  await expect(read()).rejects.toThrow(message);
});
