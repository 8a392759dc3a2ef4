import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from './command.mjs';

/** @typedef {'cms' | 'web' | 'offsite' | 'recover' | 'backups' | 'password' | 'doctor' | 'caddy'} ProcessName */

/**
 * @typedef {object} Setting
 * @property {ProcessName[]} readBy the processes that get it; none if only the scripts, Docker or the tests read it
 * @property {ProcessName[]} [presenceReadBy] the processes that learn only whether it is set
 * @property {true} [isSecret] its value may also be in a file: `<NAME>_FILE` is the file's path
 * @property {true} [isInternal] set by the scripts or by the container images, and not by operators
 */

/** @type {ProcessName[]} */
const SERVERS = ['cms', 'web'];
/** @type {ProcessName[]} */
const DATABASE_USERS = ['cms', 'backups', 'recover', 'password'];
/** @type {ProcessName[]} */
const OFFSITE_USERS = ['offsite', 'recover'];
/** @type {ProcessName[]} */
const CMS_CODE = [...DATABASE_USERS, 'offsite', 'doctor'];
/** @type {ProcessName[]} */
const ALL = [...CMS_CODE, 'web'];

/**
 * Every setting and the processes that read it. .env.example and docker-compose.yml have the same ones, as
 * processSettings.test.ts checks.
 * @type {ReadonlyMap<string, Setting>}
 */
export const SETTINGS = new Map(
  /** @type {[string, Setting][]} */ ([
    ['SITE_PORT', { readBy: [] }],
    ['ADMIN_PORT', { readBy: [] }],
    ['SITE_HOST', { readBy: [] }],
    ['ADMIN_HOST', { readBy: ['doctor'] }],
    ['SITE_URL', { readBy: [...SERVERS, 'password', 'doctor'] }],
    ['ADMIN_URL', { readBy: ['cms', 'web', 'password', 'doctor'] }],
    ['DOMAIN', { readBy: ['caddy'] }],
    ['CADDY_OPTIONS', { readBy: ['caddy'] }],
    ['HTTP_PORT', { readBy: [] }],
    ['HTTPS_PORT', { readBy: [] }],
    ['TRUSTED_PROXY', { readBy: SERVERS }],
    ['TIME_ZONE', { readBy: [...SERVERS, 'backups', 'recover'] }],
    ['SECURITY_CONTACT', { readBy: ['web'] }],
    ['DATA_DIR', { readBy: ALL }],
    ['DATABASE_URL', { readBy: DATABASE_USERS, isSecret: true }],
    ['IMAGES', { readBy: [] }],
    ['COMPOSE_FILE', { readBy: [] }],
    ['CMS_URL', { readBy: ['web'] }],
    ['TZ', { readBy: CMS_CODE }],
    ['ADMIN_EMAIL', { readBy: ['cms'] }],
    ['ADMIN_PASSWORD', { readBy: ['cms', 'doctor'], isSecret: true }],
    ['OWNER_EMAIL', { readBy: ['cms'] }],
    ['OWNER_PASSWORD', { readBy: ['cms', 'doctor'], isSecret: true }],
    ['SMTP_URL', { readBy: ['cms', 'password'], presenceReadBy: ['doctor'], isSecret: true }],
    ['MAIL_FROM', { readBy: ['cms', 'password'] }],
    ['BACKUP_REPOSITORY', { readBy: OFFSITE_USERS, presenceReadBy: ['cms', 'doctor'], isSecret: true }],
    ['BACKUP_PASSWORD', { readBy: OFFSITE_USERS, presenceReadBy: ['cms', 'doctor'], isSecret: true }],
    ['AWS_ACCESS_KEY_ID', { readBy: OFFSITE_USERS }],
    ['AWS_SECRET_ACCESS_KEY', { readBy: OFFSITE_USERS, isSecret: true }],
    ['AWS_DEFAULT_REGION', { readBy: OFFSITE_USERS }],
    ['COMPOSE_PROFILES', { readBy: [] }],
    ['METRICS', { readBy: SERVERS }],
    ['LOG_FORMAT', { readBy: SERVERS }],
    ['CHROMIUM_PATH', { readBy: [] }],
    ['VERSION', { readBy: ALL, isInternal: true }],
    ['NODE_ENV', { readBy: ALL, isInternal: true }],
    ['HOST', { readBy: SERVERS, isInternal: true }],
    ['PORT', { readBy: SERVERS, isInternal: true }],
    ['METRICS_HOST', { readBy: SERVERS, isInternal: true }],
    ['METRICS_PORT', { readBy: SERVERS, isInternal: true }],
    ['STRAPI_TELEMETRY_DISABLED', { readBy: ['cms'], isInternal: true }],
    ['NODE_COMPILE_CACHE', { readBy: ['cms'], isInternal: true }],
  ]),
);

