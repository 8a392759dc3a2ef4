import type { Undo } from '../../versions/versions';

/**
 * Returns a request with the new id of an item that an undo has brought back.
 * @param request the undo; its body has the former id, if the new one differs
 * @param answer the undo of the undo, which has the new id in its path
 */
export function replaceId(undo: Undo, request: Undo, answer: Undo): Undo {
  const formerId = 'id' in request.body ? request.body.id : undefined;
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
