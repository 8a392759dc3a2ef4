import type { Core } from '@strapi/strapi';
import { followAccountChanges } from './accountChanges';
import { recordRoutes } from './auditedRoutes';
import { addAuditLogRoute } from './auditLogRoute';
import { mailPasswordLinks } from './passwordMail';
import { protectPasswordRoutes } from './passwordRoutes';
import { restrictAdminRoutes } from './restrictAdminRoutes';
import { limitSignIns } from './signInLimit';
import { checkSignIns } from './signIns';

/** Adds what protects accounts: limits on guesses, codes, strong passwords, password links, fewer routes, and the audit log. */
export function addAccess(strapi: Core.Strapi): void {
  restrictAdminRoutes(strapi);
  limitSignIns(strapi);
  protectPasswordRoutes(strapi);
  checkSignIns(strapi);
  mailPasswordLinks(strapi);
  followAccountChanges(strapi);
  recordRoutes(strapi);
  addAuditLogRoute(strapi);
}