/**
 * The variables of the system that every process gets: those of the shell, Node, OpenSSL and the dynamic linker. NODE_OPTIONS
 * is how operators limit Node's memory, and how the tests preload files, whose variables that pass through the scripts begin with TEST_.
 */
const SYSTEM_VARIABLES =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LC_\w+|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|XDG_\w+|LD_(LIBRARY_PATH|PRELOAD)|MALLOC_ARENA_MAX|UV_THREADPOOL_SIZE|NODE_(OPTIONS|EXTRA_CA_CERTS|USE_SYSTEM_CA|TLS_REJECT_UNAUTHORIZED)|SSL_CERT_(FILE|DIR)|TEST_\w+)$/;
/** The variables of Postgres' clients, such as PGPASSFILE and PGSSLROOTCERT. */
const POSTGRES_VARIABLES = /^PG[A-Z_]+$/;
/** The variables of restic and of the storage that it supports. */
const RESTIC_VARIABLES = /^(RESTIC|AWS|AZURE|B2|GOOGLE|OS|ST|RCLONE)_\w+$/;
/** What restic and ssh need to reach a repository. */
const NETWORK_VARIABLES = /^((https?|no|all)_proxy|SSH_AUTH_SOCK)$/i;

/** The value of a setting for a process that learns only whether it is set. */
const PRESENT = 'set';

/** Finds the setting to which a variable belongs: by its name, or by that of the file with its value. */
function findSetting(/** @type {string} */ variable) {
  const ofFile = SETTINGS.get(variable.replace(/_FILE$/, ''));
  return SETTINGS.get(variable) ?? (ofFile?.isSecret ? ofFile : undefined);
}

/**
 * Selects the variables that a process gets: the settings that it reads, and the system's.
 * @param {NodeJS.ProcessEnv} env
 * @param {ProcessName} processName
 * @returns {NodeJS.ProcessEnv}
 */
export function selectVariables(env, processName) {
  const isGiven = (/** @type {string} */ variable) =>
    SYSTEM_VARIABLES.test(variable) ||
    findSetting(variable)?.readBy.includes(processName) ||
    (DATABASE_USERS.includes(processName) && POSTGRES_VARIABLES.test(variable)) ||
    (OFFSITE_USERS.includes(processName) &&
      (RESTIC_VARIABLES.test(variable) || NETWORK_VARIABLES.test(variable)));
  return Object.fromEntries(
    Object.entries(env).flatMap(([variable, value]) => {
      if (isGiven(variable)) return [[variable, value]];
      const isPresenceGiven = findSetting(variable)?.presenceReadBy?.includes(processName);
      return isPresenceGiven ? [[variable.replace(/_FILE$/, ''), PRESENT]] : [];
    }),
  );
}

/**
 * Checks the files with the values of secrets, which the processes read themselves.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder the folder to which their paths are relative
 * @returns {NodeJS.ProcessEnv} the absolute paths of the files, by variable
 * @throws {UserError} when a file has no value, or the variable with the value is set too
 */
export function resolveSecretFiles(env, folder) {
  const secrets = [...SETTINGS].filter(([name, { isSecret }]) => isSecret && env[`${name}_FILE`]);
  return Object.fromEntries(
    secrets.map(([name]) => {
      const variable = `${name}_FILE`;
      if (env[name]) throw new UserError(`${name} and ${variable} are both set: remove one of them.`);
      const file = resolve(folder, env[variable] ?? '');
      if (!readSecretFile(variable, file).trim())
        throw new UserError(`${variable} is ${file}, which is empty.`);
      return [variable, file];
    }),
  );
}

/**
 * @param {string} variable
 * @param {string} file
 */
function readSecretFile(variable, file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new UserError(`${variable} is ${file}, which can't be read (${error.code}).`);
  }
}

/**
 * Returns the environment of this process without the settings and the variables of the database and of off-site backups: for npm,
 * whose packages run their own scripts, and for other tools.
 * @returns {NodeJS.ProcessEnv}
 */
export const createToolEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([variable]) =>
        SYSTEM_VARIABLES.test(variable) ||
        !(findSetting(variable) || POSTGRES_VARIABLES.test(variable) || RESTIC_VARIABLES.test(variable)),
    ),
  );
