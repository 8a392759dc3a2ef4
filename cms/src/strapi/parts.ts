import type { Core } from '@strapi/strapi';
import { errorMessage } from '../shared/errorMessage';

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

/**
 * What each function of this folder relies on that Strapi's documentation does not promise, and where it is in Strapi's source, as
 * the end of a sentence; docs/strapi.md tells what to do with it.
 */
export const PARTS = {
  addAdminRoute:
    'strapi.server.routes with the type admin, and the policy admin::isAuthenticatedAdmin: @strapi/core, services/server; @strapi/admin, policies',
  addPublicRoute: 'strapi.server.routes: @strapi/core, services/server',
  findRoute: routes,
  listUploadRoutes: routes,
  addMiddlewares: 'config.middlewares of a route: @strapi/core, services/server/compose-endpoint',
  replaceMiddlewares: 'config.middlewares of a route: @strapi/core, services/server/compose-endpoint',
  requirePermission:
    'config.policies of a route, and the policy admin::hasPermissions: @strapi/admin, policies/hasPermissions',
  removeRoutes: routes,
  wrapMediaLibrary: library,
  wrapFileStorage: 'upload of the service provider: @strapi/upload, services/provider',
  deletePictureRow:
    'remove of that service, which deletes the files of its own provider only: @strapi/upload, services/upload',
  forceAutoOrientation: 'getSettings of that service: @strapi/upload, services/upload',
  wrapImageProcessing: 'the service image-manipulation: @strapi/upload, services/image-manipulation',
  wrapBulkActions: 'the service document-manager: @strapi/content-manager, services/document-manager',
  getUploadsFolder: 'the folder uploads in strapi.dirs.static.public: @strapi/provider-upload-local',
  uploadPicture: `upload of ${library}`,
  createUploadFolder: 'the service folder: @strapi/upload, services/folder',
  createUploadParser: 'the middleware strapi::body: @strapi/core, middlewares/body',
  confirmCommits:
    'the Knex instance strapi.db.connection, with which strapi.db.transaction begins and ends: @strapi/database',
  onFailedStatement: 'the event query-error of the Knex instance strapi.db.connection: @strapi/database',
  updateRows: queryBuilder,
  lockRows: `forUpdate of ${queryBuilder}`,
  selectNewestIds: 'strapi.db.getConnection: @strapi/database',
  lockTable: 'the Knex transaction of strapi.db.transaction, and collectionName of a type: @strapi/database',
  addModel: 'the registry of models: @strapi/core, registries/models',
  endSessions: 'sessionManager(…).invalidateRefreshToken: @strapi/core, services/session-manager',
  deleteEndedSessions:
    'the columns of the sessions: @strapi/core, services/session-manager; @strapi/admin, content-types/Session',
  isAccessToken: 'sessionManager(…).validateAccessToken: @strapi/core, services/session-manager',
  findSessionId: 'state.session of a request: @strapi/admin, strategies/admin',
  findSignedInUser:
    'the columns of the sessions: @strapi/core, services/session-manager; @strapi/admin, content-types/Session',
  findRequestAccount: 'state.user and state.userAbility of a request: @strapi/admin, strategies/admin',
  findAccount: `engine.generateUserAbility of ${permission}`,
  hasPermission: `createPermissionsManager(…).toSubject of ${permission}, and can and rulesFor of CASL`,
  removeUnreadable: 'the service permission-checker: @strapi/content-manager, services/permission-checker',
  setRolePermissions: 'assignPermissions of admin::role: @strapi/admin, services/role',
  listNestedFields: 'getNestedFields of admin::content-type: @strapi/admin, services/content-type',
  listTypePermissions: `actionProvider of ${permission}, and getPermissionsWithNestedFields of admin::content-type: @strapi/admin, services/content-type`,
  createAccount: 'create of admin::user: @strapi/admin, services/user',
  findAdministratorRole: 'getSuperAdmin of admin::role: @strapi/admin, services/role',
  isRightPassword: 'validatePassword of admin::auth: @strapi/admin, services/auth',
  hashPassword: 'hashPassword of admin::auth: @strapi/admin, services/auth',
  isWrongCredentials: 'the text “Invalid credentials”: @strapi/admin, controllers/authentication',
  isUsedLink: 'an ApplicationError without a subclass: @strapi/admin, services/auth',
  onListening: 'strapi.server.httpServer: @strapi/core, services/server',
  onClosed: 'strapi.server.httpServer, which closes before the database: @strapi/core, services/server',
  hasStarted: 'strapi.isLoaded: @strapi/core, Strapi',
  dropWebhooks: 'add of the webhook runner: @strapi/core, services/webhook-runner',
  isAiPath: 'the paths of the AI features: @strapi/admin, routes/ai; @strapi/i18n, routes/admin',
  configureForm: 'findConfiguration and updateConfiguration: @strapi/content-manager, services/configuration',
  buildPopulate: 'the service populate-builder: @strapi/content-manager, services/populate-builder',
  createEntryWithId:
    'the attribute documentId in the data of a new entry: @strapi/core, services/document-service/repository',
  requireValidValues: 'entityValidator: @strapi/core, services/entity-validator',
  writePublishedRow:
    'updateComponents and omitComponentData of the document service: @strapi/core, services/document-service/components',
  deletePublishedRow:
    'updateComponents of the document service: @strapi/core, services/document-service/components',
  readContentState: 'the only connection to SQLite, and strapi.db.connection.raw: @strapi/database',
  requireDatabase: 'strapi.db.connection.raw before the start: @strapi/database',
  onFailedMigration: 'strapi.db.schema.sync: @strapi/database, schema',
  hasTable: 'strapi.db.connection.schema: @strapi/database',
  readCoreStore: stored,
  writeCoreStore: stored,
  readReadableFields: 'the table admin_permissions: @strapi/admin, content-types/Permission',
  deleteSignIns:
    'the tables of sessions and tokens, and of accounts: @strapi/core and @strapi/admin, content-types',
  storeValue: stored,
  readStored: stored,
  listPictureFiles: 'the table files: @strapi/upload, content-types/file',
  findSchemaProblem: 'the table strapi_database_schema: @strapi/database, schema/storage',
  isStoredSchema: 'the form of a stored schema: @strapi/database, schema/schema',
  hasJsonValue: columns,
  readEntryRows: columns,
  findForeignObject:
    'the statements that Strapi creates tables and indexes with: @strapi/database, schema/builder',
  withDatabase: layer,
  hasStoredSchema: layer,
  listStoredTables: layer,
  createTables: 'schema.builder.createTables: @strapi/database, schema/builder',
  hasAccounts: accountRows,
  findAccountRow: accountRows,
  storeLink: accountRows,
};

