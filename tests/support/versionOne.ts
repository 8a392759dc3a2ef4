import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Stack, signIn } from './stack.ts';

/** The folder with a site of version 1.0.0; its README says what is in it. */
export const VERSION_ONE = fileURLToPath(new URL('../fixtures/site-1.0.0', import.meta.url));

/** The owner's sign-in, whose password was changed after the first start. */
const OWNER = { email: 'owner@test.example', password: 'Oak-Fire-1798-owner', before: 'Oak-Fire-1797-owner' };

type Answers = Record<string, object>;

/** What version 1.0.0 answered, by address. */
export const recordedAnswers: Record<'public' | 'admin' | 'site', Answers> = JSON.parse(
  readFileSync(`${VERSION_ONE}/answers.json`, 'utf8'),
);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const keyOf = (item: unknown) => (isObject(item) ? item.documentId : undefined);

/**
 * The part of an answer that corresponds to a recorded one: later versions may add fields and records, and number rows anew.
 * Records are found by their document id.
 */
function recordedPart(actual: unknown, recorded: unknown): unknown {
  if (Array.isArray(recorded)) {
    if (!Array.isArray(actual)) return actual;
    if (!recorded.some((item) => keyOf(item) !== undefined))
      return actual.map((item, index) =>
        index < recorded.length ? recordedPart(item, recorded[index]) : item,
      );
    return recorded.map((item) =>
      recordedPart(
        actual.find((candidate) => keyOf(candidate) === keyOf(item)),
        item,
      ),
    );
  }
  if (!isObject(recorded) || !isObject(actual)) return actual;
  return Object.fromEntries(
    Object.entries(recorded)
      .filter(([name]) => name !== 'id')
      .map(([name, value]) => [name, recordedPart(actual[name], value)]),
  );
}

/** Compares an answer with the recorded one and names the address on failure. */
export function expectRecorded(address: string, actual: unknown, recorded: unknown): void {
  expect(recordedPart(actual, recorded), address).toEqual(recordedPart(recorded, recorded));
}

/** The records of a type that visitors see must be exactly the recorded ones, so that nothing deleted or unpublished returns. */
function expectSameRecords(address: string, actual: unknown, recorded: unknown): void {
  const ids = (answer: unknown) =>
    isObject(answer) && Array.isArray(answer.data) ? answer.data.map(keyOf) : [];
  expect(ids(actual).sort(), address).toEqual(ids(recorded).sort());
}

/** Finds in a running stack every record, field, picture, draft and account of the recorded site. */
export async function expectVersionOneSite(stack: Stack): Promise<void> {
  const { site, cms } = stack;
  for (const [address, recorded] of Object.entries(recordedAnswers.public)) {
    const answer = await (await fetch(cms + address)).json();
    expectRecorded(address, answer, recorded);
    expectSameRecords(address, answer, recorded);
  }
  for (const [address, recorded] of Object.entries(recordedAnswers.admin))
    expectRecorded(address, await (await stack.asAdmin('GET', address)).json(), recorded);
  for (const [address, recorded] of Object.entries(recordedAnswers.site)) {
    // The server of the site may have started a moment before the CMS could answer.
    await expect.poll(async () => (await fetch(site + address)).status, address).toBe(200);
    const answer = await (await fetch(site + address)).json();
    expectRecorded(address, answer, recorded);
    expectSameRecords(address, answer, recorded);
  }
  const addresses = new Set(JSON.stringify(recordedAnswers).match(/\/uploads\/[\w.-]+/g));
  expect(addresses.size).toBeGreaterThan(50);
  for (const address of addresses) expect((await fetch(site + address)).status, address).toBe(200);

  await signIn(cms, OWNER.email, OWNER.password);
  const refused = await fetch(`${cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER.email, password: OWNER.before }),
  });
  expect(refused.status).toBe(400);
}
