/** The public routes of a single type: anonymous clients can read its published entry, and its draft with a preview
 * token. */
export const publicRecord = {
  only: ['find' as const],
  config: { find: { auth: false as const, policies: ['global::published-only'] } },
};

/**
 * The public routes of a collection type: anonymous clients can read the published list and each entry by its id, and
 * drafts with a preview token.
 */
export const publicRecords = {
  only: ['find' as const, 'findOne' as const],
  config: { ...publicRecord.config, findOne: publicRecord.config.find },
};
