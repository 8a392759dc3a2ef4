import type { Core } from '@strapi/strapi';
import { createFirstAccounts } from './accounts';
import { askForAlternativeText, keepAlternativeText } from './alternativeText';
import { makeAvifFormats } from './avif';
import { makeDailyBackups } from './backups/daily';
import { closeOpenRoutes } from './closedRoutes';
import { guardColumns } from './columns';
import { arrangeDesk } from './desk/arrange';
import { guardLimits } from './desk/limits';
import { guardFixedRecords } from './fixedRecords';
import { checkPhotographs, keepUsedPhotographs } from './photographs';
import { reachDatabase } from './reachDatabase';
import { seed } from './seed';
import { refuseToStart, version } from './settings';
import { limitSignIns } from './signInLimit';
import { linkToSite } from './siteLink';
import { turnPicturesUpright } from './upright';

export default {
  async register({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    await reachDatabase(strapi);
    guardFixedRecords(strapi);
    guardLimits(strapi);
    guardColumns(strapi);
    closeOpenRoutes(strapi);
    limitSignIns(strapi);
    linkToSite(strapi);
    checkPhotographs(strapi);
    keepUsedPhotographs(strapi);
    askForAlternativeText(strapi);
    keepAlternativeText(strapi);
    turnPicturesUpright(strapi);
    makeAvifFormats(strapi);
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    try {
      await createFirstAccounts(strapi);
      await arrangeDesk(strapi);
      await seed(strapi);
      makeDailyBackups(strapi);
      // Commands that only load Strapi never listen, and need no such line.
      strapi.server.httpServer.once('listening', () =>
        strapi.log.info(`Scioto Table ${version() ?? 'of unknown version'}`),
      );
    } catch (error) {
      refuseToStart(error instanceof Error ? error.message : String(error));
    }
  },
};
