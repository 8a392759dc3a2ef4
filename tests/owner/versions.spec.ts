import { expect, type Stack, test } from '../support/stack.ts';

interface EntryId {
  uid: string;
  documentId: string;
}

interface Summary {
  id: number;
  documentId: string | null;
  kind: string;
  author: string | null;
  change: string;
  isCurrent: boolean;
}

interface Undo {
  method: string;
  path: string;
  body: object;
}

type Values = Record<string, unknown>;

const DISH: EntryId = { uid: 'api::menu-entree.menu-entree', documentId: 'lasagna' };
const HOME: EntryId = { uid: 'api::homepage.homepage', documentId: 'home-main' };

const pathOf = ({ uid, documentId }: EntryId) => `/content-manager/collection-types/${uid}/${documentId}`;

/** Sends a request that must succeed, and returns its response. */
async function send<Body>(stack: Stack, method: string, path: string, body?: object): Promise<Body> {
  const response = await stack.asAdmin(method, path, body);
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return text ? JSON.parse(text) : undefined;
}

const listVersions = (stack: Stack, { uid, documentId }: EntryId) =>
  send<Summary[]>(stack, 'GET', `/versions?uid=${uid}&documentId=${documentId}`);

/** What the owner sees of the versions of an entry, newest first. */
const listChanges = async (stack: Stack, entry: EntryId) =>
  (await listVersions(stack, entry)).map(({ change }) => change);

const publish = (stack: Stack, entry: EntryId, values: Values) =>
  send(stack, 'POST', `${pathOf(entry)}/actions/publish`, values);

const saveDraft = (stack: Stack, entry: EntryId, values: Values) => send(stack, 'PUT', pathOf(entry), values);

async function bringBack(stack: Stack, version: Summary | undefined): Promise<Undo | null> {
  const { undo } = await send<{ undo: Undo | null }>(
    stack,
    'POST',
    `/versions/${version?.id}/bring-back`,
    {},
  );
  return undo;
}

const undo = (stack: Stack, request: Undo | null) =>
  send(
    stack,
    request?.method ?? '',
    request?.path ?? '',
    request?.method === 'DELETE' ? undefined : request?.body,
  );

/** Reads a version of an entry as the admin's form has it; `undefined` when there is none. */
async function readEntry(stack: Stack, entry: EntryId, status: 'draft' | 'published') {
  const response = await stack.asAdmin('GET', `${pathOf(entry)}?status=${status}`);
  if (response.status === 404) return undefined;
  const { data }: { data: Values } = await response.json();
  return data;
}

test('a published mistake is undone while another draft is open, which stays, and the undo is undone @both', async ({
  editableStack: stack,
}) => {
  const [first] = await listVersions(stack, DISH);
  expect(first).toMatchObject({ kind: 'publish', author: null, isCurrent: true });
  expect(first?.change).toBe('What the site showed on this day');
  const before = await readEntry(stack, DISH, 'published');

  await publish(stack, DISH, { description: 'A mistake' });
  await saveDraft(stack, DISH, { description: 'Not yet', entreeName: '' });
  const [mistake, ...earlier] = await listVersions(stack, DISH);
  expect(mistake).toMatchObject({ author: 'Administrator', isCurrent: true });
  expect(mistake?.change).toMatch(/^Description: “.*” → “A mistake”$/);
  expect(earlier).toEqual([{ ...first, isCurrent: false }]);

  const request = await bringBack(stack, first);
  const { description, entreeName } = before ?? {};
  expect(await readEntry(stack, DISH, 'published')).toMatchObject({ description, entreeName });
  expect(await readEntry(stack, DISH, 'draft')).toMatchObject({
    description: 'Not yet',
    entreeName: '',
    status: 'modified',
  });

  await undo(stack, request);
  expect(await readEntry(stack, DISH, 'published')).toMatchObject({ description: 'A mistake' });
  expect(await readEntry(stack, DISH, 'draft')).toMatchObject({ description: 'Not yet' });
  expect(await listVersions(stack, DISH)).toHaveLength(4);
  expect(await bringBack(stack, (await listVersions(stack, DISH))[0])).toBe(null);
});
