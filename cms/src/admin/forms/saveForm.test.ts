import { beforeEach, expect, test, vi } from 'vitest';
import type { Conflict } from '../../shared/requests/formConflict';
import { askAboutConflict } from '../site/ConflictDialog';
import type { SavingEndpoint } from '../strapi/requests';
import { askBeforePublishing } from './askBeforePublishing';
import { changeSaveAndPublish, onSaved } from './saveForm';

/** The content manager's requests, and the entry that it has loaded. */
const admin = vi.hoisted(() => ({
  endpoints: {} as Record<string, SavingEndpoint>,
  loaded: undefined as Record<string, unknown> | undefined,
}));

vi.mock('@strapi/strapi/admin', () => ({
  adminApi: {
    enhanceEndpoints: ({ endpoints }: { endpoints: Record<string, (endpoint?: SavingEndpoint) => void> }) => {
      for (const [name, change] of Object.entries(endpoints)) change(admin.endpoints[name]);
    },
    endpoints: { getDocument: { select: () => () => ({ data: { data: admin.loaded } }) } },
    util: {
      updateQueryData: (_name: string, _entry: object, change: (cached: { data: unknown }) => unknown) => {
        const cached = { data: { ...admin.loaded } };
        if (change(cached) !== undefined) throw new Error('Immer accepts no returned value.');
        admin.loaded = cached.data;
      },
    },
  },
}));

vi.mock('../site/ConflictDialog', () => ({ askAboutConflict: vi.fn() }));
vi.mock('./askBeforePublishing', () => ({ askBeforePublishing: vi.fn() }));

const conflict: Conflict = {
  explanation: 'Ann changed this today at noon, after you opened it.',
  fields: [
    { name: 'title', label: 'Title', change: '“A” → “B”' },
    { name: 'rows', label: 'Rows', change: 'added “2”', merged: [1, 2, 3] },
    { name: 'text', label: 'Text', change: '“X” → “Y”', choice: { yours: 'Z', theirs: 'Y' } },
  ],
  leftOut: ['title', 'place'],
  stored: { title: 'B', rows: [1, 2], text: 'Y', status: 'draft' },
};
const form = { title: 'A', place: 1, rows: [1, 3], text: 'Z', note: 'mine' };
const entry = { collectionType: 'collection-types', model: 'api::page.page', documentId: 'a', data: form };
const store = { getState: () => ({}), dispatch: () => undefined };
const conflictAnswer = {
  error: { name: 'ConflictError', status: 409, message: 'No', details: conflict },
};

const createEndpoint = (): SavingEndpoint => ({
  query: ({ data }) => ({ data }),
  invalidatesTags: () => ['entry'],
  onQueryStarted: () => {},
});

/** Saves the form; each request gets the next answer, and its body is recorded. */
async function save(...answers: object[]) {
  const bodies: object[] = [];
  const send = async ({ data }: { data: object }) => {
    bodies.push(data);
    // Cast: a test gives the answers of a server.
    return answers[bodies.length - 1] as never;
  };
  const result = await admin.endpoints.publishDocument?.queryFn?.(entry, store, {}, send);
  return { bodies, result };
}

beforeEach(() => {
  vi.mocked(askAboutConflict).mockReset();
  vi.mocked(askBeforePublishing).mockReset().mockResolvedValue(true);
  admin.endpoints = { updateDocument: createEndpoint(), publishDocument: createEndpoint() };
  admin.loaded = { title: 'A', rows: [1], text: 'X', status: 'published' };
  changeSaveAndPublish();
});

test('sends the form with the content from which it started, and takes over what was saved', async () => {
  const opened = { ...admin.loaded };
  const { bodies, result } = await save({ data: 'saved' });
  expect(bodies).toEqual([{ ...form, _openedContent: opened }]);
  expect(result).toEqual({ data: 'saved' });
  expect(admin.loaded).toMatchObject(form);
});

test('tells what was saved, and nothing when it was refused or the owner cancels', async () => {
  const listener = vi.fn();
  const end = onSaved(listener);
  await save({ error: { name: 'ValidationError', status: 400, message: 'Too long' } });
  await save(conflictAnswer);
  expect(listener).not.toHaveBeenCalled();
  const document = { documentId: 'a', updatedAt: '2026-11-26T22:00:00.000Z' };
  await save({ data: { data: document } });
  expect(listener).toHaveBeenCalledExactlyOnceWith({ uid: 'api::page.page', action: 'Publish', document });
  end();
  await save({ data: { data: document } });
  expect(listener).toHaveBeenCalledOnce();
});

test('saves what both have changed after the owner has chosen', async () => {
  vi.mocked(askAboutConflict).mockResolvedValue({ text: 'yours' });
  const { bodies, result } = await save(conflictAnswer, { data: 'saved' });
  const merged = { rows: [1, 2, 3], text: 'Z', note: 'mine' };
  expect(bodies[1]).toEqual({
    ...merged,
    _openedContent: conflict.stored,
  });
  expect(result).toEqual({ data: 'saved' });
  expect(admin.loaded).toMatchObject({ ...merged, title: 'B' });
});
