/**
 * The public routes of a single type: anonymous clients can read its published entry and, with a preview token,
 * its draft.
 */
export const singleTypeRoutes = {
  only: ['find' as const],
  config: { find: { auth: false as const, policies: ['global::published-only'] } },
};

/**
 * The public routes of a collection type: anonymous clients can read the list of its published entries, each
 * published entry by its id and, with a preview token, the drafts.
 */
export const collectionTypeRoutes = {
  only: ['find' as const, 'findOne' as const],
  config: { ...singleTypeRoutes.config, findOne: singleTypeRoutes.config.find },
};
