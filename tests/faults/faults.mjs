/** @typedef {'data loss' | 'drafts' | 'restores' | 'two at once' | 'permissions' | 'pages' | 'phone' | 'preview'} Area */

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
    name: 'Words that were typed while the connection was lost vanish from the menu screen',
    file: 'cms/src/admin/menu/typedWords.ts',
    find: "const isSettled = !failure || failure.kind === 'gone';",
    replace: "const isSettled = !failure || failure.kind !== 'conflict';",
    test: {
      file: 'cms/src/admin/menu/menuStore.test.ts',
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
    area: 'drafts',
    name: 'Switching a drink publishes the new name that waits in the draft',
    file: 'cms/src/menu/drinkList.ts',
    find: 'publishedIndex, { ...published, isOff })',
    replace: 'publishedIndex, { ...drink, isOff })',
    test: { file: 'cms/src/menu/drinkList.test.ts', title: 'publishes no changed name' },
  },
  {
    area: 'drafts',
    name: 'The first screen tells of no draft that was left open',
    file: 'cms/src/warnings/openDrafts.ts',
    find: 'timeOf(draft) > timeOf(version)',
    replace: 'timeOf(draft) < timeOf(version)',
    test: {
      file: 'cms/src/warnings/openDrafts.test.ts',
      title:
        'names the drafts that are older than a week and differ from what is published, the oldest first',
    },
  },
  {
    area: 'drafts',
    name: 'Publish the menu puts a dish without a name on the site',
    file: 'cms/src/menu/publishMenu.ts',
    find: 'requireName(dish.draft.name);',
    replace: '',
    test: {
      file: 'cms/src/menu/publishMenu.test.ts',
      title: 'publishes no name that becomes blank in the meantime, and names the dish',
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
    file: 'cms/src/backups/endSignIns.ts',
    find: "'strapi_sessions',",
    replace: '',
    test: {
      file: 'cms/src/backups/endSignIns.test.ts',
      title: 'deletes sessions and tokens, and keeps passwords',
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
    area: 'restores',
    name: 'A restore keeps no copy of the site that it replaces',
    file: 'cms/src/backups/restore.ts',
    find: 'const copy = isEmpty ? undefined :',
    replace: 'const copy = hasSite ? undefined :',
    test: {
      file: 'cms/src/backups/restore.test.ts',
      title: 'replaces the database and the pictures, keeps a copy',
    },
  },
  {
    area: 'two at once',
    name: 'The owner chooses her words in a conflict, and those of the other are saved',
    file: 'cms/src/admin/conflicts/resolveConflicts.ts',
    find: "choices[name] !== 'yours'",
    replace: "choices[name] === 'yours'",
    test: {
      file: 'cms/src/admin/conflicts/resolveConflicts.test.ts',
      title: 'saves what both have changed after the owner has chosen',
    },
  },
  {
    area: 'two at once',
    name: 'Publish the menu puts a dish back that somebody takes off at the same moment',
    file: 'cms/src/menu/publishMenu.ts',
    find: 'const [dish] = await selectUnpublished(strapi, type, dishes);',
    replace: 'const [dish] = dishes;',
    test: {
      file: 'cms/src/menu/publishMenu.test.ts',
      title: 'publishes no dish that somebody takes off or deletes in the meantime',
    },
  },
  {
    area: 'two at once',
    name: 'A form that was opened earlier takes back what somebody else has published since',
    file: 'cms/src/conflicts/compareContent.ts',
    find: "if (form === opened) return { kind: 'untouched' };",
    replace: "if (form === opened) return { kind: 'safe' };",
    test: {
      file: 'cms/src/conflicts/compareContent.test.ts',
      title: 'compares a text: only a change that was made elsewhere can conflict',
    },
  },
  {
    area: 'two at once',
    name: 'A move on the menu screen undoes the order that somebody else has made in the meantime',
    file: 'cms/src/menu/conflict.ts',
    find: 'if (isSameOrder(present, seen) || isSameOrder(present, wanted)) return;',
    replace: 'if (isSameOrder(present, seen) || present.length <= wanted.length) return;',
    test: { file: 'cms/src/menu/conflict.test.ts', title: 'that somebody else made is kept' },
  },
  {
    area: 'two at once',
    name: 'Saving a form that was opened before somebody moved the dish moves it back',
    file: 'cms/src/menu/placeDishes.ts',
    find: "action === 'update' && isRequest && isRecord(data)",
    replace: "action === 'update' && !isRequest && isRecord(data)",
    test: {
      file: 'cms/src/menu/placeDishes.test.ts',
      title: 'saving a dish in a request never moves it; a content step may',
    },
  },
  {
    area: 'permissions',
    name: 'An account that may change only its own entries can change all',
    file: 'cms/src/access/entryPermissions.ts',
    find: '!inverted && !conditions',
    replace: '!inverted',
    test: {
      file: 'cms/src/access/entryPermissions.test.ts',
      title:
        'with a condition, allows an action with the entries whose draft and published version fulfil it',
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
    name: 'The owner deletes a record without which the page has a gap',
    file: 'cms/src/access/ownerPermissions.ts',
    find: '(create|delete)',
    replace: '(create)',
    test: {
      file: 'cms/src/access/accounts.test.ts',
      title: 'the owner may neither change the layout nor add or delete fixed records, nor move them',
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
    area: 'pages',
    name: 'A notice stays on the site after its end',
    file: 'web/src/components/NoticeBand.tsx',
    find: 'notice.from <= now && now < notice.until',
    replace: 'notice.from <= now',
    test: { file: 'web/src/components/NoticeBand.test.tsx', title: 'hides a notice at its end' },
  },
  {
    area: 'pages',
    name: 'The site says that the restaurant is closed in the last hours before midnight',
    file: 'cms/src/contact/openingStatus.ts',
    find: 'toInstant(addDays(date, closes < opens ? 1 : 0), closes, timeZone)',
    replace: 'toInstant(date, closes, timeZone)',
    test: { file: 'cms/src/contact/openingStatus.test.ts', title: 'describes' },
  },
  {
    area: 'pages',
    name: 'The menu has its dishes in another order than the owner has chosen',
    file: 'web/src/content/strapi.ts',
    find: 'a.position - b.position ||',
    replace: '',
    test: {
      file: 'web/src/content/parsers.test.ts',
      title: 'are sorted by position, those without one last, then by name',
    },
  },
  {
    area: 'pages',
    name: 'A drink that the owner has taken off is still on the menu',
    file: 'web/src/content/strapi.ts',
    find: 'offMenu !== true',
    replace: 'offMenu !== null',
    test: {
      file: 'web/src/content/parsers.test.ts',
      title: 'are in the owner’s order, without those that are off the menu',
    },
  },
  {
    area: 'pages',
    name: 'A dish whose name has a “<” breaks the page',
    file: 'web/src/entry-server.tsx',
    find: "JSON.stringify(data).replaceAll('<', '\\\\u003c')",
    replace: 'JSON.stringify(data)',
    test: {
      file: 'web/src/entry-server.test.tsx',
      title: 'embedded content and structured data are JSON that can’t close their script elements',
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
    area: 'phone',
    name: 'A press on the phone number calls nobody',
    file: 'web/src/components/contactHref.ts',
    find: "'mailto' : 'tel'",
    replace: "'mailto' : 'phone'",
    test: { file: 'web/src/components/ContactLink.test.tsx', title: 'links the phone' },
  },
  {
    area: 'phone',
    name: 'The bar of a phone does not say whether the restaurant is open',
    file: 'web/src/components/QuickLinks.tsx',
    find: 'hours?.schedule && describeOpeningStatus(',
    replace: '!hours?.schedule && describeOpeningStatus(',
    test: {
      file: 'web/src/components/QuickLinks.test.tsx',
      title: 'the line about now is the first link, leads to the hours, and replaces the link to them',
    },
  },
  {
    area: 'phone',
    name: 'A phone loads all pictures of a page at once',
    file: 'web/src/components/ResponsiveImage.tsx',
    find: "priority ? 'eager' : 'lazy'",
    replace: "priority ? 'eager' : 'eager'",
    test: {
      file: 'web/src/entry-server.test.tsx',
      title: 'the page’s first picture loads eagerly, all others lazily',
    },
  },
  {
    area: 'phone',
    name: 'A page that comes back from the back/forward cache says “Open” after hours',
    file: 'web/src/useNow.ts',
    find: "window.addEventListener('pageshow', update);",
    replace: '',
    test: {
      file: 'web/src/useNow.test.tsx',
      title: 'follows a boundary at which its timer did not run on pageshow',
    },
  },
  {
    area: 'preview',
    name: 'A link to a preview shows drafts for ever',
    file: 'cms/src/access/expiringTokens.ts',
    find: 'Number(expiry) <= Date.now()',
    replace: 'Number(expiry) <= 0',
    test: {
      file: 'cms/src/preview/previewToken.test.ts',
      title: 'a token allows for an hour what it was created for',
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
    area: 'preview',
    name: 'A link to one earlier version shows all drafts',
    file: 'cms/src/policies/published-only.ts',
    find: "request.query = { ...request.query, status: 'published' };",
    replace: '',
    test: {
      file: 'cms/src/policies/published-only.test.ts',
      title: 'a preview of an earlier version reads published content with that version',
    },
  },
  {
    area: 'preview',
    name: 'A preview that has ended still says that it shows drafts',
    file: 'web/src/preview.ts',
    find: 'if (response.status === 403) return end();',
    replace: 'if (response.status === 401) return end();',
    test: { file: 'web/src/preview.test.ts', title: 'ends at the next check after the token is rejected' },
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
];
