import type { Core } from '@strapi/strapi';
import { createFirstAccounts } from './accounts';
import { makeAvifFormats } from './avif';
import { makeDailyBackups } from './backups/daily';
import { closeOpenRoutes } from './closedRoutes';
import { guardFixedRecords } from './fixedRecords';
import { seed } from './seed';
import { refuseToStart } from './settings';
import { turnPicturesUpright } from './upright';

export default {
  register({ strapi }: { strapi: Core.Strapi }): void {
    guardFixedRecords(strapi);
    closeOpenRoutes(strapi);
    turnPicturesUpright(strapi);
    makeAvifFormats(strapi);
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    try {
      await createFirstAccounts(strapi);
      await seed(strapi);
      makeDailyBackups(strapi);
    } catch (error) {
      refuseToStart(error instanceof Error ? error.message : String(error));
    }
  },
};
