/** @typedef {'data loss' | 'drafts' | 'restores' | 'two at once' | 'permissions' | 'pages' | 'phone' | 'preview' | 'schedule' | 'allergens' | 'sign-ins'} Area */

/**
 * A test, and a part of its title: all tests of the file with it are meant. The file's name tells whether it has Strapi in its process.
 * @typedef {{ file: string, title: string }} TestReference
 */

/**
 * @typedef {object} Fault
 * @property {Area} area
 * @property {string} name what a user would suffer
 * @property {string} file of the product
 * @property {string} find a text that the file has exactly once
 * @property {string} replace the text in its place
 * @property {TestReference} test the test that finds the fault
 */

/**
 * Counts how often a text has a part.
 * @param {string} text
 * @param {string} part
 */
export const countOccurrences = (text, part) => text.split(part).length - 1;

const HISTORIES = {
  file: 'tests/owner/histories.test.ts',
  title: 'whatever two owners do, the site, the drafts and the planned changes are what the rules say',
};

/** @type {Fault[]} */
export const faults = [
  {
    area: 'drafts',
    name: 'Closing for today replaces other hours of today that wait in the draft',
    file: 'cms/src/publishing/publishBesideDraft.ts',
    find: 'published && isSame(selectPart(draft), selectPart(published))',
    replace: 'published',
    test: {
      file: 'tests/owner/publishBesideDraft.test.ts',
      title: 'leaves an open draft that has its own there',
    },
  },
  {
    area: 'drafts',
    name: 'Bringing an earlier version back overwrites the open draft',
    file: 'cms/src/versions/bringBack.ts',
    find: 'changeDraft: () => (hasOpenDraft ? {} : values)',
    replace: 'changeDraft: () => values',
    test: {
      file: 'tests/owner/versions.test.ts',
      title: 'bringing a version back leaves an open draft as it is',
    },
  },
  {
    area: 'drafts',
    name: 'A deleted dish comes back without its draft',
    file: 'cms/src/versions/recordVersions.ts',
    find: '!isSame(draft, published) && { draft }',
    replace: 'isSame(draft, published) && { draft }',
    test: {
      file: 'tests/owner/versions.test.ts',
      title: 'dishes that were deleted together come back in their places with their drafts',
    },
  },
  {
    area: 'two at once',
    name: 'A form that was opened earlier takes back what somebody else has published since',
    file: 'cms/src/conflicts/compareField.ts',
    find: "if (isSame(form, opened)) return { kind: 'untouched' };",
    replace: "if (isSame(form, opened)) return { kind: 'safe' };",
    test: {
      file: 'tests/owner/twoAtOnce.test.ts',
      title: 'a form takes nothing back that was changed since it was opened',
    },
  },
  {
    area: 'two at once',
    name: 'Of two who publish the same entry at once, the second overwrites the first unseen',
    file: 'cms/src/conflicts/rejectOutdatedForms.ts',
    find: 'if (fields.length === 0 && !isTakenOff)',
    replace: 'if (!isTakenOff)',
    test: {
      file: 'tests/owner/twoAtOnce.test.ts',
      title: 'of two forms that are published at the same moment one is published',
    },
  },
  {
    area: 'two at once',
    name: 'The menu screen overwrites the words that somebody else has saved in the meantime',
    file: 'cms/src/menu/requireUnchanged.ts',
    find: 'if (isSameItemText(present, seen) || isSameItemText(present, text)) return;',
    replace: 'if (isSameItemText(present, seen) || seen.name) return;',
    test: { file: 'tests/owner/menu.test.ts', title: 'rejects words that somebody else has changed' },
  },
  {
    area: 'permissions',
    name: 'An account gets preview links of entries that it may not read',
    file: 'cms/src/preview/previewRoutes.ts',
    find: 'addMiddlewares(route, { after: [requireReadable] });',
    replace: '',
    test: {
      file: 'tests/security/permissions.test.ts',
      title: 'an account gets preview links only of the entries that it may read',
    },
  },
  {
    area: 'permissions',
    name: 'An account that may not publish closes the restaurant for today',
    file: 'cms/src/today/todayRoutes.ts',
    find: "actions: ['read', 'update', 'publish']",
    replace: "actions: ['read', 'update']",
    test: {
      file: 'tests/security/permissions.test.ts',
      title: 'an account that may change the hours and the notice but not publish them gets 403',
    },
  },
  {
    area: 'pages',
    name: 'The carousel of an open page does not show a new picture',
    file: 'web/src/components/Carousel.tsx',
    find: 'slider?.refresh(), [pictures])',
    replace: 'slider?.refresh(), [slider])',
    test: {
      file: 'tests/content/publishing.spec.ts',
      title: 'the carousel of an open page shows a picture that the owner adds',
    },
  },
  {
    area: 'phone',
    name: 'A phone shows every page zoomed out, with tiny letters',
    file: 'web/src/Document.tsx',
    find: '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    replace: '',
    test: {
      file: 'tests/pages/pages.spec.ts',
      title: 'a phone lays every page out at its own width, not zoomed out',
    },
  },
  {
    area: 'phone',
    name: 'Buttons and links are too small for a finger',
    file: 'web/src/site.css',
    find: '--target: 2.75rem;',
    replace: '--target: 2rem;',
    test: {
      file: 'tests/pages/accessibility.spec.ts',
      title: 'controls on a phone are at least 44 px wide and high, have enough contrast',
    },
  },
  {
    area: 'phone',
    name: 'A phone with a dense screen loads pictures of three times the size',
    file: 'web/src/components/ResponsiveImage.tsx',
    find: 'calc(0.6 * ',
    replace: 'calc(1 * ',
    test: { file: 'tests/pages/visit.spec.ts', title: 'a phone loads pictures no larger than it needs' },
  },
  {
    area: 'phone',
    name: 'A long word makes the page scroll sideways',
    file: 'web/src/site.css',
    find: 'overflow-wrap: anywhere;',
    replace: 'overflow-wrap: normal;',
    test: {
      file: 'tests/owner/admin.spec.ts',
      title: 'every page fits the longest texts that the admin accepts',
    },
  },
  {
    area: 'preview',
    name: 'A preview ends when the admin renews the session',
    file: 'cms/src/strapi/sessions.ts',
    find: "const signIn = { userId, deviceId, absoluteExpiresAt, origin: 'admin' };",
    replace: "const signIn = { userId, deviceId, absoluteExpiresAt, sessionId, origin: 'admin' };",
    test: {
      file: 'tests/owner/preview.test.ts',
      title: 'signing out ends the previews of this sign-in, and no others',
    },
  },
  {
    area: 'preview',
    name: 'A renewed session that was ended from another device still shows drafts',
    file: 'cms/src/strapi/sessions.ts',
    find: "where: { ...signIn, status: 'active', expiresAt: { $gt: new Date() } },",
    replace: 'where: { ...signIn, expiresAt: { $gt: new Date() } },',
    test: {
      file: 'tests/owner/preview.test.ts',
      title: 'a preview ends with the newest session of its sign-in',
    },
  },
  {
    area: 'schedule',
    name: 'What was planned is done a second time after a crash',
    file: 'cms/src/schedule/makeChange.ts',
    find: "if (problem === '') await deleteChanges(strapi, { id: read.id });",
    replace: "if (problem === '') return;",
    test: {
      file: 'tests/operations/scheduleAfterKill.spec.ts',
      title: 'a planned change that is killed in the middle is made exactly once by the next start',
    },
  },
  {
    area: 'schedule',
    name: 'What was planned is on the site up to a second before its time',
    file: 'cms/src/schedule/scheduler.ts',
    find: 'if (!next || wait > 0) return wait;',
    replace: 'if (!next || wait > 1_000) return wait;',
    test: HISTORIES,
  },
  {
    area: 'schedule',
    name: 'What the owner went on typing is on the site at the planned time',
    file: 'cms/src/schedule/scheduledEntries.ts',
    find: 'restoreContent(strapi, uid, omitPosition(merged));\n  return { values: published',
    replace:
      'restoreContent(strapi, uid, omitPosition({ ...merged, ...pick(draft, Object.keys(content)) }));\n  return { values: published',
    test: HISTORIES,
  },
  {
    area: 'schedule',
    name: 'A dish that is sold out is back on the menu at the planned time',
    file: 'cms/src/schedule/scheduledEntries.ts',
    find: 'if (isOff) await strapi.documents(uid).unpublish({ documentId });',
    replace: '',
    test: {
      file: 'tests/owner/schedule.test.ts',
      title: 'a new dish that was published and taken off before its time stays off',
    },
  },
  {
    area: 'schedule',
    name: 'A dish that was published and taken off again comes back by itself',
    file: 'cms/src/documentMiddlewares.ts',
    find: '  endReturns,\n',
    replace: '',
    test: HISTORIES,
  },
  {
    area: 'schedule',
    name: 'A restore publishes what was done or cancelled after the backup',
    file: 'cms/src/backups/restore.ts',
    find: 'const passedChanges = askAboutPassedChanges(staging.database, Date.now(), readTimeZone());',
    replace: 'const passedChanges = 0;',
    test: {
      file: 'tests/operations/restoredSite.spec.ts',
      title: 'a restored site has ended every session',
    },
  },
  {
    area: 'allergens',
    name: 'A dish is called free of milk after its description got cheese',
    file: 'cms/src/shared/diet/dietaryStatement.ts',
    find: '  confirmedFor.description.trim() === description.trim() &&\n',
    replace: '',
    test: HISTORIES,
  },
  {
    area: 'allergens',
    name: 'A restored site calls dishes free that have changed since the backup',
    file: 'cms/src/shared/diet/dietaryStatement.ts',
    find: ' &&\n  confirmedFor.restoreId === restoreId',
    replace: '',
    test: HISTORIES,
  },
  {
    area: 'allergens',
    name: 'Words that are published at their time take over a statement that is confirmed for others',
    file: 'cms/src/shared/diet/mergeStatements.ts',
    find: 'confirmedFor: (own ?? other)?.confirmedFor',
    replace: 'confirmedFor: (other ?? own)?.confirmedFor',
    test: {
      file: 'tests/owner/carefulStatements.test.ts',
      title: 'a planned statement for other words is not less careful than one that was published since',
    },
  },
  {
    area: 'allergens',
    name: 'A planned change calls a dish free of what was stated since that it contains',
    file: 'cms/src/schedule/mergeContent.ts',
    find: "if (name === 'dietaryStatement') return [name, mergeStated(values)];",
    replace: '',
    test: HISTORIES,
  },
  {
    area: 'allergens',
    name: 'A dish that comes back is called free of what was stated since that it contains',
    file: 'cms/src/menu/dishRules.ts',
    find: ', adjust: toReturningContent',
    replace: '',
    test: {
      file: 'tests/owner/carefulStatements.test.ts',
      title: 'is not called free of what she has stated since that it contains',
    },
  },
  {
    area: 'allergens',
    name: 'The filter offers a dish about which nothing is stated',
    file: 'web/src/components/allergenChoice.ts',
    find: "'data-ask': list(undefined)",
    replace: "'data-ask': undefined",
    test: HISTORIES,
  },
  {
    area: 'allergens',
    name: 'The filter offers a dish that is free only on request, and does not say so',
    file: 'web/src/components/allergenChoice.ts',
    find: "'data-on-request': list('onRequest')",
    replace: "'data-on-request': undefined",
    test: HISTORIES,
  },
  {
    area: 'allergens',
    name: 'The printed sheet calls a dish free of what is not stated',
    file: 'web/src/pages/AllergenSheet.tsx',
    find: "answer ? WORDS[answer] : 'ask'",
    replace: "answer ? WORDS[answer] : 'free'",
    test: HISTORIES,
  },
  {
    area: 'allergens',
    name: 'Machines read that a dish is vegetarian about which nothing is stated',
    file: 'web/src/structuredData.ts',
    find: 'statement?.diet ? SUITABLE_DIETS[statement.diet] : undefined',
    replace: "SUITABLE_DIETS[statement?.diet ?? 'vegetarian']",
    test: HISTORIES,
  },
  {
    area: 'allergens',
    name: 'The API shows what is stated without asking for which words',
    file: 'cms/src/dishes/createDishController.ts',
    find: '(text && selectShown(dish[FIELD], text, restoreId)) ?? null',
    replace: 'text && (selectShown(dish[FIELD], text, restoreId) ?? dish[FIELD])',
    test: HISTORIES,
  },
  {
    area: 'allergens',
    name: 'Undo confirms the earlier statement for words that it was not made for',
    file: 'cms/src/menu/menuRoutes.ts',
    find: "{ type: 'state', list, id, statement: seen, seen: saved }",
    replace:
      "{ type: 'state', list, id, statement: seen && saved ? { ...seen, confirmedFor: saved.confirmedFor } : seen, seen: saved }",
    test: {
      file: 'tests/owner/dietaryStatements.test.ts',
      title: 'undo returns to the statement from before, for the words from before',
    },
  },
  {
    area: 'allergens',
    name: 'A restore leaves all statements confirmed',
    file: 'cms/src/backups/storeRestoreId.ts',
    find: 'RESTORE_KEY, { id: randomUUID() }',
    replace: 'RESTORE_KEY, { restored: randomUUID() }',
    test: HISTORIES,
  },
  {
    area: 'sign-ins',
    name: 'A stolen password is enough in any browser',
    file: 'cms/src/access/requireCode.ts',
    find: 'if (await isKnownBrowser(strapi, ctx, email)) return next();',
    replace: 'if (code === undefined || (await isKnownBrowser(strapi, ctx, email))) return next();',
    test: {
      file: 'tests/security/stolenPassword.test.ts',
      title: 'gives no session in any other way of sending it',
    },
  },
  {
    area: 'sign-ins',
    name: 'A code works in another browser',
    file: 'cms/src/access/requireCode.ts',
    find: 'cookies.get(COOKIE, { signed: false }) ?? randomUUID()',
    replace: "'any'",
    test: {
      file: 'tests/security/stolenPassword.test.ts',
      title: 'works for its account and in its browser only',
    },
  },
  {
    area: 'sign-ins',
    name: 'A lost phone stays known after Sign out everywhere',
    file: 'cms/src/access/signIns.ts',
    find: '    await endKnownBrowsers(strapi, email);\n',
    replace: '',
    test: {
      file: 'tests/security/stolenPassword.test.ts',
      title: 'signing out everywhere makes every browser new again',
    },
  },
  {
    area: 'sign-ins',
    name: 'A restore loses the newer lines of the audit log',
    file: 'cms/src/auditLog/keptLines.ts',
    find: '?? []), ...newer, createLine(text)]',
    replace: '?? []), createLine(text)]',
    test: {
      file: 'tests/operations/restoredSite.test.ts',
      title: 'a restore keeps the lines of the audit log that the backup doesn’t have, each once',
    },
  },
];
