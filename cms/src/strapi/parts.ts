import type { Core } from '@strapi/strapi';
import { errorMessage } from '../shared/errorMessage';

/** A part of Strapi that Strapi's documentation does not promise. */
interface Part {
  /** What it is and where it is in Strapi's source, as the end of a sentence. */
  reliesOn: string;
  /** For what guards data or access: finds it before Strapi starts; `undefined` when this version of Strapi lacks it. */
  find?: (strapi: Core.Strapi) => unknown;
}

const routes =
  'the lists of routes that Strapi registers after the app: @strapi/core, services/server/register-routes';
const queryBuilder = 'strapi.db.queryBuilder: @strapi/database, query/query-builder';
const stored = 'the table strapi_core_store_settings: @strapi/core, services/core-store';
const permission = 'the service admin::permission: @strapi/admin, services/permission';
const library = 'the service upload of the media library: @strapi/upload, services/upload';
const accountRows = 'the table admin_users: @strapi/admin, content-types/User';
const columns =
  'the columns of an entry, and the stored content types: @strapi/core, utils/transform-content-types-to-models';
const layer = 'the class Database and the stored schema: @strapi/database';

/** What each function of this folder relies on; docs/strapi.md tells what to do with it. */
export const PARTS = {
  addAdminRoute: {
    reliesOn:
      'strapi.server.routes with the type admin, and the policy admin::isAuthenticatedAdmin: @strapi/core, services/server; @strapi/admin, policies',
    find: ({ server }) => server.routes,
  },
  addPublicRoute: {
    reliesOn: 'strapi.server.routes: @strapi/core, services/server',
    find: ({ server }) => server.routes,
  },
  findRoute: { reliesOn: routes, find: ({ admin }) => admin.routes.admin },
  listUploadRoutes: { reliesOn: routes, find: (strapi) => strapi.plugin('upload').routes },
  addMiddlewares: {
    reliesOn: 'config.middlewares of a route: @strapi/core, services/server/compose-endpoint',
  },
  replaceMiddlewares: {
    reliesOn: 'config.middlewares of a route: @strapi/core, services/server/compose-endpoint',
  },
  requirePermission: {
    reliesOn:
      'config.policies of a route, and the policy admin::hasPermissions: @strapi/admin, policies/hasPermissions',
    find: (strapi) => strapi.policies['admin::hasPermissions'],
  },
  removeRoutes: { reliesOn: routes, find: ({ admin }) => admin.routes.admin },
  wrapMediaLibrary: { reliesOn: library, find: (strapi) => strapi.service('plugin::upload.upload') },
  wrapFileStorage: {
    reliesOn: 'upload of the service provider: @strapi/upload, services/provider',
    find: (strapi) => strapi.service('plugin::upload.provider').upload,
  },
  deletePictureRow: {
    reliesOn:
      'remove of that service, which deletes the files of its own provider only: @strapi/upload, services/upload',
  },
  forceAutoOrientation: { reliesOn: 'getSettings of that service: @strapi/upload, services/upload' },
  wrapImageProcessing: {
    reliesOn: 'the service image-manipulation: @strapi/upload, services/image-manipulation',
  },
  wrapBulkActions: {
    reliesOn: 'the service document-manager: @strapi/content-manager, services/document-manager',
    find: (strapi) => strapi.service('plugin::content-manager.document-manager'),
  },
  getUploadsFolder: {
    reliesOn: 'the folder uploads in strapi.dirs.static.public: @strapi/provider-upload-local',
    find: ({ dirs }) => dirs.static.public,
  },
  uploadPicture: {
    reliesOn: `upload of ${library}`,
    find: (strapi) => strapi.service('plugin::upload.upload').upload,
  },
  createUploadFolder: {
    reliesOn: 'the service folder: @strapi/upload, services/folder',
    find: (strapi) => strapi.service('plugin::upload.folder').create,
  },
  createUploadParser: {
    reliesOn: 'the middleware strapi::body: @strapi/core, middlewares/body',
    find: (strapi) => strapi.middleware('strapi::body'),
  },
  confirmCommits: {
    reliesOn:
      'the Knex instance strapi.db.connection, with which strapi.db.transaction begins and ends: @strapi/database',
    find: ({ db }) => db.connection.transaction,
  },
  onFailedStatement: {
    reliesOn: 'the event query-error of the Knex instance strapi.db.connection: @strapi/database',
  },
  updateRows: { reliesOn: queryBuilder, find: ({ db }) => db.queryBuilder },
  readRowIds: { reliesOn: queryBuilder, find: ({ db }) => db.queryBuilder },
  lockRows: { reliesOn: `forUpdate of ${queryBuilder}`, find: ({ db }) => db.queryBuilder },
  listDocumentIds: { reliesOn: `groupBy of ${queryBuilder}`, find: ({ db }) => db.queryBuilder },
  selectNewestIds: {
    reliesOn: 'strapi.db.getConnection: @strapi/database',
    find: ({ db }) => db.getConnection,
  },
  lockTable: {
    reliesOn: 'the Knex transaction of strapi.db.transaction, and collectionName of a type: @strapi/database',
  },
  addModel: {
    reliesOn: 'the registry of models: @strapi/core, registries/models',
    find: (strapi) => strapi.get('models').add,
  },
  endSessions: {
    reliesOn: 'sessionManager(…).invalidateRefreshToken: @strapi/core, services/session-manager',
    find: (strapi) => strapi.sessionManager,
  },
  deleteEndedSessions: {
    reliesOn:
      'the columns of the sessions: @strapi/core, services/session-manager; @strapi/admin, content-types/Session',
    find: (strapi) => strapi.contentTypes['admin::session']?.attributes.status,
  },
  isAccessToken: {
    reliesOn: 'sessionManager(…).validateAccessToken: @strapi/core, services/session-manager',
    find: (strapi) => strapi.sessionManager,
  },
  findSessionId: { reliesOn: 'state.session of a request: @strapi/admin, strategies/admin' },
  findSignedInUser: {
    reliesOn:
      'the columns of the sessions: @strapi/core, services/session-manager; @strapi/admin, content-types/Session',
    find: (strapi) => strapi.contentTypes['admin::session']?.attributes.deviceId,
  },
  findRequestAccount: {
    reliesOn: 'state.user and state.userAbility of a request: @strapi/admin, strategies/admin',
  },
  findAccount: {
    reliesOn: `engine.generateUserAbility of ${permission}`,
    find: (strapi) => strapi.service('admin::permission').engine.generateUserAbility,
  },
  hasPermission: {
    reliesOn: `createPermissionsManager(…).toSubject of ${permission}, and can and rulesFor of CASL`,
    find: (strapi) => strapi.service('admin::permission').createPermissionsManager,
  },
  removeUnreadable: {
    reliesOn: 'the service permission-checker: @strapi/content-manager, services/permission-checker',
    find: (strapi) => strapi.service('plugin::content-manager.permission-checker').create,
  },
  setRolePermissions: {
    reliesOn: 'assignPermissions of admin::role: @strapi/admin, services/role',
    find: (strapi) => strapi.service('admin::role').assignPermissions,
  },
  listNestedFields: {
    reliesOn: 'getNestedFields of admin::content-type: @strapi/admin, services/content-type',
    find: (strapi) => strapi.service('admin::content-type').getNestedFields,
  },
  listTypePermissions: {
    reliesOn: `actionProvider of ${permission}, and getPermissionsWithNestedFields of admin::content-type: @strapi/admin, services/content-type`,
    find: (strapi) => strapi.service('admin::content-type').getPermissionsWithNestedFields,
  },
  createAccount: {
    reliesOn: 'create of admin::user: @strapi/admin, services/user',
    find: (strapi) => strapi.service('admin::user').create,
  },
  findAdministratorRole: {
    reliesOn: 'getSuperAdmin of admin::role: @strapi/admin, services/role',
    find: (strapi) => strapi.service('admin::role').getSuperAdmin,
  },
  isRightPassword: {
    reliesOn: 'validatePassword of admin::auth: @strapi/admin, services/auth',
    find: (strapi) => strapi.service('admin::auth').validatePassword,
  },
  hashPassword: {
    reliesOn: 'hashPassword of admin::auth: @strapi/admin, services/auth',
    find: (strapi) => strapi.service('admin::auth').hashPassword,
  },
  isWrongCredentials: {
    reliesOn: 'the text “Invalid credentials”: @strapi/admin, controllers/authentication',
  },
  isUsedLink: { reliesOn: 'an ApplicationError without a subclass: @strapi/admin, services/auth' },
  onListening: {
    reliesOn: 'strapi.server.httpServer: @strapi/core, services/server',
    find: ({ server }) => server.httpServer,
  },
  onClosed: {
    reliesOn: 'strapi.server.httpServer, which closes before the database: @strapi/core, services/server',
  },
  hasStarted: { reliesOn: 'strapi.isLoaded: @strapi/core, Strapi', find: ({ isLoaded }) => isLoaded },
  dropWebhooks: {
    reliesOn: 'add of the webhook runner: @strapi/core, services/webhook-runner',
    find: (strapi) => strapi.get('webhookRunner').add,
  },
  isAiPath: {
    reliesOn: 'the paths of the AI features: @strapi/admin, routes/ai; @strapi/i18n, routes/admin',
  },
  configureForm: {
    reliesOn: 'findConfiguration and updateConfiguration: @strapi/content-manager, services/configuration',
  },
  buildPopulate: {
    reliesOn: 'the service populate-builder: @strapi/content-manager, services/populate-builder',
    find: (strapi) => strapi.service('plugin::content-manager.populate-builder'),
  },
  createEntryWithId: {
    reliesOn:
      'the attribute documentId in the data of a new entry: @strapi/core, services/document-service/repository',
  },
  requireValidValues: {
    reliesOn: 'entityValidator: @strapi/core, services/entity-validator',
    find: (strapi) => strapi.entityValidator.validateEntityUpdate,
  },
  writePublishedRow: {
    reliesOn:
      'updateComponents and omitComponentData of the document service: @strapi/core, services/document-service/components',
  },
  deletePublishedRow: {
    reliesOn: 'updateComponents of the document service: @strapi/core, services/document-service/components',
  },
  readContentState: {
    reliesOn: 'the only connection to SQLite, and strapi.db.connection.raw: @strapi/database',
    find: ({ db }) => db.connection.raw,
  },
  requireDatabase: {
    reliesOn: 'strapi.db.connection.raw before the start: @strapi/database',
    find: ({ db }) => db.connection.raw,
  },
  onFailedMigration: {
    reliesOn: 'strapi.db.schema.sync: @strapi/database, schema',
    find: ({ db }) => db.schema.sync,
  },
  hasTable: {
    reliesOn: 'strapi.db.connection.schema: @strapi/database',
    find: ({ db }) => db.connection.schema,
  },
  readCoreStore: { reliesOn: stored, find: ({ db }) => db.connection.schema },
  writeCoreStore: { reliesOn: stored, find: ({ db }) => db.connection.schema },
  readReadableFields: {
    reliesOn: 'the table admin_permissions: @strapi/admin, content-types/Permission',
    find: ({ db }) => db.connection.schema,
  },
  deleteSignIns: {
    reliesOn:
      'the tables of sessions and tokens, and of accounts: @strapi/core and @strapi/admin, content-types',
  },
  storeValue: { reliesOn: stored },
  readStored: { reliesOn: stored },
  listPictureFiles: { reliesOn: 'the table files: @strapi/upload, content-types/file' },
  findSchemaProblem: { reliesOn: 'the table strapi_database_schema: @strapi/database, schema/storage' },
  isStoredSchema: { reliesOn: 'the form of a stored schema: @strapi/database, schema/schema' },
  hasJsonValue: { reliesOn: columns },
  readEntryRows: { reliesOn: columns },
  findForeignObject: {
    reliesOn: 'the statements that Strapi creates tables and indexes with: @strapi/database, schema/builder',
  },
  withDatabase: { reliesOn: layer },
  hasStoredSchema: { reliesOn: layer },
  listStoredTables: { reliesOn: layer },
  createTables: { reliesOn: 'schema.builder.createTables: @strapi/database, schema/builder' },
  hasAccounts: { reliesOn: accountRows },
  findAccountRow: { reliesOn: accountRows },
  storeLink: { reliesOn: accountRows },
} satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;

