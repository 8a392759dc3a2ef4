import type { Core } from '@strapi/strapi';
import { requireSome, selectAllowed } from '../permissions/entryPermissions';
import { contentTypes } from '../shared/content/contentTypes';
import { errorMessage } from '../shared/errorMessage';
import { addAdminRoute, type Context } from '../strapi/routes';
import { warnAboutAddress } from './accountAddress';
import { type Warning, warnAboutBackups, warnAboutClock, warnAboutDisks } from './listWarnings';
import { warnAboutOpenDrafts } from './openDrafts';
import { warnAboutSite } from './siteSilence';
import { warnAboutUnconfirmedStatements } from './unconfirmedStatements';

/** The response of `/warnings`. */
export interface WarningsAnswer {
  warnings: Warning[];
}

/**
 * Adds the route with which the admin's first screen shows what the owner should know; usually that is nothing. It is for accounts
 * that may publish something, and names only drafts that they may read and publish.
 */
export function addWarningRoutes(strapi: Core.Strapi): void {
  const sendWarnings = async ({ state }: Context): Promise<WarningsAnswer> => {
    requireSome(strapi, state, ['publish'], Object.keys(contentTypes));
    const checks = [
      warnAboutSite,
      warnAboutDisks,
      warnAboutBackups,
      warnAboutClock,
      () => warnAboutAddress(state.user.email),
      () =>
        warnAboutUnconfirmedStatements(strapi, (use, dishes) => selectAllowed(strapi, state, use, dishes)),
      () => warnAboutOpenDrafts(strapi, (use, rows) => selectAllowed(strapi, state, use, rows)),
    ];
    // A check that fails says nothing, and the others still do.
    const lists = await Promise.all(
      checks.map(async (check) => {
        try {
          return await check();
        } catch (error) {
          strapi.log.error(`The admin's first screen lacks a warning: ${errorMessage(error)}`);
          return [];
        }
      }),
    );
    return { warnings: lists.flat() };
  };
  addAdminRoute(strapi, 'GET', '/warnings', sendWarnings);
}
