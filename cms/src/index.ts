import type { Core } from '@strapi/strapi';
import { addAccess } from './access/addAccess';
import { createFirstAccounts, reportFirstSignIns } from './access/firstAccounts';
import { addAuditLogModel } from './auditLog/auditLog';
import { recordPendingLines } from './auditLog/pendingLines';
import { scheduleDailyBackups } from './backups/dailyBackups';
import { revealClientAddress } from './doctor/clientAddress';
import { addDocumentMiddlewares, addFormMiddlewares } from './documentMiddlewares';
import { readOffsiteSettings, readProjectVersion, readTimeZone, refuseToStart } from './environment/settings';
import { configureForms } from './forms/configureForms';
import { redirectToSite } from './home/redirectToSite';
import { addMedia } from './media/addMedia';
import { addMenuRoutes } from './menu/menuRoutes';
import { serveMetrics } from './metrics/serveMetrics';
import { addNotificationRoutes } from './notifications/notificationRoutes';
import { startNotifications } from './notifications/sendNotifications';
import { recordOffsiteStart } from './offsite/offsiteStatus';
import { grantNewFields } from './permissions/ownerPermissions';
import { prepareContent } from './prepareContent';
import { prepareData } from './prepareData';
import { addPreviewRoutes } from './preview/previewRoutes';
import { errorMessage } from './shared/errorMessage';
import { addPlannedRoutes } from './site/plannedRoutes';
import { lockBulkActions } from './site/recordFormChanges';
import { rejectOutdatedForms } from './site/rejectOutdatedForms';
import { startScheduler } from './site/scheduler';
import { addPlansModel } from './site/storedPlans';
import { addVersionsModel } from './site/storedVersions';
import { addVersionRoutes } from './site/versionRoutes';
import { confirmCommits } from './strapi/commits';
import { requireParts } from './strapi/parts';
import { onListening } from './strapi/server';
import { addHolidayRoutes } from './today/holidayRoutes';
import { addTodayRoutes } from './today/todayRoutes';
import { storeFirstDataVersion } from './updates/dataVersion';
import { storeLineBreaks } from './validation/storeLineBreaks';
import { rejectUnstorableValues } from './validation/unstorableValues';
import { addWarningRoutes } from './warnings/warningRoutes';
import { addWordsRoutes } from './words/wordsRoutes';

/** Ends the start with one line when a setting is wrong or Strapi lacks a part, and not the first request that needs it. */
function checkStart(strapi: Core.Strapi): void {
  readTimeZone();
  readOffsiteSettings();
  requireParts(strapi);
}

/** What is added to Strapi, in any order. */
const CAPABILITIES: ((strapi: Core.Strapi) => void)[] = [
  addDocumentMiddlewares,
  rejectUnstorableValues,
  storeLineBreaks,
  rejectOutdatedForms,
  lockBulkActions,
  addVersionsModel,
  addVersionRoutes,
  addAuditLogModel,
  addAccess,
  addMedia,
  addMenuRoutes,
  addTodayRoutes,
  addHolidayRoutes,
  addPlansModel,
  addPlannedRoutes,
  startScheduler,
  addPreviewRoutes,
  addWordsRoutes,
  addWarningRoutes,
  addNotificationRoutes,
  startNotifications,
  redirectToSite,
  revealClientAddress,
];

/** Ends the process with one line when a phase of the start fails. */
const refuseOnError =
  (phase: (strapi: Core.Strapi) => Promise<void>) =>
  ({ strapi }: { strapi: Core.Strapi }): Promise<void> =>
    phase(strapi).catch((error) => refuseToStart(errorMessage(error)));

export default {
  /** Strapi calls this before it opens the database and adds its routes. */
  register: refuseOnError(async (strapi) => {
    checkStart(strapi);
    confirmCommits(strapi);
    recordOffsiteStart();
    await serveMetrics(strapi);
    await prepareData(strapi);
    for (const addCapability of CAPABILITIES) addCapability(strapi);
  }),

  /** Strapi calls this when the database has its tables, before it listens. */
  bootstrap: refuseOnError(async (strapi) => {
    await recordPendingLines(strapi);
    await storeFirstDataVersion(strapi);
    await createFirstAccounts(strapi);
    await grantNewFields(strapi);
    await configureForms(strapi);
    await prepareContent(strapi);
    addFormMiddlewares(strapi);
    await reportFirstSignIns(strapi);
    scheduleDailyBackups(strapi);
    onListening(strapi, () =>
      strapi.log.info(`Scioto Table ${readProjectVersion() ?? 'of unknown version'}`),
    );
  }),
};
