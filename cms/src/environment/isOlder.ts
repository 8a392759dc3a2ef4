const collator = new Intl.Collator('en', { numeric: true });

/** Whether a version, such as 1.9.0, is older than another one, such as 1.10.0. */
export const isOlder = (version: string, other: string): boolean => collator.compare(version, other) < 0;
