import { expect, test } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { requireVersion } from './bringBack';

test.each([0, -1, 1.5, Number.NaN, 2_147_483_648])(
  'a version with the id %s, which the database would refuse, is not kept',
  async (id) => {
    await expect(requireVersion(fakeStrapi({}), id)).rejects.toThrow(/^This version is not kept any more/);
  },
);
