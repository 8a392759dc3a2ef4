/** Describes the place of a name among others, such as “number 3 of 9, after Pierogi”. */
export function describePlace(names: readonly string[], index: number): string {
  const previous = names[index - 1];
  return `number ${index + 1} of ${names.length}${previous === undefined ? '' : `, after ${previous}`}`;
}
