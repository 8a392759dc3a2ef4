import type { Core } from '@strapi/strapi';
import { createFirstAccounts } from './access/accounts';
import { restrictAdminRoutes } from './access/restrictAdminRoutes';
import { limitSignIns } from './access/signInLimit';
import { configureAdminLayout } from './admin-layout/configureAdminLayout';
import { linkToSite } from './admin-layout/siteLink';
import { makeDailyBackups } from './backups/daily';
import { limitColumns } from './content/columnLimits';
import { limitFields } from './content/fieldLimits';
import { guardFixedRecords } from './content/fixedRecords';
import { seed } from './content/seed';
import { checkDatabase } from './environment/checkDatabase';
import { refuseToStart, version } from './environment/settings';
import { askForAlternativeText, keepAlternativeText } from './media/alternativeText';
import { autoOrientPictures } from './media/autoOrient';
import { makeAvifFormats } from './media/avifFormats';
import { checkPhotographs, keepUsedPhotographs } from './media/photographs';

export default {
  async register({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    await checkDatabase(strapi);
    guardFixedRecords(strapi);
    limitFields(strapi);
    limitColumns(strapi);
    restrictAdminRoutes(strapi);
    limitSignIns(strapi);
    linkToSite(strapi);
    checkPhotographs(strapi);
    keepUsedPhotographs(strapi);
    askForAlternativeText(strapi);
    keepAlternativeText(strapi);
    autoOrientPictures(strapi);
    makeAvifFormats(strapi);
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    try {
      await createFirstAccounts(strapi);
      await configureAdminLayout(strapi);
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
