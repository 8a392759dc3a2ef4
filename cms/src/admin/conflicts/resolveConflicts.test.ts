import { beforeEach, expect, test, vi } from 'vitest';
import { waitFor } from '../../../testing/waitFor';
import type { Conflict } from '../../conflicts/conflict';
import { getConflictQuestion, subscribeToConflictQuestion } from './conflictQuestion';
import { mergeForm, resolveConflicts, type SavingEndpoint } from './resolveConflicts';

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
const conflictAnswer = {
  error: { name: 'ConflictError', status: 409, message: 'No', details: conflict },
};

const createEndpoint = (): SavingEndpoint => ({
  query: ({ data }) => ({ data }),
  invalidatesTags: () => ['entry'],
});

/** Saves the form; each request gets the next answer, and its body is recorded. */
async function save(...answers: object[]) {
  const bodies: object[] = [];
  const send = async ({ data }: { data: object }) => {
    bodies.push(data);
    // Cast: a test gives the answers of a server.
    return answers[bodies.length - 1] as never;
  };
  const store = { getState: () => ({}), dispatch: () => undefined };
  const entry = { collectionType: 'collection-types', model: 'api::page.page', documentId: 'a' };
  const result = await admin.endpoints.publishDocument?.queryFn?.({ ...entry, data: form }, store, {}, send);
  return { bodies, result };
}

beforeEach(() => {
  admin.endpoints = { updateDocument: createEndpoint(), publishDocument: createEndpoint() };
  admin.loaded = { title: 'A', rows: [1], text: 'X', status: 'published' };
  resolveConflicts();
});

test('sends the form with the content from which it started, and takes over what was saved', async () => {
  const opened = { ...admin.loaded };
  const { bodies, result } = await save({ data: 'saved' });
  expect(bodies).toEqual([{ ...form, _openedContent: opened }]);
  expect(result).toEqual({ data: 'saved' });
  expect(admin.loaded).toMatchObject(form);
});

test('sends a new entry as it is', async () => {
  admin.loaded = undefined;
  expect((await save({ data: 'saved' })).bodies).toEqual([form]);
});

test('saves what both have changed after the owner has chosen', async () => {
  const stop = subscribeToConflictQuestion(() => getConflictQuestion()?.answer({ text: 'yours' }));
  const { bodies, result } = await save(conflictAnswer, { data: 'saved' });
  stop();
  const merged = { rows: [1, 2, 3], text: 'Z', note: 'mine' };
  expect(bodies[1]).toEqual({
    ...merged,
    _openedContent: conflict.stored,
  });
  expect(result).toEqual({ data: 'saved' });
  expect(admin.loaded).toMatchObject({ ...merged, title: 'B' });
});

test('asks again when there is another conflict in the meantime', async () => {
  const actions: string[] = [];
  const stop = subscribeToConflictQuestion(() => {
    const question = getConflictQuestion();
    if (question) actions.push(question.action);
    question?.answer({ text: 'theirs' });
  });
  const { bodies } = await save(conflictAnswer, conflictAnswer, { data: 'saved' });
  stop();
  expect(actions).toEqual(['Publish', 'Publish']);
  expect(bodies).toHaveLength(3);
});

test.each([
  ['the owner cancels', () => subscribeToConflictQuestion(() => getConflictQuestion()?.answer(undefined))],
  ['nothing can ask', () => () => undefined],
])('saves nothing and loads nothing when %s', async (_case, listen) => {
  const stop = listen();
  const { bodies, result } = await save(conflictAnswer);
  stop();
  expect(bodies).toHaveLength(1);
  // After an error of another name, the content manager takes the form for saved.
  expect(result?.error).toMatchObject({
    name: 'ValidationError',
    message: 'Nothing was saved. What you typed is still here.',
  });
  expect(getConflictQuestion()).toBeUndefined();
  const entry = { collectionType: 'collection-types', model: 'api::page.page', data: form };
  const tags = admin.endpoints.publishDocument?.invalidatesTags;
  expect(tags?.(undefined, result?.error, entry)).toEqual([]);
  expect(tags?.('saved', undefined, entry)).toEqual(['entry']);
});

test('saves nothing when the pages with the dialog are left before the answer', async () => {
  const stop = subscribeToConflictQuestion(() => undefined);
  const saved = save(conflictAnswer);
  await waitFor(() => expect(getConflictQuestion()).toBeDefined());
  stop();
  expect((await saved).result?.error).toMatchObject({ name: 'ValidationError' });
  expect(getConflictQuestion()).toBeUndefined();
});

test('passes on every other error', async () => {
  const error = { name: 'ValidationError', status: 400, message: 'Too long' };
  expect((await save({ error })).result).toEqual({ error });
});

test('leaves out of the form what stays as it is stored', () => {
  expect(mergeForm(form, conflict, { text: 'theirs' })).toEqual({ rows: [1, 2, 3], note: 'mine' });
});

test('fails when the content manager has no such request', () => {
  admin.endpoints = {};
  expect(resolveConflicts).toThrow('The content manager has no request for Save.');
});