/** The error at the start of a CMS whose Strapi lacks a part that guards data or access. */
export class MissingPartError extends Error {
  /** @param detail what is missing, if that is more than the part */
  constructor(name: PartName, detail?: string) {
    super(
      `this version of Strapi lacks what ${name} relies on${detail ? `, ${detail}` : ''}: ${PARTS[name].reliesOn} (docs/strapi.md).`,
    );
  }
}

/**
 * Checks, before anything else is added to Strapi, that it has what guards data and access.
 * @throws MissingPartError when a part is missing
 */
export function requireParts(strapi: Core.Strapi): void {
  const parts: [string, Part][] = Object.entries(PARTS);
  for (const [name, { find }] of parts) {
    if (!find) continue;
    let part: unknown;
    try {
      part = find(strapi);
    } catch {
      // Something on the way to the part is missing.
    }
    // Cast: the names are those of the table.
    if (part === undefined || part === null) throw new MissingPartError(name as PartName);
  }
}

/** Applies a convenience. Without the part that it relies on, the CMS goes on with what Strapi does itself, and logs that once. */
export async function applyConvenience(
  strapi: Core.Strapi,
  name: PartName,
  apply: () => unknown,
): Promise<void> {
  try {
    await apply();
  } catch (error) {
    strapi.log.warn(`${name} is left out (${errorMessage(error)}): docs/strapi.md.`);
  }
}
