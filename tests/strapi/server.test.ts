import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';
import { administrator, owner } from '../support/owner.ts';
import { createPicture, createUploadForm } from '../support/pictures.ts';
import { accounts } from '../support/seededCopy.ts';
import { sendFrom } from '../support/sendFrom.ts';
import { databaseFile } from '../support/sqlite.ts';

// The contract with Strapi on the server: a test for each function of cms/src/strapi, which its title names. docs/strapi.md tells how
// to run it alone, and what to do when one fails.

const door = {
  ...requireCompiled<typeof import('../../cms/src/strapi/accounts.ts')>('strapi/accounts'),
  ...requireCompiled<typeof import('../../cms/src/strapi/contentState.ts')>('strapi/contentState'),
  ...requireCompiled<typeof import('../../cms/src/strapi/coreStore.ts')>('strapi/coreStore'),
  ...requireCompiled<typeof import('../../cms/src/strapi/database.ts')>('strapi/database'),
  ...requireCompiled<typeof import('../../cms/src/strapi/databaseFile.ts')>('strapi/databaseFile'),
  ...requireCompiled<typeof import('../../cms/src/strapi/databaseLayer.ts')>('strapi/databaseLayer'),
  ...requireCompiled<typeof import('../../cms/src/strapi/databaseObjects.ts')>('strapi/databaseObjects'),
  ...requireCompiled<typeof import('../../cms/src/strapi/entries.ts')>('strapi/entries'),
  ...requireCompiled<typeof import('../../cms/src/strapi/permissions.ts')>('strapi/permissions'),
  ...requireCompiled<typeof import('../../cms/src/strapi/routes.ts')>('strapi/routes'),
  ...requireCompiled<typeof import('../../cms/src/strapi/rows.ts')>('strapi/rows'),
  ...requireCompiled<typeof import('../../cms/src/strapi/server.ts')>('strapi/server'),
  ...requireCompiled<typeof import('../../cms/src/strapi/services.ts')>('strapi/services'),
  ...requireCompiled<typeof import('../../cms/src/strapi/sessions.ts')>('strapi/sessions'),
  ...requireCompiled<typeof import('../../cms/src/strapi/storedSchema.ts')>('strapi/storedSchema'),
  ...requireCompiled<typeof import('../../cms/src/strapi/uploads.ts')>('strapi/uploads'),
};
const { openSqlite } =
  requireCompiled<typeof import('../../cms/src/environment/sqlite.ts')>('environment/sqlite');

const { strapi } = cms;
const uid = 'api::menu-entree.menu-entree';
const RIBEYE = { documentId: 'ribeye-steak' };
const PASSWORD = 'Contract-Oak-1797';

const readOwner = () =>
  strapi.db.query('admin::user').findOne({ where: { email: accounts.OWNER_EMAIL }, populate: ['roles'] });
const readPicture = () => strapi.db.query('plugin::upload.file').findOne({ where: {}, orderBy: 'id' });
const writeScratchFile = (name: string, content: string | Buffer) => {
  const path = join(mkdtempSync(join(tmpdir(), 'contract-')), name);
  writeFileSync(path, content);
  return path;
};
/** Sends a request without an account, from an address of its own, so that failures don't count for other tests. */
const ask = (method: string, path: string, body?: object) =>
  sendFrom('127.0.0.41', cms.url + path, { method, body });

// Routes.

test('addAdminRoute and addPublicRoute add routes for signed-in accounts, which no cache stores, and for everyone', async () => {
  expect((await ask('GET', '/menu')).status).toBe(401);
  const response = await cms.request('GET', '/menu', undefined, accounts.OWNER_EMAIL);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect((await ask('GET', '/password-mail')).text).toBe('{"isEnabled":false}');
  // Without a preview token.
  expect((await ask('GET', '/api/preview-state')).status).toBe(403);
});

