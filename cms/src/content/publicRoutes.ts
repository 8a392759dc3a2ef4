/** The public routes of a single type: anonymous clients can read its published entry. */
export const publicRecord = {
  only: ['find' as const],
  config: { find: { auth: false as const, policies: ['global::published-only'] } },
};

/**
 * The public routes of a type with many entries: anonymous clients can read the published list, and each
 * entry by its id.
 */
export const publicRecords = {
  only: ['find' as const, 'findOne' as const],
  config: { ...publicRecord.config, findOne: publicRecord.config.find },
};
