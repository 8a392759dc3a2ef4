/** How many moments to choose before everything is staged, while the database is replaced, while pictures move, and later. */
export interface MomentCounts {
  before: number;
  database: number;
  pictures: number;
  end: number;
}

/** Twenty different moments, or twenty-one. */
export const TWENTY_MOMENTS: MomentCounts = { before: 8, database: 5, pictures: 4, end: 4 };

/** Some of the numbers from `first` to `last`, including both. */
const spread = (first: number, last: number, count: number) =>
  Array.from({ length: count }, (_, index) => Math.round(first + ((last - first) * index) / (count - 1)));

/**
 * Chooses the operations before which a test kills a restore.
 * @param operations all operations, as `fileOperationHook.cjs` lists them
 * @returns their numbers, and the number of the operation that completes the staging: a restore that is killed after it has to
 *   be completed
 * @throws Error when the restore has too few operations
 */
export function chooseMoments(
  operations: string[],
  counts: MomentCounts,
): { moments: number[]; staged: number } {
  const staged = operations.findIndex((operation) => operation.endsWith('/restore.json')) + 1;
  const pictures = operations.flatMap((operation, index) =>
    index >= staged && operation.startsWith('rename') && operation.includes('/uploads/') ? [index + 1] : [],
  );
  const [firstPicture = 0, lastPicture = 0] = [pictures[0], pictures.at(-1)];
  const moments = [
    ...spread(1, staged, counts.before),
    ...spread(staged + 1, firstPicture - 1, counts.database),
    ...spread(firstPicture, lastPicture, counts.pictures),
    ...spread(lastPicture + 1, operations.length, counts.end),
  ];
  const different = [...new Set(moments)];
  if (different.length < moments.length - 1)
    throw new Error(`a restore with only ${operations.length} operations`);
  return { moments: different, staged };
}
