import { vi } from 'vitest';

/** Waits until a check throws nothing, for longer than `vi.waitFor`: on a busy machine, another process may run for a second. */
export const waitFor = (check: () => void): Promise<void> => vi.waitFor(check, 30_000);