test('findRoute and listUploadRoutes find routes of the admin and of plugins, and throw what is missing for another', () => {
  expect(door.findRoute(strapi, 'admin', 'POST', '/login').handler).toBeDefined();
  expect(door.findRoute(strapi, 'email', 'POST', '/').handler).toBeDefined();
  expect(() => door.findRoute(strapi, 'admin', 'POST', '/none')).toThrow(
    'lacks what findRoute relies on, the route POST /none of admin',
  );
  for (const api of ['admin', 'content-api'] as const)
    expect(door.listUploadRoutes(strapi, api)).toContainEqual(
      expect.objectContaining({ path: '/files/:id' }),
    );
});

test('addMiddlewares checks a request before Strapi and after the authentication, and replaceMiddlewares answers in its place', async () => {
  const weak = await ask('POST', '/admin/reset-password', { resetPasswordToken: 'x', password: 'weak' });
  expect(weak.text).toContain('password is too weak');
  // After the authentication: an anonymous request gets the answer of Strapi.
  expect((await ask('PUT', '/admin/users/me', { email: 'x@y.example' })).status).toBe(401);
  const answer = await ask('POST', '/admin/forgot-password', { email: 'nobody@test.example' });
  expect(answer.text).toContain('No e-mail goes out');
});

test('requirePermission refuses the owner a route that Strapi allows to every account, and removeRoutes removes some', async () => {
  await expect(owner.send('PUT', '/i18n/settings', {})).rejects.toThrow(/^403 /);
  for (const path of ['/admin/webhooks', '/upload/actions/upload-from-urls']) {
    const { status } = await cms.request('POST', path, {}, accounts.ADMIN_EMAIL);
    // Strapi's answer for a method that a path does not have.
    expect(status, path).toBe(405);
  }
});

// Services, pictures and uploads.

test('wrapMediaLibrary wraps what the media library does, and throws what is missing when it lacks a method', async () => {
  const changed: unknown[] = [];
  door.wrapMediaLibrary(strapi, (library) => ({
    updateFileInfo: (id, ...rest) => {
      changed.push(id);
      return library.updateFileInfo(id, ...rest);
    },
  }));
  const { id } = await readPicture();
  await strapi.plugin('upload').service('upload').updateFileInfo(id, { caption: 'Contract' });
  expect([changed, (await readPicture()).caption]).toEqual([[id], 'Contract']);
  // Cast: a method that no version has.
  expect(() => door.wrapMediaLibrary(strapi, () => ({ none: async () => {} }) as object)).toThrow(
    'lacks what wrapMediaLibrary relies on, the method none',
  );
});

test('deletePictureRow deletes the row of a picture in the folder of getUploadsFolder, and leaves its file', async () => {
  const { id, ...picture } = await readPicture();
  const library = strapi.plugin('upload').service('upload');
  await door.deletePictureRow((file) => library.remove(file), { ...picture, id, folderPath: '/none' });
  expect(await strapi.db.query('plugin::upload.file').count({ where: { id } })).toBe(0);
  expect(existsSync(join(door.getUploadsFolder(strapi), picture.hash + picture.ext))).toBe(true);
});

test('forceAutoOrientation turns the orientation of pictures on', async () => {
  const library = strapi.plugin('upload').service('upload');
  await library.setSettings({ autoOrientation: false });
  expect(await library.getSettings()).toMatchObject({ autoOrientation: true });
});

test('uploadPicture uploads a picture outside of a request, and wrapImageProcessing adds AVIF files to it', async () => {
  const bytes = await createPicture('#a33', 640, 480);
  const filepath = writeScratchFile('red.jpeg', bytes);
  const picture = {
    name: 'Red',
    alternativeText: 'Red',
    filepath,
    mimetype: 'image/jpeg',
    size: bytes.length,
  };
  const id = await door.uploadPicture(strapi, picture);
  const row = await strapi.db.query('plugin::upload.file').findOne({ where: { id } });
  expect(row).toMatchObject({ name: 'Red', alternativeText: 'Red', width: 640 });
  expect(Object.keys(row.formats)).toContainEqual(expect.stringMatching(/^avif_/));
});

