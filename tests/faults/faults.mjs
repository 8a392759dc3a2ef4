/** @typedef {'data loss' | 'drafts' | 'restores' | 'two at once' | 'permissions' | 'pages' | 'phone' | 'preview' | 'schedule' | 'allergens' | 'sign-ins'} Area */

/**
 * A test, and a part of its title: all tests of the file with it are meant. The file's name tells whether it is a unit test.
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
    area: 'data loss',
    name: 'A photograph that is added while a backup is made is missing in it',
    file: 'cms/src/backups/copyData.ts',
    find: 'await database.snapshot(join(folder, DATABASE));',
    replace: 'await database.snapshot(join(folder, DATABASE));\n  return writeBackupVersion(folder);',
    test: {
      file: 'cms/src/backups/copyData.test.ts',
      title: 'copies the pictures that are added until the snapshot of the database',
    },
  },
  {
    area: 'data loss',
    name: 'A mistake that the owner notices after a week is in no daily backup any more',
    file: 'cms/src/backups/dailyBackups.ts',
    find: 'const MAX_DAYS = 30;',
    replace: 'const MAX_DAYS = 3;',
    test: {
      file: 'cms/src/backups/dailyBackups.test.ts',
      title: 'keeps the thirty newest backups and all other folders',
    },
  },
  {
    area: 'data loss',
    name: 'A power failure loses what the owner has just published',
    file: 'cms/config/database.ts',
    find: "pragma('synchronous = FULL')",
    replace: "pragma('synchronous = NORMAL')",
    test: {
      file: 'cms/src/environment/database.test.ts',
      title: 'SQLite confirms a change only when it is on the disk',
    },
  },
  {
    area: 'data loss',
    name: 'The site deletes its copy of a picture when the CMS answers with an error',
    file: 'web/server/fetchPicture.ts',
    find: 'status >= 500 ||',
    replace: 'status > 599 ||',
    test: {
      file: 'web/server/pictureCache.test.ts',
      title: 'keeps its copy of a picture while the CMS answers',
    },
  },
  {
    area: 'data loss',
    name: 'A CMS that has lost its records empties the pages',
    file: 'web/src/content/strapi.ts',
    find: 'if (!ids.some((id) => byId.has(id)))',
    replace: 'if (ids.length === 0)',
    test: {
      file: 'web/server/cachedQuery.test.ts',
      title: 'a response with none of the fixed records is a failure, and the cached content stays',
    },
  },
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
    area: 'drafts',
    name: 'Words that were typed while the connection was lost vanish from the menu screen',
    file: 'cms/src/admin/menu/typedText.ts',
    find: "const isSettled = !problem || problem.kind === 'gone';",
    replace: "const isSettled = !problem || problem.kind !== 'conflict';",
    test: {
      file: 'cms/src/admin/menu/menuReducer.test.ts',
      title: 'keeps typed words, saves them when the connection is back, and publishes after them',
    },
  },
  {
    area: 'drafts',
    name: 'Publish the menu puts dishes on the site that the owner has taken off',
    file: 'cms/src/menu/newDishes.ts',
    find: '!shownIds.has(documentId)',
    replace: '!shownIds.has(uidOf(type))',
    test: {
      file: 'cms/src/menu/newDishes.test.ts',
      title: 'finds the dishes that were added since versions are recorded and that the site has never shown',
    },
  },
  {
    area: 'restores',
    name: 'After a restore, the database has changes of the site that it has replaced',
    file: 'cms/src/backups/sqliteAdapter.ts',
    find: "for (const suffix of ['-wal', '-shm', '-journal'])",
    replace: "for (const suffix of ['-journal'])",
    test: {
      file: 'cms/src/backups/sqliteAdapter.test.ts',
      title: 'replaces the file and deletes the journals of the previous database',
    },
  },
  {
    area: 'restores',
    name: 'A restore brings back sessions that were ended after the backup',
    file: 'cms/src/strapi/databaseFile.ts',
    find: "'strapi_sessions',",
    replace: '',
    test: {
      file: 'cms/src/backups/endSignIns.test.ts',
      title: 'deletes sessions and tokens, and keeps passwords',
    },
  },
  {
    area: 'restores',
    name: 'A restore replaces pictures without asking',
    file: 'cms/src/backups/restore.ts',
    find: 'if (!isEmpty && !replace)',
    replace: 'if (hasSite && !replace)',
    test: {
      file: 'cms/src/backups/restore.test.ts',
      title:
        'replaces pictures beside an empty database only with the word "replace", and keeps a copy, which is no backup of a site',
    },
  },
  {
    area: 'restores',
    name: 'A start after an interrupted restore shows a mixture of two sites',
    file: 'cms/src/backups/stagedRestore.ts',
    find: 'if (!(await isRestoreInterrupted())) return true;',
    replace: 'return true;',
    test: {
      file: 'cms/src/backups/stagedRestore.test.ts',
      title: 'the next process completes the restore before it shares the data',
    },
  },
  {
    area: 'restores',
    name: 'A restore replaces the site by a damaged database',
    file: 'cms/src/backups/snapshot.ts',
    find: "result?.integrity_check !== 'ok'",
    replace: 'result === undefined',
    test: {
      file: 'cms/src/backups/snapshot.test.ts',
      title: 'rejects a file that is no database, and a database with a damaged page',
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
    area: 'two at once',
    name: 'The owner chooses her words in a conflict, and those of the other are saved',
    file: 'cms/src/admin/forms/saveForm.ts',
    find: "choices[name] !== 'yours'",
    replace: "choices[name] === 'yours'",
    test: {
      file: 'cms/src/admin/forms/saveForm.test.ts',
      title: 'saves what both have changed after the owner has chosen',
    },
  },
  {
    area: 'two at once',
    name: 'Publish the menu puts a dish back that somebody takes off at the same moment',
    file: 'cms/src/menu/readDishList.ts',
    find: 'const [dish] = await selectUnpublished(strapi, type, dishes);',
    replace: 'const [dish] = dishes;',
    test: {
      file: 'cms/src/menu/publishMenu.test.ts',
      title: 'publishes no dish that somebody takes off or deletes in the meantime',
    },
  },
  {
    area: 'permissions',
    name: 'An account that may change only its own entries can change all',
    file: 'cms/src/strapi/permissions.ts',
    find: '!inverted && !conditions',
    replace: '!inverted',
    test: {
      file: 'cms/src/permissions/entryPermissions.test.ts',
      title:
        'with a condition, allows an action with the entries whose draft and published version fulfil it',
    },
  },
  {
    area: 'permissions',
    name: 'Somebody guesses passwords without a limit',
    file: 'cms/src/access/signInLimit.ts',
    find: 'maxFailures: 10,',
    replace: 'maxFailures: 10_000,',
    test: {
      file: 'cms/src/access/signInLimit.test.ts',
      title: 'blocks an address after ten failures until five minutes after the first one',
    },
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
    name: 'Somebody at the owner’s open computer takes over her account by changing its email',
    file: 'cms/src/access/currentPassword.ts',
    find: 'return password !== undefined || !keepsEmail;',
    replace: 'return password !== undefined;',
    test: { file: 'cms/src/access/currentPassword.test.ts', title: 'accepts the change' },
  },
  {
    area: 'permissions',
    name: 'A thief of a session stays signed in after the owner has changed her password',
    file: 'cms/src/access/accountChanges.ts',
    find: 'if (data.password !== undefined || data.isActive === false)',
    replace: 'if (data.isActive === false)',
    test: {
      file: 'cms/src/access/accountChanges.test.ts',
      title: 'ends the links and the sessions of an account whose password changes, and mails its user',
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
    name: 'The columns of drinks have no headings',
    file: 'web/src/components/DrinkColumn.tsx',
    find: '<Heading level={3} text={drinks?.heading} />',
    replace: '',
    test: {
      file: 'web/src/seededPages.test.tsx',
      title: '/menu shows the words, pictures and icons of the specification in their order',
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
    area: 'pages',
    name: 'A notice stays on the site after its end',
    file: 'web/src/components/NoticeBand.tsx',
    find: 'notice.from <= now && now < notice.until',
    replace: 'notice.from <= now',
    test: { file: 'web/src/components/NoticeBand.test.tsx', title: 'hides a notice at its end' },
  },
  {
    area: 'pages',
    name: 'A link that leads nowhere shows the not-found page to search engines as if it were a page',
    file: 'web/server/servePages.ts',
    find: 'createCachedRoute(notFoundRoute, 404)',
    replace: 'createCachedRoute(notFoundRoute)',
    test: {
      file: 'web/server/servePages.test.ts',
      title: 'serves the not-found page for /unknown',
    },
  },
  {
    area: 'pages',
    name: 'The site says that the restaurant is closed in the last hours before midnight',
    file: 'cms/src/shared/hours/serviceDays.ts',
    find: 'toInstant(addDays(date, closes < opens ? 1 : 0), closes, timeZone)',
    replace: 'toInstant(date, closes, timeZone)',
    test: { file: 'cms/src/shared/hours/openingStatus.test.ts', title: 'describes' },
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
      file: 'tests/content/publishing.spec.ts',
      title: 'and no long word makes it scroll sideways',
    },
  },
  {
    area: 'phone',
    name: 'A page that is opened again after hours still says “Open”',
    file: 'web/src/useNow.ts',
    find: "document.addEventListener('visibilitychange', update);",
    replace: '',
    test: {
      file: 'web/src/useNow.test.tsx',
      title: 'follows a boundary at which its timer did not run on visibilitychange',
    },
  },
  {
    area: 'preview',
    name: 'A link to a preview shows drafts for ever',
    file: 'cms/src/environment/expiringTokens.ts',
    find: 'Number(expiry) <= Date.now()',
    replace: 'Number(expiry) <= 0',
    test: {
      file: 'cms/src/preview/previewToken.test.ts',
      title: 'a token allows for an hour what it was created for',
    },
  },
  {
    area: 'preview',
    name: 'Everybody reads drafts',
    file: 'cms/src/policies/published-only.ts',
    find: 'if (!preview) throw',
    replace: 'if (preview === null) throw',
    test: {
      file: 'cms/src/policies/published-only.test.ts',
      title: 'rejects reading drafts without a preview',
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
    area: 'preview',
    name: 'A proxy stores the drafts of a preview',
    file: 'web/server/createServer.ts',
    find: '.headers({ ...NO_STORE, ...vary })',
    replace: '.headers(vary)',
    test: {
      file: 'web/server/createServer.test.ts',
      title: 'no cache may store a response to a preview',
    },
  },
  {
    area: 'preview',
    name: 'The preview in the admin stays empty',
    file: 'web/server/securityHeaders.ts',
    find: '{adminUrl.origin}`',
    replace: '{adminUrl.host}`',
    test: {
      file: 'web/server/securityHeaders.test.ts',
      title: 'allows only the origin of the admin to frame the site, for the preview',
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
    test: HISTORIES,
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
      file: 'tests/operations/scheduleAcrossStarts.spec.ts',
      title: 'a restore makes nothing that is older than itself, and lists it',
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
    name: 'An answer of a later version, such as “traces”, counts as free',
    file: 'cms/src/shared/diet/dietaryStatement.ts',
    find: 'includes(ANSWERS, answer) ? [[id, answer]] : []',
    replace: "[[id, includes(ANSWERS, answer) ? answer : 'free']]",
    test: {
      file: 'cms/src/shared/diet/diet.test.ts',
      title: 'is read without the answers of a later version',
    },
  },
  {
    area: 'allergens',
    name: 'Words that are published at their time take over a statement that is confirmed for others',
    file: 'cms/src/shared/diet/mergeStatements.ts',
    find: 'confirmedFor: (own ?? other)?.confirmedFor',
    replace: 'confirmedFor: (other ?? own)?.confirmedFor',
    test: HISTORIES,
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
    test: HISTORIES,
  },
  {
    area: 'allergens',
    name: 'A site that has lost its CMS calls dishes free for a day',
    file: 'web/src/content/confirmation.ts',
    find: '60 * 60 * 1_000',
    replace: '24 * 60 * 60 * 1_000',
    test: HISTORIES,
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
    test: HISTORIES,
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
    name: 'A code works twice',
    file: 'cms/src/access/signInCodes.ts',
    find: 'if (isRight || open.tries',
    replace: 'if (open.tries',
    test: { file: 'cms/src/access/signInCodes.test.ts', title: 'a code has six digits, and works once' },
  },
  {
    area: 'sign-ins',
    name: 'A code can be guessed for as long as its mail is sent again',
    file: 'cms/src/access/signInCodes.ts',
    find: 'this.open.set(key, { code, tries,',
    replace: 'this.open.set(key, { code, tries: tries * 0,',
    test: { file: 'cms/src/access/signInCodes.test.ts', title: 'the fifth wrong one ends a code' },
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
    name: 'An update makes every browser new',
    file: 'cms/src/access/knownBrowser.ts',
    find: 'values.filter(Boolean)',
    replace: 'values',
    test: {
      file: 'cms/src/access/knownBrowser.test.ts',
      title: 'a browser that version 1.6.3 has marked is known',
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
