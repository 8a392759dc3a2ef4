import type { Core } from '@strapi/strapi';
import { recordLine } from '../auditLog/auditLog';
import { quote } from '../shared/shortenTexts';
import { addMiddlewares, type Context, findRoute } from '../strapi/routes';

/** A route of Strapi, what the audit log tells of it, and what its ids are of, whose names follow. */
type AuditedRoute = [
  plugin: string,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  text: string,
  uid?: string,
];

const listRoutes = (plugin: string, path: string, thing: string, uid: string): AuditedRoute[] => [
  [plugin, 'POST', path, `created the ${thing}`, uid],
  [plugin, 'PUT', `${path}/:id`, `changed the ${thing}`, uid],
  [plugin, 'DELETE', `${path}/:id`, `deleted the ${thing}`, uid],
];

const listTokenRoutes = (path: string, thing: string, uid: string): AuditedRoute[] => [
  ...listRoutes('admin', path, thing, uid),
  ['admin', 'POST', `${path}/:id/regenerate`, `replaced the ${thing}`, uid],
];

/** What the log records at its routes: accounts and pictures are recorded where they are stored, and content has versions. */
export const AUDITED_ROUTES: AuditedRoute[] = [
  ...listRoutes('admin', '/roles', 'role', 'admin::role'),
  ['admin', 'PUT', '/roles/:id/permissions', 'changed the permissions of the role', 'admin::role'],
  ['admin', 'POST', '/roles/batch-delete', 'deleted the roles', 'admin::role'],
  ...listTokenRoutes('/api-tokens', 'API token', 'admin::api-token'),
  ...listTokenRoutes('/admin-tokens', 'admin token', 'admin::api-token'),
  ...listTokenRoutes('/transfer/tokens', 'transfer token', 'admin::transfer-token'),
  ['admin', 'POST', '/project-settings', 'changed the logos of the admin'],
  ['content-manager', 'PUT', '/content-types/:uid/configuration', 'changed a form or a list of the admin'],
  ['content-manager', 'PUT', '/components/:uid/configuration', 'changed a part of the forms of the admin'],
  ['email', 'POST', '/', 'sent an e-mail from the settings'],
  ['email', 'POST', '/test', 'sent a test e-mail'],
  ['upload', 'PUT', '/settings', 'changed the settings of the photographs'],
  ['upload', 'PUT', '/configuration', 'changed the list of the photographs'],
  ['upload', 'POST', '/actions/bulk-delete', 'deleted pictures or folders', 'plugin::upload.file'],
  ...listRoutes('i18n', '/locales', 'language', 'plugin::i18n.locale'),
  ['i18n', 'PUT', '/settings', 'changed the settings of languages'],
];

/** Reads the names of what a request is about. */
async function readNames(strapi: Core.Strapi, uid: string, { params, request }: Context): Promise<string> {
  const { name, ids, fileIds }: Record<string, unknown> = request.body ?? {};
  const listed = [params.id ?? ids ?? fileIds ?? []].flat().filter((id) => /^\d{1,9}$/.test(String(id)));
  if (!listed.length) return typeof name === 'string' ? quote(name) : '';
  const where = { id: { $in: listed.map(Number) } };
  const rows: { name: string }[] = await strapi.db.query(uid).findMany({ where, orderBy: { id: 'asc' } });
  return quote(rows.map((row) => row.name).join(', '));
}

/**
 * Records in the audit log the requests of these routes that succeed.
 * @throws MissingPartError when Strapi no longer has one of the routes
 */
export function recordRoutes(strapi: Core.Strapi): void {
  for (const [plugin, method, path, text, uid] of AUDITED_ROUTES) {
    const record: Core.MiddlewareHandler = async (context, next) => {
      // Before the request, which may delete or rename it. The route itself reports an invalid request.
      const names = uid ? await readNames(strapi, uid, context).catch(() => '') : '';
      await next();
      if (context.status < 400) await recordLine(strapi, `${text} ${names}`.trim());
    };
    addMiddlewares(findRoute(strapi, plugin, method, path), { before: [record] });
  }
}