test('createUploadFolder creates a folder of the media library with its path', async () => {
  expect(await door.createUploadFolder(strapi, 'Contract')).toMatchObject({ path: expect.any(String) });
});

test('createUploadParser parses files after the authentication', async () => {
  const form = createUploadForm({ name: 'text.png' }, Buffer.from('no picture'));
  await expect(administrator.send('POST', '/upload', form)).rejects.toThrow('is no picture');
});

test('wrapBulkActions wraps what the lists do with several entries', async () => {
  const unpublished: string[] = [];
  door.wrapBulkActions(strapi, (actions) => ({
    unpublishMany: (documentIds, ...rest) => {
      unpublished.push(...documentIds);
      return actions.unpublishMany(documentIds, ...rest);
    },
  }));
  await owner.changeTogether('bulkUnpublish', [{ type: 'menu-entree', documentId: 'lasagna' }]);
  expect(unpublished).toEqual(['lasagna']);
  expect(await strapi.documents(uid).findOne({ documentId: 'lasagna', status: 'published' })).toBeNull();
});

// Rows and tables.

test('updateRows changes both versions of an entry and not the time of their last edit', async () => {
  const read = () => strapi.db.query(uid).findMany({ where: RIBEYE, orderBy: 'id' });
  const before = await read();
  await door.updateRows(strapi, uid, RIBEYE, { position: 77 });
  expect(await read()).toEqual(before.map((row) => ({ ...row, position: 77 })));
});

test('lockRows reads the ids of the rows that match, in their order, and lockTable runs in a transaction @postgres', async () => {
  const rows = await strapi.db.query(uid).findMany({ select: ['id'], where: RIBEYE, orderBy: 'id' });
  expect(rows).toHaveLength(2);
  const locked = await strapi.db.transaction(async () => {
    await door.lockTable(strapi, uid);
    return door.lockRows(strapi, uid, RIBEYE);
  });
  expect(locked).toEqual(rows);
});

test('addModel has created a table, of which selectNewestIds selects the newest row of each group', async () => {
  await owner.publish({ type: 'menu-entree', ...RIBEYE }, { description: 'A second version' });
  const versions = strapi.db.query('site::version');
  expect(await versions.count({ where: RIBEYE })).toBe(2);
  const id = { $in: door.selectNewestIds(strapi, 'site_versions', ['uid', 'document_id']) };
  expect(await versions.count({ where: { ...RIBEYE, id } })).toBe(1);
});

// Sessions, permissions and accounts.

