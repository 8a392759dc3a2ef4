import type { Core } from '@strapi/strapi';
import { followAccountChanges } from './access/accountChanges';
import { createFirstAccounts, reportFirstSignIns } from './access/accounts';
import { mailPasswordLinks } from './access/passwordMail';
import { protectPasswordRoutes } from './access/passwordRoutes';
import { removeAddressRoutes } from './access/removeAddressRoutes';
import { restrictAdminRoutes } from './access/restrictAdminRoutes';
import { limitSignIns } from './access/signInLimit';
import { scheduleDailyBackups } from './backups/dailyBackups';
import { protectFromRestore } from './backups/protectFromRestore';
import { acceptRemovedComponents } from './conflicts/componentIds';
import { lockBulkActions } from './conflicts/lockBulkActions';
import { lockDiscardedDrafts } from './conflicts/lockDiscardedDrafts';
import { rejectOutdatedForms } from './conflicts/rejectOutdatedForms';
import { placeDishes } from './dishes/placeDishes';
import { revealClientAddress } from './doctor/clientAddress';
import { readOffsiteSettings, readTimeZone, readVersion, refuseToStart } from './environment/settings';
import { configureForms } from './forms/configureForms';
import { redirectToSite } from './home/redirectToSite';
import { protectUsedAlternativeText, requireAlternativeTextToPublish } from './media/alternativeText';
import { addAvifFormats } from './media/avifFormats';
import { keepPictures } from './media/keepPictures';
import { protectUsedPictures } from './media/usedPictures';
import { explainDamagedImages } from './media/validateImage';
import { validateUploads } from './media/validateUploads';
import { addMenuRoutes } from './menu/menuRoutes';
import { serveMetrics } from './metrics/serveMetrics';
import { recordOffsiteStart } from './offsite/offsiteStatus';
import { grantNewFields, recordKnownFields } from './permissions/ownerPermissions';
import { hideUnreadableDrafts } from './preview/draftReader';
import { addEarlierVersions } from './preview/earlierVersion';
import { addPreviewRoutes } from './preview/previewRoutes';
import { applyContentSteps } from './seed/contentSteps';
import { seed } from './seed/seed';
import { errorMessage } from './shared/errorMessage';
import { requireDatabase } from './strapi/database';
import { requireParts } from './strapi/parts';
import { onListening } from './strapi/server';
import { forceAutoOrientation } from './strapi/services';
import { addTodayRoutes } from './today/todayRoutes';
import {
  checkDataVersion,
  explainFailedMigration,
  recordFirstVersion,
  refuseUpdate,
} from './updates/dataVersion';
import { validateContactFields } from './validation/contactFields';
import { limitFields } from './validation/fieldLimits';
import { guardFixedRecords } from './validation/fixedRecords';
import { rejectUnstorableValues } from './validation/unstorableValues';
import { recordFirstVersions, recordVersions } from './versions/recordVersions';
import { addVersionsModel } from './versions/storedVersions';
import { addVersionRoutes } from './versions/versionRoutes';
import { recordSiteRequests } from './warnings/siteRequests';
import { addWarningRoutes } from './warnings/warningRoutes';

async function updateContent(strapi: Core.Strapi): Promise<void> {
  try {
    await seed(strapi);
    await applyContentSteps(strapi);
    await recordFirstVersions(strapi);
  } catch (error) {
    await refuseUpdate(strapi, errorMessage(error));
  }
}

export default {
  async register({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    try {
      requireParts(strapi);
      // A wrong setting ends the start, not the first request that needs it.
      readTimeZone();
      readOffsiteSettings();
      recordOffsiteStart();
      // Before every other middleware, so that it measures whole requests.
      await serveMetrics(strapi);
      await requireDatabase(strapi);
      await protectFromRestore();
      await checkDataVersion(strapi);
      await recordKnownFields(strapi);
      explainFailedMigration(strapi);
      guardFixedRecords(strapi);
      limitFields(strapi);
      validateContactFields(strapi);
      acceptRemovedComponents(strapi);
      rejectUnstorableValues(strapi);
      restrictAdminRoutes(strapi);
      removeAddressRoutes(strapi);
      rejectOutdatedForms(strapi);
      lockDiscardedDrafts(strapi);
      lockBulkActions(strapi);
      limitSignIns(strapi);
      protectPasswordRoutes(strapi);
      mailPasswordLinks(strapi);
      followAccountChanges(strapi);
      redirectToSite(strapi);
      revealClientAddress(strapi);
      addTodayRoutes(strapi);
      placeDishes(strapi);
      addMenuRoutes(strapi);
      addVersionsModel(strapi);
      addVersionRoutes(strapi);
      addPreviewRoutes(strapi);
      hideUnreadableDrafts(strapi);
      addEarlierVersions(strapi);
      recordSiteRequests(strapi);
      addWarningRoutes(strapi);
      validateUploads(strapi);
      explainDamagedImages(strapi);
      protectUsedPictures(strapi);
      requireAlternativeTextToPublish(strapi);
      keepPictures(strapi);
      protectUsedAlternativeText(strapi);
      void forceAutoOrientation(strapi);
      addAvifFormats(strapi);
    } catch (error) {
      refuseToStart(errorMessage(error));
    }
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    try {
      await recordFirstVersion(strapi);
      await createFirstAccounts(strapi);
      await grantNewFields(strapi);
      await configureForms(strapi);
      await updateContent(strapi);
      // Only now, so that the versions of the seed are recorded at once and not one by one.
      recordVersions(strapi);
      await reportFirstSignIns(strapi);
      scheduleDailyBackups(strapi);
      // Logged only when the HTTP server starts: Strapi's commands, such as the creation of an account, don't start it.
      onListening(strapi, () => strapi.log.info(`Scioto Table ${readVersion() ?? 'of unknown version'}`));
    } catch (error) {
      refuseToStart(errorMessage(error));
    }
  },
};
