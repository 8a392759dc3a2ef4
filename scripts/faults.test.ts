import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { countOccurrences, faults } from '../tests/faults/faults.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test.each(faults)(
  'the fault “$name” can be planted and has a test',
  ({ name, file, find, replace, test }) => {
    expect(countOccurrences(readFileSync(join(ROOT, file), 'utf8'), find)).toBe(1);
    expect(replace).not.toBe(find);
    expect(existsSync(join(ROOT, test.file))).toBe(true);
    expect(faults.filter((fault) => fault.name === name)).toHaveLength(1);
  },
);