test('isAccessToken, findSessionId, findRequestAccount and findSignedInUser know who is signed in, until endSessions ends it', async () => {
  const email = 'contract@test.example';
  const roleId = (await readOwner()).roles[0].id;
  await door.createAccount(strapi, { email, firstname: 'Contract', password: PASSWORD, roleId });
  const { token } = JSON.parse((await ask('POST', '/admin/login', { email, password: PASSWORD })).text).data;
  expect([token, 'none'].map((text) => door.isAccessToken(strapi, text))).toEqual([true, false]);

  const readRequest = () => [door.findSessionId(strapi), door.findRequestAccount(strapi)?.user.id] as const;
  let [sessionId, userId]: Partial<ReturnType<typeof readRequest>> = [];
  const stop = strapi.db.lifecycles.subscribe({
    models: ['site::version'],
    beforeFindMany: () => {
      [sessionId, userId] = readRequest();
    },
  });
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${cms.url}/versions?uid=${uid}&documentId=lasagna`, { headers })).status).toBe(200);
  stop();
  expect(readRequest()).toEqual([undefined, undefined]);
  expect(await door.findSignedInUser(strapi, sessionId ?? '')).toMatchObject({ id: userId, email });
  await door.endSessions(strapi, userId ?? 0);
  expect(await door.findSignedInUser(strapi, sessionId ?? '')).toBeUndefined();
});

test('deleteEndedSessions deletes the renewed sessions of a sign-in without an active one', async () => {
  const sessions = strapi.db.query('admin::session');
  const sessionIds = ['ended', 'renewed', 'active'];
  const [expiresAt, absoluteExpiresAt] = [new Date(), new Date(0)];
  for (const [index, sessionId] of sessionIds.entries())
    await sessions.create({
      data: {
        ...{ sessionId, deviceId: index === 0 ? 'one' : 'two', status: index < 2 ? 'rotated' : 'active' },
        ...{ userId: '999', origin: 'admin', expiresAt, absoluteExpiresAt },
      },
    });
  await door.deleteEndedSessions(strapi, 999);
  const left = await sessions.findMany({ where: { userId: '999' }, orderBy: 'id' });
  await sessions.deleteMany({ where: { userId: '999' } });
  expect(left.map(({ sessionId }) => sessionId)).toEqual(['renewed', 'active']);
});

/** Replaces the permissions of the owner's role by one for entrees, and evaluates those of her account. */
async function permitOwner(action: string, conditions: string[]) {
  const user = await readOwner();
  const permission = { action, subject: uid, properties: { fields: ['entreeName'] }, conditions };
  await door.setRolePermissions(strapi, user.roles[0].id, [permission]);
  return { user, account: await door.findAccount(strapi, user) };
}

test('setRolePermissions, findAccount and hasPermission ask for one entry, some and every one, with a condition and a field', async () => {
  const action = 'plugin::content-manager.explorer.update';
  const { user, account } = await permitOwner(action, ['admin::is-creator']);
  const has = (target: object | 'every' | 'some', field?: string) =>
    door.hasPermission(strapi, account, { action, uid, field }, target);
  expect([has('every'), has('some')]).toEqual([false, true]);
  expect(has({ createdBy: user }, 'entreeName')).toBe(true);
  expect(has({ createdBy: user }, 'description')).toBe(false);
  expect(has({ createdBy: { id: 0 } }, 'entreeName')).toBe(false);
});

test('removeUnreadable removes the fields that an account may not read', async () => {
  const { account } = await permitOwner('plugin::content-manager.explorer.read', []);
  const entry = await strapi.documents(uid).findOne(RIBEYE);
  const readable = await door.removeUnreadable(strapi, account, uid, entry ?? {});
  expect(readable).toHaveProperty('entreeName');
  expect(readable).not.toHaveProperty('description');
});

test('listNestedFields and listTypePermissions list the fields of a type with those of its components', () => {
  const name = 'api::website-name.website-name';
  const fields = expect.arrayContaining(['links.label', 'websiteName']);
  expect(door.listNestedFields(strapi, strapi.contentType(name))).toEqual(fields);
  expect(door.listTypePermissions(strapi)).toContainEqual(
    expect.objectContaining({
      action: 'plugin::content-manager.explorer.read',
      subject: name,
      properties: expect.objectContaining({ fields }),
    }),
  );
});

test('createAccount, findAdministratorRole, hashPassword and isRightPassword create an account that may do everything', async () => {
  const roleId = await door.findAdministratorRole(strapi);
  const create = async (email: string, password?: string) => {
    await door.createAccount(strapi, { email, firstname: 'Contract', password, roleId });
    return strapi.db.query('admin::user').findOne({ where: { email }, populate: ['roles'] });
  };
  const created = await create('with@test.example', PASSWORD);
  expect(created).toMatchObject({ isActive: true, roles: [{ code: 'strapi-super-admin' }] });
  expect((await create('without@test.example')).password).toBeNull();
  for (const hash of [created.password, await door.hashPassword(strapi, PASSWORD)]) {
    expect(await door.isRightPassword(strapi, PASSWORD, hash)).toBe(true);
    expect(await door.isRightPassword(strapi, 'another', hash)).toBe(false);
  }
});

test('isWrongCredentials and isUsedLink recognize the answers to a wrong password and to a used link', async () => {
  const signIn = await ask('POST', '/admin/login', { email: 'nobody@test.example', password: 'wrong' });
  expect(signIn.text).toContain('password is not right');
  const body = { resetPasswordToken: 'used', password: PASSWORD };
  expect((await ask('POST', '/admin/reset-password', body)).text).toContain('has been used or is too old');
});

// The server, forms and entries.

test('onListening and onClosed wait for the HTTP server of Strapi, which hasStarted when the project is loaded', () => {
  const { httpServer } = strapi.server;
  const listener = vi.fn();
  for (const [add, event] of [
    [door.onListening, 'listening'],
    [door.onClosed, 'close'],
  ] as const) {
    const others = httpServer.rawListeners(event);
    add(strapi, listener);
    const added = httpServer.rawListeners(event).filter((candidate) => !others.includes(candidate));
    for (const call of added) call.apply(httpServer);
  }
  expect(listener).toHaveBeenCalledTimes(2);
  expect(door.hasStarted(strapi)).toBe(true);
});

test('dropWebhooks keeps no webhook, and says which', () => {
  const warn = vi.spyOn(strapi.log, 'warn').mockReturnValue(strapi.log);
  const runner = strapi.get('webhookRunner');
  const webhook = {
    id: 1,
    name: 'Kitchen',
    url: 'http://127.0.0.1:9',
    events: ['entry.publish'],
    isEnabled: true,
  };
  runner.add(webhook);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('“Kitchen” is not sent'));
  warn.mockRestore();
  expect(runner.webhooksMap.get('entry.publish') ?? []).toEqual([]);
});

test('isAiPath answers the requests for AI features with nothing', async () => {
  expect(await administrator.send('GET', '/admin/ai-feature-config')).toEqual({ data: null });
});

test('configureForm has written the labels of a type and of a component', async () => {
  const read = async (kind: string, type: string) =>
    (await strapi.plugin('content-manager').service(kind).findConfiguration({ uid: type })).metadatas;
  const { sideName } = await read('content-types', 'api::menu-side.menu-side');
  const { address } = await read('components', 'site.link');
  expect([sideName.edit.label, address.edit.label]).toEqual(['Name', 'Web address']);
});

test('buildPopulate includes pictures, components and relations', async () => {
  const populate = await door.buildPopulate(strapi, 'api::website-name.website-name');
  expect(Object.keys(populate)).toEqual(expect.arrayContaining(['logo', 'notice', 'links']));
});

test('createEntryWithId creates an entry with this document id, also published', async () => {
  await door.createEntryWithId(
    strapi,
    uid,
    'contract',
    { entreeName: 'Contract', position: 900 },
    'published',
  );
  for (const status of ['draft', 'published'] as const)
    expect(await strapi.documents(uid).findOne({ documentId: 'contract', status })).not.toBeNull();
});

test('requireValidValues rejects what does not fit to a field, writePublishedRow writes fields, components and pictures without the draft, and deletePublishedRow keeps it @postgres', async () => {
  const type = 'api::website-name.website-name';
  const populate = { links: true, logo: true } as const;
  const draft = await strapi.documents(type).findFirst({ status: 'draft', populate });
  const documentId = String(draft?.documentId);
  const findRow = () =>
    strapi.db.query(type).findOne({ where: { documentId, publishedAt: { $notNull: true } }, populate });
  const countLinks = () => strapi.db.query('site.link').count();
  const [before, links] = [await findRow(), await countLinks()];
  const link = { label: 'Reserve', address: 'https://table.example/' };
  const write = (row: { id: number } | null, values: Record<string, unknown>) =>
    door.writePublishedRow(strapi, type, { documentId, row, values });
  await write(before, { websiteName: 'The Table', links: [link] });
  const written = await findRow();
  expect(written).toMatchObject({
    id: before.id,
    websiteName: 'The Table',
    links: [link],
    logo: before.logo,
  });
  const check = (values: Record<string, unknown>) => door.requireValidValues(strapi, type, values);
  await check({ websiteName: 'The Table', links: [link], logo: before.logo });
  await expect(check({ websiteName: 7 })).rejects.toThrow(/websiteName must be a `string` type/);
  await expect(check({ websiteName: null })).rejects.toThrow(/websiteName/);

  await door.deletePublishedRow(strapi, type, written);
  expect(await findRow()).toBeNull();
  expect(await countLinks()).toBe(links - before.links.length);
  await write(null, { websiteName: 'The Table', links: [link], logo: before.logo });
  expect(await findRow()).toMatchObject({ links: [link], logo: { id: before.logo.id } });
  expect(await strapi.documents(type).findFirst({ status: 'draft', populate })).toEqual(draft);
});

// The database.

test('readContentState stays the same until something changes @postgres', async () => {
  const state = await door.readContentState(strapi);
  expect(await door.readContentState(strapi)).toBe(state);
  await door.updateRows(strapi, uid, RIBEYE, { position: 78 });
  expect(await door.readContentState(strapi)).not.toBe(state);
});

test('requireDatabase accepts the database, and onFailedMigration explains why it can’t be changed', async () => {
  await expect(door.requireDatabase(strapi)).resolves.toBeUndefined();
  const { schema } = strapi.db;
  const { sync } = schema;
  schema.sync = () => Promise.reject(new Error('no column'));
  door.onFailedMigration(strapi, async (error) => {
    throw new Error(`explained: ${error}`);
  });
  const failed = schema.sync();
  schema.sync = sync;
  await expect(failed).rejects.toThrow('explained: Error: no column');
});

const storeOf = (key: string) => strapi.store({ type: 'app', name: 'contract', key });

test('readCoreStore and writeCoreStore read what Strapi stores, and write what it reads, where hasTable finds its table', async () => {
  await storeOf('read').set({ value: { a: 1 } });
  expect(await door.readCoreStore(strapi, 'app_contract_read')).toEqual({ a: 1 });
  expect(await door.readCoreStore(strapi, 'none')).toBeUndefined();
  await door.writeCoreStore(strapi, 'app_contract_write', { b: 2 });
  expect(await storeOf('write').get()).toEqual({ b: 2 });
  expect(await door.hasTable(strapi, 'admin_permissions')).toBe(true);
  expect(await door.hasTable(strapi, 'no_such_table')).toBe(false);
});

test('readReadableFields reads the fields that roles may read', async () => {
  expect(await door.readReadableFields(strapi)).toContainEqual({
    uid,
    fields: expect.arrayContaining(['entreeName']),
  });
});

// Strapi's database layer, without Strapi.

test('hasStoredSchema and listStoredTables find the schema that Strapi has stored, with its own tables', async () => {
  expect(await door.hasStoredSchema(strapi.db.connection)).toBe(true);
  const tables = await strapi.db.transaction(({ trx }) => door.listStoredTables(trx));
  expect(tables?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['website_name', 'admin_users', 'strapi_migrations', 'site_versions']),
  );
});

test('createTables creates tables as Strapi does', async () => {
  const id = {
    type: 'increments',
    name: 'id',
    args: [{ primary: true, primaryKey: true }],
    notNullable: true,
  };
  const table = { name: 'contract', columns: [id], indexes: [], foreignKeys: [] };
  await strapi.db.transaction(async ({ trx, rollback }) => {
    await door.createTables(strapi.db, [table], trx);
    expect(await trx.schema.hasTable('contract')).toBe(true);
    await rollback();
  });
});

test('hasAccounts, findAccountRow and storeLink find an account, and store its link where Strapi looks for it', async () => {
  expect(await door.hasAccounts(strapi.db)).toBe(true);
  const account = await door.findAccountRow(strapi.db, accounts.OWNER_EMAIL);
  expect(account).toMatchObject({ isActive: true });
  expect(await door.findAccountRow(strapi.db, 'nobody@test.example')).toBeUndefined();
  await door.storeLink(strapi.db, account?.id ?? 0, { token: 'contract', expiresAt: new Date() });
  const linked = await strapi.db.query('admin::user').findOne({ where: { resetPasswordToken: 'contract' } });
  expect(linked.email).toBe(accounts.OWNER_EMAIL);
});

// The file of a SQLite database, as a restore reads it. With Postgres there is none.

const file = databaseFile(cms.dataDir);
type Connection = ReturnType<typeof openSqlite>;

function onFile(title: string, check: (connection: Connection) => Promise<void> | void): void {
  if (!existsSync(file)) return;
  test(title, async () => {
    const connection = openSqlite(file);
    await check(connection);
    connection.close();
  });
}

onFile('withDatabase opens and closes a database without Strapi', async () => {
  const config = { client: 'sqlite', connection: { filename: file }, useNullAsDefault: true } as const;
  const hasUsers = door.withDatabase(config, ({ connection }) => connection.schema.hasTable('admin_users'));
  expect(await hasUsers).toBe(true);
});

onFile(
  'readStored and storeValue read what Strapi has stored, and write what it reads',
  async (connection) => {
    expect(door.readStored(connection, 'strapi_content_types_schema')).toHaveProperty(uid);
    door.storeValue(connection, 'app_contract_true', true);
    expect(await storeOf('true').get()).toBe(true);
  },
);

onFile('hasJsonValue finds out whether an entry has a value in a JSON field', async (connection) => {
  const type = 'api::menu-side.menu-side';
  const has = () => door.hasJsonValue(connection, type, 'dietaryStatement');
  const update = (dietaryStatement: object | null) =>
    strapi.db.query(type).updateMany({ where: { documentId: 'sweet-corn' }, data: { dietaryStatement } });
  expect(has()).toBe(false);
  await update({ diet: 'vegan' });
  expect(has()).toBe(true);
  await update(null);
  expect(has()).toBe(false);
});

onFile('listPictureFiles lists the files of the pictures with their formats', (connection) => {
  const files = door.listPictureFiles(connection);
  expect(files.length).toBeGreaterThan(20);
  for (const { url, name } of files) expect(url).toBe(`/uploads/${name}`);
});

onFile(
  'findSchemaProblem, isStoredSchema and findForeignObject accept what Strapi has created',
  (connection) => {
    const [row] = connection.prepare('SELECT schema FROM strapi_database_schema').all();
    expect(door.isStoredSchema(JSON.parse(String(row?.schema)))).toBe(true);
    expect(door.findSchemaProblem(connection)).toBeUndefined();
    expect(door.findForeignObject(connection)).toBeUndefined();
  },
);

onFile('readEntryRows reads the entries of a type with their title', (connection) => {
  const rows = door.readEntryRows(connection, uid, 'entreeName');
  expect(rows).toContainEqual(
    expect.objectContaining({ ...RIBEYE, title: 'Oak-Grilled Ribeye Steak', isPublished: true }),
  );
});

onFile('deleteSignIns deletes the sessions and links of a database', (connection) => {
  connection.prepare("UPDATE admin_users SET reset_password_token = 'contract'").run();
  const copy = join(mkdtempSync(join(tmpdir(), 'contract-')), 'copy.db');
  connection.prepare('VACUUM INTO ?').run(copy);
  const copied = openSqlite(copy);
  const count = () =>
    copied
      .prepare(`SELECT (SELECT count(*) FROM strapi_sessions) AS sessions,
        (SELECT count(*) FROM admin_users WHERE reset_password_token IS NOT NULL) AS links`)
      .all();
  expect(count()).toEqual([{ sessions: expect.not.closeTo(0), links: 2 }]);
  door.deleteSignIns(copied);
  expect(count()).toEqual([{ sessions: 0, links: 0 }]);
  copied.close();
});
