import { beforeEach, expect, test, vi } from 'vitest';
import { fakeStrapi } from '../testing/fakes';
import * as firstAccounts from './access/firstAccounts';
import * as pendingLines from './auditLog/pendingLines';
import * as dailyBackups from './backups/dailyBackups';
import * as restores from './backups/protectFromRestore';
import * as forms from './forms/configureForms';
import start from './index';
import * as ownerPermissions from './permissions/ownerPermissions';
import { prepareContent } from './prepareContent';
import { prepareData } from './prepareData';
import * as contentSteps from './seed/contentSteps';
import * as seeding from './seed/seed';
import * as firstVersions from './site/firstVersions';
import * as database from './strapi/database';
import * as dataVersion from './updates/dataVersion';

/** The steps of the start, in the order in which they were called. */
const steps: string[] = [];

const record = (step: string) => async () => void steps.push(step);

vi.spyOn(database, 'requireDatabase').mockImplementation(record('requireDatabase'));
vi.spyOn(restores, 'protectFromRestore').mockImplementation(record('protectFromRestore'));
vi.spyOn(pendingLines, 'recordPendingLines').mockImplementation(record('recordPendingLines'));
vi.spyOn(dataVersion, 'checkDataVersion').mockImplementation(record('checkDataVersion'));
vi.spyOn(dataVersion, 'explainFailedMigration').mockReturnValue();
vi.spyOn(dataVersion, 'storeFirstDataVersion').mockResolvedValue();
vi.spyOn(ownerPermissions, 'recordKnownFields').mockImplementation(record('recordKnownFields'));
vi.spyOn(ownerPermissions, 'grantNewFields').mockResolvedValue();
vi.spyOn(seeding, 'seed').mockImplementation(record('seed'));
vi.spyOn(contentSteps, 'applyContentSteps').mockImplementation(record('applyContentSteps'));
vi.spyOn(firstVersions, 'recordFirstVersions').mockImplementation(record('recordFirstVersions'));
vi.spyOn(firstAccounts, 'createFirstAccounts').mockImplementation(record('createFirstAccounts'));
vi.spyOn(firstAccounts, 'reportFirstSignIns').mockImplementation(record('reportFirstSignIns'));
vi.spyOn(forms, 'configureForms').mockResolvedValue();
vi.spyOn(dailyBackups, 'scheduleDailyBackups').mockReturnValue();

beforeEach(() => steps.splice(0));

/** Expects one step to come directly or later after another. */
function expectOrder(first: string, second: string): void {
  expect(steps).toEqual(expect.arrayContaining([first, second]));
  expect(steps.indexOf(first)).toBeLessThan(steps.indexOf(second));
}

test.each([
  [
    'an interrupted restore is completed before the version of the data is read',
    'protectFromRestore',
    'checkDataVersion',
  ],
  [
    'an update makes its backup before the first change of the database',
    'checkDataVersion',
    'recordKnownFields',
  ],
])('%s', async (_reason, first, second) => {
  await prepareData(fakeStrapi({}));
  expectOrder(first, second);
});

test.each([
  ['a first start marks the content steps as applied before they would run', 'seed', 'applyContentSteps'],
  ['what a content step changes is in the first versions', 'applyContentSteps', 'recordFirstVersions'],
])('%s', async (_reason, first, second) => {
  await prepareContent(fakeStrapi({}));
  expectOrder(first, second);
});

test('forms are guarded once the content is prepared, and the links of the first accounts are printed last', async () => {
  const httpServer = { once: () => {} };
  const documents = { use: () => void steps.push('addFormMiddlewares') };
  await start.bootstrap({
    strapi: fakeStrapi({ server: { httpServer }, log: { info: () => {} }, documents }),
  });
  expectOrder('createFirstAccounts', 'reportFirstSignIns');
  expectOrder('recordFirstVersions', 'addFormMiddlewares');
  expect(steps.at(-1)).toBe('reportFirstSignIns');
});
