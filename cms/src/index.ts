import type { Core } from '@strapi/strapi';
import { createFirstAccounts } from './access/accounts';
import { restrictAdminRoutes } from './access/restrictAdminRoutes';
import { limitSignIns } from './access/signInLimit';
import { configureAdminLayout } from './admin-layout/configureAdminLayout';
import { redirectToSite } from './admin-layout/redirectToSite';
import { scheduleDailyBackups } from './backups/dailyBackups';
import { limitColumns } from './content/columnLimits';
import { limitFields } from './content/fieldLimits';
import { guardFixedRecords } from './content/fixedRecords';
import { seed } from './content/seed';
import { checkDatabase } from './environment/checkDatabase';
import { readVersion, refuseToStart } from './environment/settings';
import { rejectEmptyAlternativeText, requireAlternativeText } from './media/alternativeText';
import { autoOrientPictures } from './media/autoOrient';
import { addAvifFormats } from './media/avifFormats';
import { receiveUploads } from './media/receiveUploads';
import { protectUsedPictures } from './media/usedPictures';
import { rejectFaultyImages } from './media/validateImage';
import { errorMessage } from './shared/errorMessage';

export default {
  async register({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    await checkDatabase(strapi);
    guardFixedRecords(strapi);
    limitFields(strapi);
    limitColumns(strapi);
    restrictAdminRoutes(strapi);
    limitSignIns(strapi);
    redirectToSite(strapi);
    receiveUploads(strapi);
    rejectFaultyImages(strapi);
    protectUsedPictures(strapi);
    requireAlternativeText(strapi);
    rejectEmptyAlternativeText(strapi);
    autoOrientPictures(strapi);
    addAvifFormats(strapi);
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    try {
      await createFirstAccounts(strapi);
      await configureAdminLayout(strapi);
      await seed(strapi);
      scheduleDailyBackups(strapi);
      // Not in Strapi's commands, such as a password reset, which never start the HTTP server.
      strapi.server.httpServer.once('listening', () =>
        strapi.log.info(`Scioto Table ${readVersion() ?? 'of unknown version'}`),
      );
    } catch (error) {
      refuseToStart(errorMessage(error));
    }
  },
};
