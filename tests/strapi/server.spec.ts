import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { PartName } from '../../cms/src/strapi/parts.ts';
import { type Cms, CmsProcess } from '../support/cmsProcess.ts';
import { listenOnFreePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { expect, type Stack, signIn, test } from '../support/stack.ts';

// The contract with Strapi on the server: a test for each function of cms/src/strapi, whose title begins with the function's name.
// docs/strapi.md tells how to run it alone, and what to do when one fails.

const RIBEYE = { uid: 'api::menu-entree.menu-entree', documentId: 'ribeye-steak' } as const;
const LASAGNA = { ...RIBEYE, documentId: 'lasagna' } as const;

let cms: CmsProcess;
let dataDir: string;
/** The events of Strapi that the webhook of an earlier version has received. */
const receivedEvents: unknown[] = [];
const webhookReceiver = createServer(({ headers }, response) => {
  const event = headers['x-strapi-event'];
  if (event) receivedEvents.push(event);
  response.end();
});
let webhookUrl: string;

test.beforeAll(async ({ copyData }) => {
  const location = await copyData();
  dataDir = location.dataDir;
  webhookUrl = `http://127.0.0.1:${await listenOnFreePort(webhookReceiver)}`;
  withSqlite(databaseFile(dataDir), (database) =>
    database
      .prepare(
        "INSERT INTO strapi_webhooks (name, url, headers, events, enabled) VALUES ('Kitchen', ?, '{}', '[\"entry.publish\"]', 1)",
      )
      .run(webhookUrl),
  );
  cms = await CmsProcess.start(location);
});

test.afterAll(async () => {
  await cms.stop();
  webhookReceiver.close();
  rmSync(dataDir, { recursive: true });
});

/** Tests a function in a process of the CMS, which has no requests. */
function inProcess<Argument>(
  name: PartName,
  does: string,
  task: (cms: Cms, argument: Argument) => Promise<unknown>,
  expected: unknown,
  argument?: Argument,
): void {
  test(`${name} ${does}`, async () => {
    // Cast: a task without an argument ignores it.
    expect(await cms.run(task, (argument ?? {}) as Argument)).toEqual(expected);
  });
}

/** Tests a function by a request to a running CMS. */
function byRequest(name: PartName, does: string, check: (stack: Stack) => Promise<void>): void {
  test(`${name} ${does}`, ({ stack }) => check(stack));
}

const send = (stack: Stack, method: string, path: string, body?: object, headers = {}) =>
  fetch(`${stack.cms}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
    ...(body && { body: JSON.stringify(body) }),
  });

// Routes.

byRequest(
  'addAdminRoute',
  'adds a route for signed-in accounts only, which no cache stores',
  async (stack) => {
    expect((await send(stack, 'GET', '/menu')).status).toBe(401);
    const response = await stack.asAdmin('GET', '/menu');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

byRequest('addPublicRoute', 'adds a route for everyone, beside the admin and below /api', async (stack) => {
  expect(await (await send(stack, 'GET', '/password-mail')).json()).toEqual({ isEnabled: false });
  // Without a preview token.
  expect((await send(stack, 'GET', '/api/preview-state')).status).toBe(403);
});

inProcess(
  'findRoute',
  'finds a route of the admin and one of a plugin, and throws what is missing for another',
  async ({ strapi, door }) => {
    const find = (plugin: string, path: string) => {
      try {
        return door.findRoute(strapi, plugin, 'POST', path).method;
      } catch (error) {
        return String(error);
      }
    };
    return [find('admin', '/login'), find('email', '/'), find('admin', '/no-such-route')];
  },
  [
    'POST',
    'POST',
    expect.stringContaining('lacks what findRoute relies on, the route POST /no-such-route of admin'),
  ],
);

inProcess(
  'listUploadRoutes',
  'lists the routes of the media library for both APIs',
  async ({ strapi, door }) =>
    (['admin', 'content-api'] as const).map((api) =>
      door.listUploadRoutes(strapi, api).some(({ path }) => path === '/files/:id'),
    ),
  [true, true],
);

byRequest('addMiddlewares', 'checks a request before Strapi and after the authentication', async (stack) => {
  const weak = await send(stack, 'POST', '/admin/reset-password', {
    resetPasswordToken: 'x',
    password: 'weak',
  });
  expect(await weak.text()).toMatch(/password is too weak/);
  // After the authentication: an anonymous request gets the answer of Strapi.
  expect((await send(stack, 'PUT', '/admin/users/me', { email: 'x@y.example' })).status).toBe(401);
});

byRequest('replaceMiddlewares', 'answers in the place of Strapi', async (stack) => {
  const response = await send(stack, 'POST', '/admin/forgot-password', { email: 'nobody@test.example' });
  expect(await response.text()).toMatch(/No e-mail goes out/);
});

test('requirePermission refuses the owner a route that Strapi allows to every account', async ({ stack }) => {
  const token = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const response = await send(stack, 'PUT', '/i18n/settings', {}, { authorization: `Bearer ${token}` });
  expect(response.status).toBe(403);
});

byRequest('removeRoutes', 'removes routes of the admin and of a plugin', async (stack) => {
  // Strapi's answer for a method that a path does not have.
  for (const path of ['/admin/webhooks', '/upload/actions/upload-from-urls'])
    expect((await stack.asAdmin('POST', path, {})).status, path).toBe(405);
});

// Services, pictures and uploads.

inProcess(
  'wrapMediaLibrary',
  'wraps what the media library does, and throws what is missing when it lacks a method',
  async ({ strapi, door }) => {
    const calls: unknown[] = [];
    door.wrapMediaLibrary(strapi, (library) => ({
      updateFileInfo: (id, ...rest) => {
        calls.push(id);
        return library.updateFileInfo(id, ...rest);
      },
    }));
    const [file] = await strapi.db.query('plugin::upload.file').findMany({ limit: 1 });
    await strapi.plugin('upload').service('upload').updateFileInfo(file.id, { caption: 'Contract' });
    const changed = await strapi.db.query('plugin::upload.file').findOne({ where: { id: file.id } });
    // Cast: a method that no version has.
    const wrapNone = () => door.wrapMediaLibrary(strapi, () => ({ none: async () => {} }) as object);
    let error = '';
    try {
      wrapNone();
    } catch (thrown) {
      error = String(thrown);
    }
    return [calls.length, changed.caption, error];
  },
  [1, 'Contract', expect.stringContaining('lacks what wrapMediaLibrary relies on, the method none')],
);

inProcess(
  'deletePictureRow',
  'deletes the row of a picture and leaves its file',
  async ({ strapi, door }) => {
    const { existsSync } = process.getBuiltinModule('node:fs');
    const files = strapi.db.query('plugin::upload.file');
    const [picture] = await files.findMany({ limit: 1, orderBy: { id: 'desc' } });
    const path = `${door.getUploadsFolder(strapi)}/${picture.hash}${picture.ext}`;
    const library = strapi.plugin('upload').service('upload');
    await door.deletePictureRow((file) => library.remove(file), { ...picture, folderPath: '/none' });
    return [await files.count({ where: { id: picture.id } }), existsSync(path)];
  },
  [0, true],
);

inProcess(
  'forceAutoOrientation',
  'turns the orientation of pictures on',
  async ({ strapi }) => {
    await strapi.plugin('upload').service('upload').setSettings({ autoOrientation: false });
    return (await strapi.plugin('upload').service('upload').getSettings()).autoOrientation;
  },
  true,
);

inProcess(
  'wrapImageProcessing',
  'adds AVIF files to a picture that is uploaded',
  async ({ strapi }) => {
    const pictures = await strapi.db.query('plugin::upload.file').findMany({ limit: 1 });
    return Object.keys(pictures[0].formats).filter((name) => name.startsWith('avif_')).length > 0;
  },
  true,
);

inProcess(
  'wrapBulkActions',
  'wraps what the lists do with several entries, in one transaction',
  async ({ strapi }, { uid, documentId }) => {
    const manager = strapi.service('plugin::content-manager.document-manager');
    const published = () => strapi.documents(uid).findOne({ documentId, status: 'published' });
    await manager.unpublishMany([documentId], uid, {});
    const without = await published();
    await manager.publishMany(uid, [documentId]);
    return [without, Boolean(await published()), typeof manager.deleteMany];
  },
  [null, true, 'function'],
  LASAGNA,
);

inProcess(
  'getUploadsFolder',
  'is the folder of the media library',
  async ({ strapi, door }) => {
    const { existsSync } = process.getBuiltinModule('node:fs');
    const [picture] = await strapi.db.query('plugin::upload.file').findMany({ limit: 1 });
    return existsSync(`${door.getUploadsFolder(strapi)}/${picture.hash}${picture.ext}`);
  },
  true,
);

inProcess(
  'uploadPicture',
  'uploads a picture with its alternative text outside of a request',
  async ({ strapi, door }) => {
    const { mkdtempSync, writeFileSync } = process.getBuiltinModule('node:fs');
    const { tmpdir } = process.getBuiltinModule('node:os');
    // The smallest PNG: one pixel.
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const filepath = `${mkdtempSync(`${tmpdir()}/contract-`)}/dot.png`;
    writeFileSync(filepath, Buffer.from(png, 'base64'));
    const picture = { name: 'Dot', alternativeText: 'A dot', filepath, mimetype: 'image/png', size: 70 };
    const id = await door.uploadPicture(strapi, picture);
    const row = await strapi.db.query('plugin::upload.file').findOne({ where: { id } });
    return [row.name, row.alternativeText, row.width];
  },
  ['Dot', 'A dot', 1],
);

inProcess(
  'createUploadFolder',
  'creates a folder of the media library with its path',
  async ({ strapi, door }) => typeof (await door.createUploadFolder(strapi, 'Contract')).path,
  'string',
);

inProcess(
  'rejectDamagedUpload',
  'rejects a damaged picture',
  async ({ strapi, door }) => {
    const { mkdtempSync, writeFileSync } = process.getBuiltinModule('node:fs');
    const { tmpdir } = process.getBuiltinModule('node:os');
    const filepath = `${mkdtempSync(`${tmpdir()}/contract-`)}/bad.png`;
    writeFileSync(filepath, 'no picture');
    const file = { filepath, originalFilename: 'bad.png', name: 'bad.png', ext: '.png', mime: 'image/png' };
    return door.rejectDamagedUpload(strapi, file).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  },
  expect.stringContaining('“bad.png” is damaged'),
);

byRequest('createUploadParser', 'parses an uploaded file after the authentication', async (stack) => {
  const body = new FormData();
  body.append('files', new Blob(['no picture']), 'text.png');
  body.append('fileInfo', JSON.stringify({ name: 'text.png' }));
  const response = await stack.asAdmin('POST', '/upload', body);
  expect(await response.text()).toMatch(/is no picture/);
});

// Rows and tables.

inProcess(
  'updateRows',
  'changes both versions of an entry and not the time of their last edit',
  async ({ strapi, door }, { uid, documentId }) => {
    const read = () => strapi.db.query(uid).findMany({ where: { documentId }, orderBy: { id: 'asc' } });
    const timesOf = (rows: { updatedAt: unknown }[]) =>
      rows.map(({ updatedAt }) => new Date(String(updatedAt)).getTime());
    const before = await read();
    await door.updateRows(strapi, uid, { documentId }, { position: 77 });
    const after = await read();
    return [
      after.map(({ position }) => position),
      JSON.stringify(timesOf(after)) === JSON.stringify(timesOf(before)),
    ];
  },
  [[77, 77], true],
  RIBEYE,
);

inProcess(
  'readRowIds',
  'reads the ids of the rows that match, in their order',
  async ({ strapi, door }, { uid, documentId }) => {
    const rows = await door.readRowIds(strapi, uid, { documentId });
    return [rows.length, (rows[0]?.id ?? 0) < (rows[1]?.id ?? 0)];
  },
  [2, true],
  RIBEYE,
);

inProcess(
  'lockRows',
  'locks rows in a transaction, and reads their ids',
  async ({ strapi, door }, { uid, documentId }) =>
    strapi.db.transaction(async () => (await door.lockRows(strapi, uid, { documentId })).length),
  2,
  RIBEYE,
);

inProcess(
  'listDocumentIds',
  'lists each document id once',
  async ({ strapi, door }, { uid, documentId }) => door.listDocumentIds(strapi, uid, { documentId }),
  [RIBEYE.documentId],
  RIBEYE,
);

inProcess(
  'selectNewestIds',
  'is a condition that selects the newest row of each group',
  async ({ strapi, door }, { documentId }) => {
    const where = { id: { $in: door.selectNewestIds(strapi, 'site_versions', ['uid', 'document_id']) } };
    const rows = await strapi.db.query('site::version').findMany({ where });
    return rows.filter((row) => row.documentId === documentId).length;
  },
  1,
  RIBEYE,
);

inProcess(
  'lockTable',
  'runs in a transaction on this database',
  async ({ strapi, door }, { uid }) =>
    strapi.db.transaction(async () => {
      await door.lockTable(strapi, uid);
      return 'locked';
    }),
  'locked',
  RIBEYE,
);

inProcess(
  'addModel',
  'has created the table of the versions',
  async ({ strapi }) => (await strapi.db.query('site::version').count()) > 0,
  true,
);

// Sessions, permissions and accounts.

test('endSessions ends the sessions of an account, and isAccessToken, findSessionId and findSignedInUser follow them', async ({
  editableStack: stack,
}) => {
  const token = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const headers = { authorization: `Bearer ${token}` };
  const look = async () => {
    const versions = await send(
      stack,
      'GET',
      `/versions?uid=${RIBEYE.uid}&documentId=${RIBEYE.documentId}`,
      undefined,
      headers,
    );
    const [version] = await versions.json();
    const answer = await send(stack, 'GET', `/versions/${version.id}/look`, undefined, headers);
    const { url }: { url: string } = await answer.json();
    return new URLSearchParams(new URL(url).hash.slice(1)).get('preview') ?? '';
  };
  const preview = await look();
  const readState = () =>
    send(stack, 'GET', '/api/preview-state', undefined, { 'x-preview-token': preview }).then(
      ({ status }) => status,
    );
  expect(await readState()).toBe(200);
  const users = await (await stack.asAdmin('GET', '/admin/users')).json();
  const owner = users.data.results.find(({ email }: { email: string }) => email === accounts.OWNER_EMAIL);
  const change = await stack.asAdmin('PUT', `/admin/users/${owner.id}`, { password: 'Other-Oak-1797' });
  expect(change.status).toBe(200);
  expect(await readState()).toBe(403);
});

inProcess(
  'isAccessToken',
  'rejects a text that is no token',
  async ({ strapi, door }) => door.isAccessToken(strapi, 'none'),
  false,
);

inProcess(
  'deleteEndedSessions',
  'deletes the renewed sessions of a sign-in without an active one',
  async ({ strapi, door }) => {
    const sessions = strapi.db.query('admin::session');
    for (const [sessionId, deviceId, status] of [
      ['ended', 'device 1', 'rotated'],
      ['renewed', 'device 2', 'rotated'],
      ['active', 'device 2', 'active'],
    ])
      await sessions.create({
        data: {
          ...{ sessionId, deviceId, status, userId: '999', origin: 'admin' },
          ...{ expiresAt: new Date(), absoluteExpiresAt: new Date(0) },
        },
      });
    await door.deleteEndedSessions(strapi, 999);
    const left = await sessions.findMany({ where: { userId: '999' }, orderBy: { id: 'asc' } });
    return left.map(({ sessionId }) => sessionId);
  },
  ['renewed', 'active'],
);

inProcess(
  'findSessionId',
  'finds none outside of a request',
  async ({ strapi, door }) => door.findSessionId(strapi) ?? null,
  null,
);

inProcess(
  'findSignedInUser',
  'finds no account of a session that does not exist',
  async ({ strapi, door }) => (await door.findSignedInUser(strapi, 'none')) ?? null,
  null,
);

byRequest('findRequestAccount', 'knows the account of a request and its permissions', async (stack) => {
  const response = await stack.asAdmin('GET', '/warnings');
  expect(response.status).toBe(200);
});

inProcess(
  'findAccount',
  'evaluates the permissions of an account',
  async ({ strapi, door }) => {
    const user = await strapi.db
      .query('admin::user')
      .findOne({ where: { email: 'owner@test.example' }, populate: ['roles'] });
    const { userAbility } = await door.findAccount(strapi, user);
    return [
      userAbility.can('plugin::content-manager.explorer.publish', 'api::menu-side.menu-side'),
      userAbility.can('admin::users.read', undefined),
    ];
  },
  [true, false],
);

inProcess(
  'hasPermission',
  'asks for one entry, some and every one, with a condition and a field',
  async ({ strapi, door }, { uid }) => {
    const owner = await strapi.db
      .query('admin::user')
      .findOne({ where: { email: 'owner@test.example' }, populate: ['roles'] });
    const role = owner.roles[0].id;
    const permission = {
      action: 'plugin::content-manager.explorer.update',
      subject: uid,
      properties: { fields: ['entreeName'] },
      conditions: ['admin::is-creator'],
    };
    await strapi.service('admin::role').assignPermissions(role, [permission]);
    const account = await door.findAccount(strapi, owner);
    const ask = (target: object | 'every' | 'some', field?: string) =>
      door.hasPermission(strapi, account, { action: permission.action, uid, field }, target);
    return [
      ask('every'),
      ask('some'),
      ask({ createdBy: owner }, 'entreeName'),
      ask({ createdBy: owner }, 'description'),
      ask({ createdBy: { id: 0 } }, 'entreeName'),
    ];
  },
  [false, true, true, false, false],
  RIBEYE,
);

inProcess(
  'removeUnreadable',
  'removes the fields that an account may not read',
  async ({ strapi, door }, { uid, documentId }) => {
    const owner = await strapi.db
      .query('admin::user')
      .findOne({ where: { email: 'owner@test.example' }, populate: ['roles'] });
    const permission = {
      action: 'plugin::content-manager.explorer.read',
      subject: uid,
      properties: { fields: ['entreeName'] },
      conditions: [],
    };
    await strapi.service('admin::role').assignPermissions(owner.roles[0].id, [permission]);
    const entry = await strapi.documents(uid).findOne({ documentId });
    const shown = await door.removeUnreadable(
      strapi,
      await door.findAccount(strapi, owner),
      uid,
      entry ?? {},
    );
    return ['entreeName' in shown, 'description' in shown];
  },
  [true, false],
  RIBEYE,
);

inProcess(
  'setRolePermissions',
  'replaces the permissions of a role',
  async ({ strapi, door }) => {
    const role = await strapi.db.query('admin::role').findOne({ where: { code: 'strapi-author' } });
    const permission = { action: 'plugin::upload.read', subject: null, properties: {}, conditions: [] };
    await door.setRolePermissions(strapi, role.id, [permission]);
    const stored = await strapi.db.query('admin::permission').findMany({ where: { role: role.id } });
    return stored.map(({ action }) => action);
  },
  ['plugin::upload.read'],
);

inProcess(
  'listNestedFields',
  'lists the fields of a type with those of its components',
  async ({ strapi, door }) =>
    door.listNestedFields(strapi, strapi.contentType('api::menu-soft-drinks.menu-soft-drinks')),
  expect.arrayContaining(['drinks.drinkName', 'subHeading']),
);

inProcess(
  'listTypePermissions',
  'lists the permissions for a type with its fields',
  async ({ strapi, door }, { uid }) =>
    door
      .listTypePermissions(strapi)
      .filter(({ subject }) => subject === uid)
      .map(({ action, properties }) => `${action} ${(properties.fields ?? []).includes('entreeName')}`),
  expect.arrayContaining(['plugin::content-manager.explorer.read true']),
  RIBEYE,
);

inProcess(
  'createAccount',
  'creates an account that can sign in, or one without a password',
  async ({ strapi, door }) => {
    const roleId = await door.findAdministratorRole(strapi);
    for (const password of ['Contract-Oak-1797', undefined])
      await door.createAccount(strapi, {
        email: `contract-${password ? 'with' : 'without'}@test.example`,
        firstname: 'Contract',
        password,
        roleId,
      });
    const created = await strapi.db
      .query('admin::user')
      .findMany({ where: { firstname: 'Contract' }, orderBy: { id: 'asc' } });
    return [
      await door.isRightPassword(strapi, 'Contract-Oak-1797', created[0].password),
      created[1].password,
      created.map(({ isActive }) => isActive),
    ];
  },
  [true, null, [true, true]],
);

inProcess(
  'findAdministratorRole',
  'finds the role that may do everything',
  async ({ strapi, door }) => {
    const id = await door.findAdministratorRole(strapi);
    return (await strapi.db.query('admin::role').findOne({ where: { id } })).code;
  },
  'strapi-super-admin',
);

inProcess(
  'hashPassword',
  'hashes a password so that isRightPassword accepts it and no other',
  async ({ strapi, door }) => {
    const hash = await door.hashPassword(strapi, 'Contract-Oak-1797');
    return [
      await door.isRightPassword(strapi, 'Contract-Oak-1797', hash),
      await door.isRightPassword(strapi, 'another', hash),
    ];
  },
  [true, false],
);

inProcess(
  'isRightPassword',
  'rejects a wrong password',
  async ({ strapi, door }) =>
    door.isRightPassword(strapi, 'wrong', await door.hashPassword(strapi, 'Contract-Oak-1797')),
  false,
);

byRequest('isWrongCredentials', 'recognizes the answer to a wrong password', async (stack) => {
  const response = await send(stack, 'POST', '/admin/login', {
    email: 'nobody@test.example',
    password: 'wrong',
  });
  expect(await response.text()).toMatch(/password is not right/);
});

byRequest('isUsedLink', 'recognizes the answer to a link that is not valid any more', async (stack) => {
  const body = { resetPasswordToken: 'used', password: 'Contract-Oak-1797' };
  const response = await send(stack, 'POST', '/admin/reset-password', body);
  expect(await response.text()).toMatch(/has been used or is too old/);
});

// The server, forms and entries.

byRequest('onListening', 'logs the version once the CMS listens', async (stack) => {
  expect(stack.log).toMatch(/Scioto Table \d/);
});

inProcess(
  'onClosed',
  'calls a function when the server closes',
  async ({ strapi, door }) => {
    let isClosed = false;
    door.onClosed(strapi, () => {
      isClosed = true;
    });
    strapi.server.httpServer.emit('close');
    return isClosed;
  },
  true,
);

inProcess(
  'hasStarted',
  'is true once Strapi and the project are loaded',
  async ({ strapi, door }) => door.hasStarted(strapi),
  true,
);

inProcess(
  'dropWebhooks',
  'says which webhook is not sent',
  async ({ strapi }) => {
    const lines: string[] = [];
    const { warn } = strapi.log;
    Object.assign(strapi.log, { warn: (line: string) => lines.push(line) });
    strapi.get('webhookRunner').add({ id: 1, name: 'Contract', url: 'http://127.0.0.1:9', events: [] });
    Object.assign(strapi.log, { warn });
    return lines;
  },
  [expect.stringMatching(/“Contract” is not sent/)],
);

test('dropWebhooks sends no webhook of an earlier version', async () => {
  const publish = async ({ strapi }: Cms, { uid, documentId, url }: typeof LASAGNA & { url: string }) => {
    for (let turn = 0; turn < 2; turn += 1) await strapi.documents(uid).publish({ documentId });
    // The webhook would be sent before this.
    return (await fetch(url)).status;
  };
  expect(await cms.run(publish, { ...LASAGNA, url: webhookUrl })).toBe(200);
  expect(receivedEvents).toEqual([]);
});

byRequest('isAiPath', 'answers the requests for AI features with nothing', async (stack) => {
  expect(await (await stack.asAdmin('GET', '/admin/ai-feature-config')).json()).toEqual({ data: null });
});

inProcess(
  'configureForm',
  'has written the labels of a type and of a component',
  async ({ strapi }) => {
    const manager = strapi.plugin('content-manager');
    const type = await manager
      .service('content-types')
      .findConfiguration({ uid: 'api::menu-side.menu-side' });
    const component = await manager.service('components').findConfiguration({ uid: 'site.link' });
    return [type.metadatas.sideName.edit.label, component.metadatas.address.edit.label];
  },
  ['Name', 'Web address'],
);

inProcess(
  'buildPopulate',
  'includes pictures, components and relations',
  async ({ strapi, door }) => Object.keys(await door.buildPopulate(strapi, 'api::website-name.website-name')),
  expect.arrayContaining(['logo', 'notice', 'links']),
);

inProcess(
  'createEntryWithId',
  'creates an entry with this document id, also published',
  async ({ strapi, door }, { uid }) => {
    await door.createEntryWithId(
      strapi,
      uid,
      'contract',
      { entreeName: 'Contract', position: 900 },
      'published',
    );
    const read = (status: 'draft' | 'published') =>
      strapi.documents(uid).findOne({ documentId: 'contract', status });
    return [Boolean(await read('draft')), Boolean(await read('published'))];
  },
  [true, true],
  RIBEYE,
);

// The database.

inProcess(
  'readContentState',
  'stays the same until something changes',
  async ({ strapi, door }, { uid, documentId }) => {
    const states = [await door.readContentState(strapi), await door.readContentState(strapi)];
    await door.updateRows(strapi, uid, { documentId }, { position: 78 });
    states.push(await door.readContentState(strapi));
    return [states[0] === states[1], states[1] === states[2]];
  },
  [true, false],
  RIBEYE,
);

inProcess(
  'requireDatabase',
  'accepts the database before the start',
  async ({ strapi, door }) => (await door.requireDatabase(strapi)) ?? 'accepted',
  'accepted',
);

inProcess(
  'onFailedMigration',
  'explains why the database can’t be changed',
  async ({ strapi, door }) => {
    const { schema } = strapi.db;
    const { sync } = schema;
    schema.sync = async () => {
      throw new Error('no column');
    };
    door.onFailedMigration(strapi, async (error) => {
      throw new Error(`explained: ${error}`);
    });
    const message = await schema.sync().catch((error: Error) => error.message);
    schema.sync = sync;
    return message;
  },
  'explained: Error: no column',
);

inProcess(
  'readCoreStore',
  'reads what Strapi stores, without Strapi',
  async ({ strapi, door }) => {
    await strapi.store({ type: 'app', name: 'contract', key: 'read' }).set({ value: { a: 1 } });
    return [
      await door.readCoreStore(strapi, 'app_contract_read'),
      (await door.readCoreStore(strapi, 'none')) ?? null,
    ];
  },
  [{ a: 1 }, null],
);

inProcess(
  'writeCoreStore',
  'writes what Strapi reads',
  async ({ strapi, door }) => {
    await door.writeCoreStore(strapi, 'app_contract_write', { b: 2 });
    return strapi.store({ type: 'app', name: 'contract', key: 'write' }).get();
  },
  { b: 2 },
);

inProcess(
  'hasTable',
  'knows a table of Strapi',
  async ({ strapi, door }) => [
    await door.hasTable(strapi, 'admin_permissions'),
    await door.hasTable(strapi, 'no_such_table'),
  ],
  [true, false],
);

inProcess(
  'readReadableFields',
  'reads the fields that roles may read',
  async ({ strapi, door }, { uid }) =>
    (await door.readReadableFields(strapi)).some((type) => type.uid === uid),
  true,
  RIBEYE,
);

/** Tests a function on the file of the SQLite database, as a restore does. */
function onFile(
  name: PartName,
  does: string,
  task: (cms: Cms, file: string) => Promise<unknown>,
  expected: unknown,
): void {
  test(`${name} ${does}`, async () => {
    expect(await cms.run(task, join(dataDir, 'cms', 'strapi.db'))).toEqual(expected);
  });
}

onFile(
  'readStored',
  'reads the content types that Strapi has stored',
  async ({ door }, file) =>
    Object.keys(
      door.withSqlite(file, 1000, (connection) =>
        Object(door.readStored(connection, 'strapi_content_types_schema')),
      ),
    ).includes('api::menu-side.menu-side'),
  true,
);

onFile(
  'storeValue',
  'writes values that Strapi reads',
  async ({ strapi, door }, file) => {
    door.withSqlite(file, 1000, (connection) => {
      door.storeValue(connection, 'app_contract_true', true);
      door.storeValue(connection, 'app_contract_object', { id: 'a' });
    });
    const read = (key: string) => strapi.store({ type: 'app', name: 'contract', key }).get();
    return [await read('true'), await read('object')];
  },
  [true, { id: 'a' }],
);

onFile(
  'hasJsonValue',
  'finds out whether an entry has a value in a JSON field',
  async ({ strapi, door }, file) => {
    const uid = 'api::menu-side.menu-side';
    const has = () =>
      door.withSqlite(file, 1000, (connection) => door.hasJsonValue(connection, uid, 'dietaryStatement'));
    const update = (dietaryStatement: object | null) =>
      strapi.db.query(uid).updateMany({ where: { documentId: 'sweet-corn' }, data: { dietaryStatement } });
    const before = has();
    await update({ diet: 'vegan' });
    const stated = has();
    await update(null);
    return [before, stated, has()];
  },
  [false, true, false],
);

onFile(
  'listPictureFiles',
  'lists the files of the pictures with their formats',
  async ({ door }, file) => {
    const files = door.withSqlite(file, 1000, (connection) => door.listPictureFiles(connection));
    return [files.length > 20, files.every(({ url, name }) => url === `/uploads/${name}`)];
  },
  [true, true],
);

onFile(
  'findSchemaProblem',
  'finds nothing wrong with what Strapi stores',
  async ({ door }, file) =>
    door.withSqlite(file, 1000, (connection) => door.findSchemaProblem(connection)) ?? 'none',
  'none',
);

onFile(
  'isStoredSchema',
  'accepts the schemas that Strapi stores',
  async ({ door }, file) =>
    door.withSqlite(file, 1000, (connection) =>
      connection
        .prepare('SELECT schema FROM strapi_database_schema')
        .all()
        .map(({ schema }) => door.isStoredSchema(JSON.parse(String(schema)))),
    ),
  expect.arrayContaining([true]),
);

onFile(
  'readEntryRows',
  'reads the entries of a type with their title',
  async ({ door }, file) =>
    door
      .withSqlite(file, 1000, (connection) =>
        door.readEntryRows(connection, 'api::menu-entree.menu-entree', 'entreeName'),
      )
      .find(({ documentId }) => documentId === 'ribeye-steak')?.isPublished,
  true,
);

onFile(
  'findForeignObject',
  'finds nothing in a database that Strapi has created',
  async ({ door }, file) =>
    door.withSqlite(file, 1000, (connection) => door.findForeignObject(connection)) ?? 'none',
  'none',
);

onFile(
  'withDatabase',
  'opens and closes a database without Strapi',
  async ({ door }, filename) =>
    door.withDatabase(
      { client: 'sqlite', connection: { filename }, useNullAsDefault: true },
      '.',
      async ({ connection }) => connection.schema.hasTable('admin_users'),
    ),
  true,
);

onFile(
  'hasStoredSchema',
  'finds the schema that Strapi has stored',
  async ({ strapi, door }) => door.hasStoredSchema(strapi.db.connection),
  true,
);

onFile(
  'listStoredTables',
  'lists the tables, with those of Strapi itself',
  async ({ strapi, door }) =>
    (await strapi.db.transaction(async ({ trx }) => door.listStoredTables(trx)))?.map(({ name }) => name),
  expect.arrayContaining(['website_name', 'admin_users', 'strapi_migrations', 'site_versions']),
);

onFile(
  'createTables',
  'creates tables as Strapi does',
  async ({ strapi, door }) =>
    strapi.db.transaction(async ({ trx, rollback }) => {
      const column = {
        type: 'increments',
        name: 'id',
        args: [{ primary: true, primaryKey: true }],
        notNullable: true,
      };
      const table = { name: 'contract', columns: [column], indexes: [], foreignKeys: [] };
      await door.createTables(strapi.db, [table], trx);
      const isCreated = await trx.schema.hasTable('contract');
      await rollback();
      return isCreated;
    }),
  true,
);

onFile(
  'hasAccounts',
  'finds the table of accounts',
  async ({ strapi, door }) => door.hasAccounts(strapi.db),
  true,
);

onFile(
  'findAccountRow',
  'finds an account by its e-mail address',
  async ({ strapi, door }) => [
    (await door.findAccountRow(strapi.db, 'owner@test.example'))?.isActive,
    (await door.findAccountRow(strapi.db, 'nobody@test.example')) ?? null,
  ],
  [true, null],
);

onFile(
  'storeLink',
  'stores a link where Strapi looks for it',
  async ({ strapi, door }) => {
    const account = await door.findAccountRow(strapi.db, 'owner@test.example');
    const expiresAt = new Date(Date.now() + 60_000);
    await door.storeLink(strapi.db, account?.id ?? 0, { token: 'contract', expiresAt });
    const users = strapi.db.query('admin::user');
    return (await users.findOne({ where: { resetPasswordToken: 'contract' } }))?.email;
  },
  'owner@test.example',
);

onFile(
  'deleteSignIns',
  'deletes the sessions and links of a database',
  async ({ strapi, door }, file) => {
    door.withSqlite(file, 1000, (connection) => door.deleteSignIns(connection));
    const links = { where: { resetPasswordToken: { $notNull: true } } };
    return [
      await strapi.db.query('admin::session').count(),
      await strapi.db.query('admin::user').count(links),
    ];
  },
  [0, 0],
);
