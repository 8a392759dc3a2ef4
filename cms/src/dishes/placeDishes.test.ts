import { expect, test, vi } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import * as entries from '../strapi/entries';
import { placeDishes } from './placeDishes';

vi.spyOn(entries, 'buildPopulate').mockResolvedValue({});

const SIDE = 'api::menu-side.menu-side';

interface Row {
  documentId: string;
  sideName: string;
  position: number | null;
  publishedAt: string | null;
}

const toRow = (name: string, position: number | null, isPublished = false): Row => ({
  documentId: name,
  sideName: name,
  position,
  publishedAt: isPublished ? '2026-01-01' : null,
});

/** Runs an action on a menu with these rows, and returns the data that Strapi gets and the rows. */
async function run(
  rows: Row[],
  context: { action: string; data?: Record<string, unknown> },
  isRequest = true,
) {
  const { data, ...rest } = context;
  const builder = (where: Partial<Row> = {}, change: Partial<Row> = {}) => ({
    select: () => builder(where, change),
    orderBy: () => builder(where, change),
    forUpdate: () => builder(where, change),
    where: (condition: Partial<Row>) => builder(condition, change),
    update: (values: Partial<Row>) => builder(where, values),
    execute: async () => {
      for (const row of rows) if (row.documentId === where.documentId) Object.assign(row, change);
      return [];
    },
  });
  const runAction = documentMiddleware(placeDishes, {
    requestContext: { get: () => (isRequest ? {} : undefined) },
    getModel: () => ({ attributes: {} }),
    db: {
      dialect: { client: 'sqlite' },
      transaction: (act: () => Promise<unknown>) => act(),
      queryBuilder: () => builder(),
      query: () => ({
        findMany: async ({ where = {} }: { where?: Partial<Row> }) =>
          rows.filter(({ documentId }) => !where.documentId || documentId === where.documentId),
      }),
    },
  });
  expect(await runAction({ uid: SIDE, params: { ...rest, ...(data && { data }) }, ...rest })).toBe('passed');
  return { data, positions: rows.map(({ documentId, position }) => [documentId, position]) };
}

test.each([
  ['a new dish', { action: 'create', data: { sideName: 'Slaw' } }],
  ['a dish of a form without a position', { action: 'create', data: { position: null } }],
  ['a copy, whatever its position', { action: 'clone', data: { position: 10 } }],
])('puts %s at the end', async (_case, context) => {
  const { data } = await run([toRow('Fries', 10), toRow('Corn', 20), toRow('Corn', 30, true)], context);
  expect(data?.position).toBe(40);
});

test('numbers the dishes again when one has no position, so that a new one comes last', async () => {
  const rows = [toRow('Fries', 10), toRow('Corn', null), toRow('Beans', null)];
  const { data, positions } = await run(rows, { action: 'create', data: {} });
  expect(positions).toEqual([
    ['Fries', 10],
    ['Corn', 30],
    ['Beans', 20],
  ]);
  expect(data?.position).toBe(40);
});

test('leaves a dish that comes back without a position as it was, and moves and locks no other', async () => {
  const rows = [toRow('Fries', 10), toRow('Corn', null)];
  const { data, positions } = await run(rows, {
    action: 'create',
    data: { documentId: 'beans', position: null },
  });
  expect(data?.position).toBe(null);
  expect(positions).toEqual([
    ['Fries', 10],
    ['Corn', null],
  ]);
});

test('leaves the position of a dish that comes with one, as those of the seed', async () => {
  expect((await run([], { action: 'create', data: { position: 7 } })).data).toEqual({ position: 7 });
});

test('saving a dish in a request never moves it; a content step may', async () => {
  const context = () => ({ action: 'update', data: { sideName: 'Fries', position: 7 } });
  expect((await run([], context())).data).toEqual({ sideName: 'Fries' });
  expect((await run([], context(), false)).data).toEqual({ sideName: 'Fries', position: 7 });
});

test('publishing a draft with another position in a request does not move the dish', async () => {
  const rows = () => [toRow('Fries', 70), toRow('Fries', 10, true), toRow('Corn', 20)];
  const context = { action: 'publish', documentId: 'Fries' };
  expect((await run(rows(), context)).positions).toEqual([
    ['Fries', 10],
    ['Fries', 10],
    ['Corn', 20],
  ]);
  expect((await run(rows(), context, false)).positions[0]).toEqual(['Fries', 70]);
});

test('leaves entries of other types', async () => {
  const context = { action: 'update', uid: 'api::homepage.homepage', data: { position: 1 } };
  expect((await run([], context)).data).toEqual({ position: 1 });
});
