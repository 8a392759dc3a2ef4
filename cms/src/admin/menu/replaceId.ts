import type { Undo } from '../../versions/version';

/**
 * Returns a request with the new id of an item that an undo has brought back.
 * @param answer the undo of that undo: it has the new id in its path and the former one in its body, if they differ
 */
export function replaceId(undo: Undo, answer: Undo): Undo {
  const formerId = 'id' in answer.body ? answer.body.id : undefined;
  const [, , type, , newId] = answer.path.split('/');
  const segments = undo.path.split('/');
  if (formerId === undefined || segments[2] !== type) return undo;
  const replace = (value: unknown) => (value === formerId ? newId : value);
  return {
    ...undo,
    path: segments.map((segment, index) => (index === 4 ? replace(segment) : segment)).join('/'),
    body: Object.fromEntries(
      Object.entries(undo.body).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map(replace) : value,
      ]),
    ),
  };
}
