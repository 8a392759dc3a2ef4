import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cmsTypes } from './contentTypes.ts';
import { expectDrinks, isOfList } from './oldDrinks.ts';
import { expect, type Stack, signIn } from './stack.ts';

/** The folder with the data of a site of version 1.0.0; its README describes the files. */
export const VERSION_ONE = fileURLToPath(new URL('../fixtures/site-1.0.0', import.meta.url));
export const VERSION_ONE_BACKUP = join(VERSION_ONE, 'backup.tar.gz');

/** The owner's account; the password was changed after the first start. */
export const OWNER = {
  email: 'owner@test.example',
  password: 'Oak-Fire-1798-owner',
  oldPassword: 'Oak-Fire-1797-owner',
};

/** Unpacks a backup, by default that of version 1.0.0, into a new folder, and returns its pictures by file name, in base64. */
export function extractPictures(folder: string, backup = VERSION_ONE_BACKUP): Record<string, string> {
  mkdirSync(folder);
  expect(spawnSync('tar', ['-xzf', backup, '-C', folder]).status).toBe(0);
  const uploads = join(folder, 'uploads');
  return Object.fromEntries(
    readdirSync(uploads).map((name) => [name, readFileSync(join(uploads, name)).toString('base64')]),
  );
}

type ResponsesByPath = Record<string, object>;

const allAnswers: Record<'public' | 'admin' | 'site', ResponsesByPath> = JSON.parse(
  readFileSync(`${VERSION_ONE}/answers.json`, 'utf8'),
);

const omitLists = (answers: ResponsesByPath): ResponsesByPath =>
  Object.fromEntries(Object.entries(answers).filter((answer) => !isOfList(...answer)));

/** What version 1.0.0 answered, without its lists of drinks. */
export const recordedAnswers = {
  public: omitLists(allAnswers.public),
  admin: omitLists(allAnswers.admin),
  site: omitLists(allAnswers.site),
};

/** Expects the drinks of version 1.0.0. */
export const expectOldDrinks = (stack: Stack): Promise<void> =>
  expectDrinks(stack, { ...allAnswers.public, ...allAnswers.admin });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const documentIdOf = (item: unknown) => (isObject(item) ? item.documentId : undefined);

/** Reduces a response to what was recorded: later versions may add fields and records, and row ids differ. */
function recordedPart(actual: unknown, recorded: unknown): unknown {
  if (Array.isArray(recorded)) {
    if (!Array.isArray(actual)) return actual;
    if (!recorded.some((item) => documentIdOf(item) !== undefined))
      return actual.map((item, index) =>
        index < recorded.length ? recordedPart(item, recorded[index]) : item,
      );
    return recorded.map((item) =>
      recordedPart(
        actual.find((candidate) => documentIdOf(candidate) === documentIdOf(item)),
        item,
      ),
    );
  }
  if (!isObject(recorded) || !isObject(actual)) return actual;
  return Object.fromEntries(
    Object.entries(recorded)
      // The total changes with new records (`expectSameRecords` compares all records), a time in words with each day.
      .filter(([name]) => !['id', 'total', 'when'].includes(name))
      .map(([name, value]) => [name, recordedPart(actual[name], value)]),
  );
}

/** Expects a response to contain the recorded one; a failure names the address. */
export function expectRecorded(address: string, actual: unknown, recorded: unknown): void {
  expect(recordedPart(actual, recorded), address).toEqual(recordedPart(recorded, recorded));
}

const fixedRecords = Object.values(cmsTypes).flatMap(({ records = {} }) => Object.keys(records));

/**
 * Expects exactly the recorded records, so that nothing deleted or unpublished reappears, and the fixed records of later
 * versions: nobody can delete or unpublish those.
 * @param newRecords the document ids of fixed records that this version may have
 */
export function expectSameRecords(
  address: string,
  actual: unknown,
  recorded: unknown,
  newRecords = fixedRecords,
): void {
  const ids = (body: unknown) => {
    // The content manager and the media library answer with `results`.
    const records = isObject(body) ? (body.results ?? body.data) : [];
    return Array.isArray(records) ? records.map(documentIdOf) : [];
  };
  const isExpected = (id: unknown) => ids(recorded).includes(id) || !newRecords.some((name) => name === id);
  expect(ids(actual).filter(isExpected).sort(), address).toEqual(ids(recorded).sort());
}

/** Expects a running stack to have every record, field, picture, draft and account of the recorded site. */
export async function expectVersionOneSite(stack: Stack): Promise<void> {
  const { site, cms } = stack;
  for (const [address, recorded] of Object.entries(recordedAnswers.public)) {
    const body = await (await fetch(cms + address)).json();
    expectRecorded(address, body, recorded);
    expectSameRecords(address, body, recorded);
  }
  await expectOldDrinks(stack);
  for (const [address, recorded] of Object.entries(recordedAnswers.admin))
    expectRecorded(address, await (await stack.asAdmin('GET', address)).json(), recorded);
  for (const [address, recorded] of Object.entries(recordedAnswers.site)) {
    // The site may have started before the CMS responded.
    await expect
      .poll(async () => (await fetch(site + address)).status, { message: address, timeout: 40_000 })
      .toBe(200);
    const body = await (await fetch(site + address)).json();
    expectRecorded(address, body, recorded);
    expectSameRecords(address, body, recorded);
  }
  const addresses = new Set(JSON.stringify(recordedAnswers).match(/\/uploads\/[\w.-]+/g));
  expect(addresses.size).toBeGreaterThan(50);
  for (const address of addresses) expect((await fetch(site + address)).status, address).toBe(200);

  await expectChangedPassword(cms);
}

/** Expects that the owner signs in with her changed password, and can't with the old one. */
export async function expectChangedPassword(cms: string): Promise<void> {
  await signIn(cms, OWNER.email, OWNER.password);
  const oldPasswordResponse = await fetch(`${cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER.email, password: OWNER.oldPassword }),
  });
  expect(oldPasswordResponse.status).toBe(400);
}
