/** What a visitor without an account may ask of a type with one entry: its published words. */
export const publicRecord = {
  only: ['find' as const],
  config: { find: { auth: false as const, policies: ['global::published-only'] } },
};

/** What a visitor without an account may ask of a type with many entries: the published list, and each by its id. */
export const publicRecords = {
  only: ['find' as const, 'findOne' as const],
  config: { ...publicRecord.config, findOne: publicRecord.config.find },
};
