import type { Core } from '@strapi/strapi';
import { followAccountChanges } from './accountChanges';
import { hideDeviceIds } from './hideDeviceIds';
import { mailPasswordLinks } from './passwordMail';
import { protectPasswordRoutes } from './passwordRoutes';
import { removeAddressRoutes } from './removeAddressRoutes';
import { restrictAdminRoutes } from './restrictAdminRoutes';
import { limitSignIns } from './signInLimit';
import { checkSignIns } from './signIns';

/** Adds what protects accounts: limits on guesses, codes for new browsers, strong passwords, password links, and fewer routes for every account. */
export function addAccess(strapi: Core.Strapi): void {
  restrictAdminRoutes(strapi);
  removeAddressRoutes(strapi);
  limitSignIns(strapi);
  protectPasswordRoutes(strapi);
  checkSignIns(strapi);
  mailPasswordLinks(strapi);
  followAccountChanges(strapi);
  hideDeviceIds(strapi);
}
