import { expect, test, vi } from 'vitest';
import { keepRejectedChanges } from './keepRejectedChanges';

const mutation = (status: string, endpointName = 'updateDocument') => ({
  type: `adminApi/executeMutation/${status}`,
  meta: { arg: { endpointName } },
});
const change = (queryCacheKey = 'getDocument({"model":"api::page.page"})') => ({
  type: 'adminApi/queries/queryResultPatched',
  payload: { queryCacheKey },
});

/** Dispatches the actions through the middleware; returns those that reach the store. */
function dispatch(
  ...actions: Parameters<ReturnType<ReturnType<ReturnType<typeof keepRejectedChanges>>>>[0][]
) {
  const next = vi.fn();
  const run = keepRejectedChanges()()(next);
  for (const action of actions) run(action);
  return next.mock.calls.map(([action]) => action);
}

test('delays the change of a cached entry until the entry is saved', () => {
  expect(dispatch(mutation('pending'), change())).toEqual([mutation('pending')]);
  expect(dispatch(mutation('pending'), change(), mutation('fulfilled'))).toEqual([
    mutation('pending'),
    change(),
    mutation('fulfilled'),
  ]);
});

test('drops the change when the server rejects the entry, and delays that of the next attempt again', () => {
  const undo = change();
  expect(
    dispatch(mutation('pending'), change(), mutation('rejected'), undo, mutation('pending'), change()),
  ).toEqual([mutation('pending'), mutation('rejected'), undo, mutation('pending')]);
});

test('passes on the changes of other cached data, and those of other requests', () => {
  const actions = [
    change(),
    mutation('pending', 'publishDocument'),
    change(),
    mutation('fulfilled', 'publishDocument'),
    mutation('pending'),
    change('getAllDocuments({})'),
  ];
  expect(dispatch(...actions)).toEqual(actions);
});