export type PartName = keyof typeof PARTS;

/** Finds each part that guards data or access, for the first of the functions that rely on it; `undefined` when Strapi lacks it. */
const GUARDS: Partial<Record<PartName, (strapi: Core.Strapi) => unknown>> = {
  addAdminRoute: ({ server }) => server.routes,
  findRoute: ({ admin }) => admin.routes.admin,
  listUploadRoutes: (strapi) => strapi.plugin('upload').routes,
  requirePermission: (strapi) => strapi.policies['admin::hasPermissions'],
  wrapMediaLibrary: (strapi) => strapi.service('plugin::upload.upload'),
  wrapFileStorage: (strapi) => strapi.service('plugin::upload.provider').upload,
  wrapBulkActions: (strapi) => strapi.service('plugin::content-manager.document-manager'),
  getUploadsFolder: ({ dirs }) => dirs.static.public,
  uploadPicture: (strapi) => strapi.service('plugin::upload.upload').upload,
  createUploadFolder: (strapi) => strapi.service('plugin::upload.folder').create,
  createUploadParser: (strapi) => strapi.middleware('strapi::body'),
  confirmCommits: ({ db }) => db.connection.transaction,
  updateRows: ({ db }) => db.queryBuilder,
  selectNewestIds: ({ db }) => db.getConnection,
  addModel: (strapi) => strapi.get('models').add,
  endSessions: (strapi) => strapi.sessionManager,
  deleteEndedSessions: (strapi) => strapi.contentTypes['admin::session']?.attributes.status,
  findSignedInUser: (strapi) => strapi.contentTypes['admin::session']?.attributes.deviceId,
  findAccount: (strapi) => strapi.service('admin::permission').engine.generateUserAbility,
  hasPermission: (strapi) => strapi.service('admin::permission').createPermissionsManager,
  removeUnreadable: (strapi) => strapi.service('plugin::content-manager.permission-checker').create,
  setRolePermissions: (strapi) => strapi.service('admin::role').assignPermissions,
  listNestedFields: (strapi) => strapi.service('admin::content-type').getNestedFields,
  listTypePermissions: (strapi) => strapi.service('admin::content-type').getPermissionsWithNestedFields,
  createAccount: (strapi) => strapi.service('admin::user').create,
  findAdministratorRole: (strapi) => strapi.service('admin::role').getSuperAdmin,
  isRightPassword: (strapi) => strapi.service('admin::auth').validatePassword,
  hashPassword: (strapi) => strapi.service('admin::auth').hashPassword,
  onListening: ({ server }) => server.httpServer,
  hasStarted: ({ isLoaded }) => isLoaded,
  dropWebhooks: (strapi) => strapi.get('webhookRunner').add,
  buildPopulate: (strapi) => strapi.service('plugin::content-manager.populate-builder'),
  requireValidValues: (strapi) => strapi.entityValidator.validateEntityUpdate,
  readContentState: ({ db }) => db.connection.raw,
  onFailedMigration: ({ db }) => db.schema.sync,
  hasTable: ({ db }) => db.connection.schema,
};

/** The error at the start of a CMS whose Strapi lacks a part that guards data or access. */
export class MissingPartError extends Error {
  /** @param detail what is missing, if that is more than the part */
  constructor(name: PartName, detail?: string) {
    super(
      `this version of Strapi lacks what ${name} relies on${detail ? `, ${detail}` : ''}: ${PARTS[name]} (docs/strapi.md).`,
    );
  }
}

/**
 * Checks, before anything else is added to Strapi, that it has what guards data and access.
 * @throws MissingPartError when a part is missing
 */
export function requireParts(strapi: Core.Strapi): void {
  for (const [name, find] of Object.entries(GUARDS)) {
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
