import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ORIGIN_REQUIREMENT, parseOrigin } from '../../cms/src/shared/publicUrl.ts';
import { UserError } from './command.mjs';
import { resolveSecretFiles, selectVariables } from './processSettings.mjs';
import { ROOT, readVersion } from './project.mjs';

/**
 * @typedef {object} Address
 * @property {string} label the name shown in messages
 * @property {string} portName the name of the setting with the port
 * @property {string} host
 * @property {number} port
 * @property {string} url the URL for browsers, without a trailing slash
 * @property {string} localUrl the URL for processes on this machine
 */

/**
 * @typedef {object} Settings
 * @property {Address} site
 * @property {Address} admin
 * @property {string} version
 * @property {string} dataDir
 * @property {boolean} hasOffsiteBackups
 * @property {NodeJS.ProcessEnv} env
 */

/** The folder in which Node caches the compiled code of the CMS; a start with it takes a tenth less CPU time. */
export const COMPILE_CACHE = join(ROOT, 'cms', 'node_modules', '.compile-cache');

/** The file with settings. */
export const ENV_FILE = join(ROOT, '.env');

/**
 * Reads the settings from `.env` and from the environment, which overrides `.env`. An empty value counts as not set; an empty
 * value in the environment also unsets the one in `.env`.
 * @param {{ defaultSiteHost?: string }} [options] the address on which the site listens without a setting; all by default
 * @returns {Settings}
 * @throws {UserError} when a setting is invalid
 */
export function readSettings({ defaultSiteHost = '0.0.0.0' } = {}) {
  const values = Object.entries({ ...readEnvFile(), ...process.env });
  /** @type {NodeJS.ProcessEnv} */
  const env = Object.fromEntries(values.filter(([, value]) => value?.trim()));
  Object.assign(env, resolveSecretFiles(env, ROOT));
  const site = readAddress(env, 'SITE', 'the site', defaultSiteHost, 3000);
  const admin = readAddress(env, 'ADMIN', 'the admin', '127.0.0.1', 1337);
  if (site.port === admin.port)
    throw new UserError(`SITE_PORT and ADMIN_PORT are both ${site.port}: they must differ.`);
  const repository = env.BACKUP_REPOSITORY;
  const hasRepository = Boolean(repository ?? env.BACKUP_REPOSITORY_FILE);
  const hasPassword = Boolean(env.BACKUP_PASSWORD ?? env.BACKUP_PASSWORD_FILE);
  if (hasRepository !== hasPassword) {
    const [present, missing] = hasRepository
      ? ['BACKUP_REPOSITORY', 'BACKUP_PASSWORD']
      : ['BACKUP_PASSWORD', 'BACKUP_REPOSITORY'];
    throw new UserError(`${present} is set and ${missing} is not: off-site backups need both.`);
  }
  // Like DATA_DIR, a folder is relative to the repository's folder, and not to that of a process.
  if (repository && !/^\w+:/.test(repository)) env.BACKUP_REPOSITORY = resolve(ROOT, repository);
  return {
    site,
    admin,
    version: readVersion(),
    dataDir: resolve(ROOT, env.DATA_DIR ?? 'data'),
    hasOffsiteBackups: hasRepository,
    env,
  };
}

/** @returns {NodeJS.ProcessEnv} */
function readEnvFile() {
  try {
    return parseEnv(readFileSync(ENV_FILE, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT') return {};
    throw new UserError(`${ENV_FILE} can't be read (${error.code}).`);
  }
}

/**
 * Reads the origin of a URL in the settings, before anything is installed.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder a path that the URL may have, which is left out
 * @returns {string | undefined} `undefined` when the setting is not set
 * @throws {UserError} when it is invalid
 */
function readOrigin(name, env, folder) {
  const text = env[name]?.trim();
  if (text === undefined) return undefined;
  const origin = parseOrigin(text, folder);
  if (origin !== undefined) return origin;
  // It may contain a password.
  const start = text.includes('@') ? name : `${name} is "${text}"; it`;
  throw new UserError(`${start} must be ${ORIGIN_REQUIREMENT}.`);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {'SITE' | 'ADMIN'} prefix
 * @param {string} label
 * @param {string} defaultHost
 * @param {number} defaultPort
 * @returns {Address}
 * @throws {UserError} when the port or the URL is invalid
 */
function readAddress(env, prefix, label, defaultHost, defaultPort) {
  const portName = `${prefix}_PORT`;
  const portText = env[portName] ?? String(defaultPort);
  const port = Number(portText);
  if (!/^\d+$/.test(portText) || port < 1 || port > 65_535) {
    throw new UserError(`${portName} is "${portText}": it must be a whole number from 1 to 65535.`);
  }
  const host = env[`${prefix}_HOST`] ?? defaultHost;
  const url =
    readOrigin(`${prefix}_URL`, env, prefix === 'ADMIN' ? '/admin' : '') ?? `http://localhost:${port}`;
  const localHost = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const localUrl = `http://${isIPv6(localHost) ? `[${localHost}]` : localHost}:${port}`;
  return { label, portName, host, port, url, localUrl };
}

/**
 * Creates the environment of a process: what it reads of the settings and of the environment, and what follows from them.
 * @param {Settings} settings
 * @param {import('./processSettings.mjs').ProcessName} processName
 * @returns {NodeJS.ProcessEnv}
 */
export function createProcessEnv({ site, admin, version, dataDir, env }, processName) {
  const isSite = processName === 'web';
  const address = isSite ? site : admin;
  const values = {
    ...env,
    VERSION: version,
    NODE_ENV: 'production',
    HOST: address.host,
    PORT: String(address.port),
    DATA_DIR: dataDir,
    SITE_URL: site.url,
    ADMIN_URL: admin.url,
    CMS_URL: admin.localUrl,
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: isSite ? '9464' : '9465',
    STRAPI_TELEMETRY_DISABLED: 'true',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  };
  return selectVariables(values, processName);
}
