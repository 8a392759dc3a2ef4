import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { applyContentSteps } from './contentSteps';

/** A site with applied steps, whose transactions roll the stored progress back when they fail. */
function createSite(applied?: string[]) {
  const site: { progress: object } = {
    progress: { complete: true, records: ['a'], ...(applied && { steps: applied }) },
  };
  const strapi = fakeStrapi({
    store: () => ({
      get: async () => site.progress,
      set: async ({ value }: { value: object }) => {
        site.progress = value;
      },
    }),
    db: {
      transaction: async (run: () => Promise<void>) => {
        const before = site.progress;
        await run().catch((error) => {
          site.progress = before;
          throw error;
        });
      },
    },
  });
  return { site, strapi };
}

test('applies the steps that a site lacks, in order and once', async () => {
  const { site, strapi } = createSite(['001-a']);
  const order: string[] = [];
  const steps = ['001-a', '002-b', '003-c'].map((name) => ({ name, run: async () => void order.push(name) }));
  await applyContentSteps(strapi, steps);
  await applyContentSteps(strapi, steps);
  expect(order).toEqual(['002-b', '003-c']);
  expect(site.progress).toEqual({
    complete: true,
    records: ['a'],
    pictures: {},
    steps: ['001-a', '002-b', '003-c'],
  });
});

test('a step that fails is named, and neither it nor a later one is stored as applied', async () => {
  const { site, strapi } = createSite();
  const later = vi.fn();
  const steps = [
    { name: '001-a', run: async () => undefined },
    { name: '002-b', run: () => Promise.reject(new Error('no such field')) },
    { name: '003-c', run: later },
  ];
  await expect(applyContentSteps(strapi, steps)).rejects.toThrow(
    'the content step "002-b" failed and changed nothing (no such field).',
  );
  expect(site.progress).toMatchObject({ steps: ['001-a'] });
  expect(later).not.toHaveBeenCalled();
});
