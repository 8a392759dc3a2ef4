import { beforeEach, expect, test, vi } from 'vitest';
import { fakeStrapi } from '../testing/fakes';
import { prepareContent } from './prepareContent';
import { prepareData } from './prepareData';

/** The steps of the start, in the order in which they were called. */
const steps = vi.hoisted((): string[] => []);

vi.mock('./strapi/database', () => ({ requireDatabase: async () => steps.push('requireDatabase') }));
vi.mock('./backups/protectFromRestore', () => ({
  protectFromRestore: async () => steps.push('protectFromRestore'),
}));
vi.mock('./auditLog/keptLines', () => ({ addKeptLines: async () => steps.push('addKeptLines') }));
vi.mock('./updates/dataVersion', () => ({
  checkDataVersion: async () => steps.push('checkDataVersion'),
  explainFailedMigration: () => {},
  storeFirstDataVersion: async () => {},
  refuseUpdate: async () => {},
}));
vi.mock('./permissions/ownerPermissions', () => ({
  recordKnownFields: async () => steps.push('recordKnownFields'),
  grantNewFields: async () => {},
}));
vi.mock('./seed/seed', () => ({ seed: async () => steps.push('seed') }));
vi.mock('./seed/contentSteps', () => ({ applyContentSteps: async () => steps.push('applyContentSteps') }));
vi.mock('./versions/firstVersions', () => ({
  recordFirstVersions: async () => steps.push('recordFirstVersions'),
}));
vi.mock('./access/firstAccounts', () => ({
  createFirstAccounts: async () => steps.push('createFirstAccounts'),
  reportFirstSignIns: async () => steps.push('reportFirstSignIns'),
}));
vi.mock('./forms/configureForms', () => ({ configureForms: async () => {} }));
vi.mock('./backups/dailyBackups', () => ({ scheduleDailyBackups: () => {} }));

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

test('the links of the first accounts are printed when everything else has succeeded', async () => {
  const { default: start } = await import('./index');
  const httpServer = { once: () => {} };
  await start.bootstrap({ strapi: fakeStrapi({ server: { httpServer }, log: { info: () => {} } }) });
  expectOrder('createFirstAccounts', 'reportFirstSignIns');
  expect(steps.at(-1)).toBe('reportFirstSignIns');
});
