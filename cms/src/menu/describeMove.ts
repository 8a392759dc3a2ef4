/**
 * Describes for the owner how an order differs from the one before.
 * @param nameOf returns the name of the item with an id
 */
export function describeMove(before: string[], after: string[], nameOf: (id: string) => string): string {
  const without = (ids: string[], id: string) => ids.filter((other) => other !== id).join('\n');
  const moved = after.find((id, place) => id !== before[place] && without(before, id) === without(after, id));
  if (moved === undefined) return 'Several were moved';
  const next = after[after.indexOf(moved) + 1];
  return next === undefined
    ? `“${nameOf(moved)}” moved to the end`
    : `“${nameOf(moved)}” moved before “${nameOf(next)}”`;
}
