import type { Core } from '@strapi/strapi';
import { followAccountChanges } from './accountChanges';
import { mailPasswordLinks } from './passwordMail';
import { protectPasswordRoutes } from './passwordRoutes';
import { removeAddressRoutes } from './removeAddressRoutes';
import { restrictAdminRoutes } from './restrictAdminRoutes';
import { limitSignIns } from './signInLimit';

/** Adds what protects accounts: limits on guesses, strong passwords, password links, and fewer routes for every account. */
export function addAccess(strapi: Core.Strapi): void {
  restrictAdminRoutes(strapi);
  removeAddressRoutes(strapi);
  limitSignIns(strapi);
  protectPasswordRoutes(strapi);
  mailPasswordLinks(strapi);
  followAccountChanges(strapi);
}
