import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queries } from '../../web/src/content/queries.ts';
import { fixtureFolder, readAnswers } from './fixtures.ts';
import { expectDrinks, hasLists, isOfList, omitDrinks } from './oldDrinks.ts';
import { expect, Stack, signIn } from './stack.ts';
import {
  expectChangedPassword,
  expectRecorded,
  expectSameRecords,
  extractPictures,
  OWNER,
} from './versionOne.ts';

/** Returns a public answer without what it states about dishes, which a restored site does not show. */
const omitStatements = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (name, value) => (name === 'dietaryStatement' ? undefined : value)));

/**
 * Expects that a running CMS has every text, draft, earlier version, picture and password of a recorded site, and no record that
 * its owner has deleted or taken off.
 * @param pictures the address of the server of the pictures
 * @param isRestored whether it was restored from its backup, so that nothing stated about its dishes is confirmed
 */
export async function expectFixture(
  version: string,
  cms: string,
  pictures = cms,
  isRestored = true,
): Promise<void> {
  const owner = Stack.at('', cms, await signIn(cms, OWNER.email, OWNER.password));
  const answers = readAnswers(version);
  const isOld = hasLists(answers);
  if (isOld) await expectDrinks(owner, answers);
  const select = (answer: unknown) => (isOld ? omitDrinks(answer) : answer);
  for (const [path, answered] of Object.entries(answers)) {
    if (isOld && isOfList(path, answered)) continue;
    const recorded = select(isRestored && path.startsWith('/api/') ? omitStatements(answered) : answered);
    const answer = select(await (await owner.asAdmin('GET', path)).json());
    expectRecorded(path, answer, recorded);
    expectSameRecords(path, answer, recorded);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'fixture-'));
  const files = extractPictures(join(scratch, 'backup'), join(fixtureFolder(version), 'backup.tar.gz'));
  rmSync(scratch, { recursive: true });
  expect(Object.keys(files).length).toBeGreaterThan(50);
  for (const [name, content] of Object.entries(files)) {
    const response = await fetch(`${pictures}/uploads/${name}`);
    expect(Buffer.from(await response.arrayBuffer()).toString('base64'), name).toBe(content);
  }
  await expectChangedPassword(cms);
  if (!isRestored) return;
  // Nothing that its owner has not confirmed since the restore; older versions have no statements at all.
  for (const { path, query } of [queries.appetizers, queries.entrees, queries.sides]) {
    const answer: { data: object[] } = await (await fetch(`${cms}${path}?${query}`)).json();
    expect(answer.data.length, path).toBeGreaterThan(0);
    for (const dish of answer.data) expect(dish).toMatchObject({ dietaryStatement: null });
  }
}
