// The words of the pages on the first screen: saved as drafts, published together, taken back.
import { expect, test } from 'vitest';
import { contentTypes } from '../../cms/src/shared/content/contentTypes.ts';
import { cms } from '../support/cms.ts';
import {
  administrator,
  createAccount,
  type Entry,
  type Owner,
  owner,
  type Permission,
  uidOf,
} from '../support/owner.ts';

const STORY: Entry = { type: 'homepage', documentId: 'home-story-1' };
const OTHER_STORY: Entry = { type: 'homepage', documentId: 'home-story-2' };
const FRIES: Entry = { type: 'menu-side', documentId: 'hand-cut-fries' };
const SERVICE: Entry = { type: 'servicespage', documentId: 'services-kitchen' };
const FORBIDDEN = /^403 /;
const MISUNDERSTOOD = /^400 This could not be understood/;

const readShown = async ({ type, documentId }: Entry, field: string): Promise<unknown> => {
  const { data }: { data: Record<string, unknown>[] } = JSON.parse(await cms.readContent(type));
  return data.find((entry) => entry.documentId === documentId)?.[field];
};
/** What the site shows, without the ids of rows and times, which each publishing changes. */
async function readSite(): Promise<Record<string, unknown>> {
  const read = async (type: string) => {
    const omitChanging = (name: string, value: unknown) =>
      ['id', 'updatedAt', 'publishedAt'].includes(name) ? undefined : value;
    const { data }: { data: Entry | Entry[] } = JSON.parse(await cms.readContent(type), omitChanging);
    const entries = [data].flat().map((entry) => [entry.documentId, entry] as const);
    return [type, Object.fromEntries(entries)] as const;
  };
  return Object.fromEntries(await Promise.all(Object.keys(contentTypes).map(read)));
}
const readDraft = async (entry: Entry, field: string): Promise<unknown> => (await owner.open(entry))[field];
const listWaiting = async (account: Owner = owner) =>
  (await account.readWaiting()).entries.map(({ documentId, fields }) => [documentId, ...fields]);
const permit = (type: string, action: string, fields?: string[]): Permission => ({
  action: `plugin::content-manager.explorer.${action}`,
  subject: uidOf(type),
  properties: fields ? { fields } : {},
  conditions: [],
});

test('a text is saved as a draft with the line breaks of its form, waits, and comes back with Undo', async () => {
  const shown = await readShown(STORY, 'description');
  const { undo, waiting } = await owner.changeWords(STORY, 'description', ' One.\r\n\r\nTwo.\u2028Three. ');
  expect(await readDraft(STORY, 'description')).toBe('One.\n\nTwo.\nThree.');
  expect(await readShown(STORY, 'description')).toBe(shown);
  expect(await owner.open(STORY)).toMatchObject({ status: 'modified' });
  expect(waiting.entries).toEqual([
    {
      uid: uidOf('homepage'),
      documentId: STORY.documentId,
      name: 'Home: first story block',
      fields: ['Text'],
    },
  ]);
  expect((await owner.undo(undo)).undo).toMatchObject({ type: 'changeWords' });
  expect(await readDraft(STORY, 'description')).toBe(shown);
  expect(await owner.open(STORY)).toMatchObject({ status: 'published' });
  expect(await listWaiting()).toEqual([]);
});

test('the invisible marks of the page are never stored', async () => {
  await owner.changeWords(STORY, 'description', `\u2061New\u2064 ${'\u2062'.repeat(6)}`);
  expect(await readDraft(STORY, 'description')).toBe('New');
  await owner.changeWords(STORY, 'description', 'Newer', `New${'\u2061'.repeat(6)}`);
  expect(await readDraft(STORY, 'description')).toBe('Newer');
});

test('a heading stays one line, an optional text can be empty, and a required one can’t', async () => {
  await owner.changeWords(STORY, 'subHeadings', 'The table\ncame  first ');
  expect(await readDraft(STORY, 'subHeadings')).toBe('The table came  first');
  await owner.changeWords(STORY, 'subHeadings', ' ');
  expect(await readDraft(STORY, 'subHeadings')).toBeNull();
  await expect(owner.changeWords(FRIES, 'sideName', '\u0085 ')).rejects.toThrow(
    /^400 Name: this can’t be empty/,
  );
  const [{ documentId } = { documentId: '' }]: { documentId: string }[] = await cms.strapi.db
    .query('api::website-name.website-name')
    .findMany({});
  const name: Entry = { type: 'website-name', documentId };
  await expect(owner.changeWords(name, 'websiteName', '')).rejects.toThrow(/^400 Name: this can’t be empty/);
  await owner.changeWords(name, 'websiteName', 'Olentangy Table');
  expect(await listWaiting()).toEqual([
    [STORY.documentId, 'Heading'],
    [documentId, 'Name'],
  ]);
});

test('a text that is too long for its place, or has what can’t be stored, is refused with a sentence', async () => {
  const special: Entry = { type: 'homepage', documentId: 'home-special-2' };
  await expect(owner.changeWords(special, 'description', 'x'.repeat(601))).rejects.toThrow(
    /^400 Text: this is too long, 600 characters fit here/,
  );
  await expect(owner.changeWords(special, 'description', 'a\0b')).rejects.toThrow(/^400 .*can’t be saved/);
  await owner.changeWords(special, 'description', 'x'.repeat(600));
});

test('a request that is repeated does nothing more, and one about other words gets those and changes nothing', async () => {
  const first = await owner.changeWords(
    STORY,
    'description',
    'Mine',
    String(await readShown(STORY, 'description')),
  );
  const again = await owner.changeWords(
    STORY,
    'description',
    'Mine',
    String(await readShown(STORY, 'description')),
  );
  expect(again.undo).toEqual(first.undo);
  await administrator.changeWords(STORY, 'description', 'Theirs');
  const conflict = await owner
    .changeWords(STORY, 'description', 'Mine, better', 'Mine')
    .catch((error) => error);
  expect(conflict).toMatchObject({ status: 409, details: { theirs: 'Theirs' } });
  expect(conflict.message).toMatch(/Somebody else has changed “Text”/);
  expect(await readDraft(STORY, 'description')).toBe('Theirs');
  await owner.changeWords(STORY, 'description', 'Mine, better', 'Theirs');
  expect(await readDraft(STORY, 'description')).toBe('Mine, better');
  await expect(owner.undo(first.undo)).rejects.toThrow(/^409 /);
});

test('of two that change the same text at once, one is told @postgres', async () => {
  const seen = String(await readShown(STORY, 'description'));
  const results = await Promise.allSettled(
    ['One', 'Two', 'Three'].map((words) => owner.changeWords(STORY, 'description', words, seen)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('what is planned for an entry is named with the answer, and stays as it was planned', async () => {
  cms.setTime('2037-12-05T12:00');
  await owner.saveAndPlan(STORY, { description: 'For the holidays' }, '2037-12-20T17:00');
  const { waiting } = await owner.changeWords(STORY, 'description', 'Later');
  expect(waiting.planned).toMatchObject([
    { entries: [STORY].map(({ documentId }) => ({ documentId })), isBehindDraft: true },
  ]);
});

test('one Publish puts all of it on the site and one Undo takes all of it back; what is off stays off @postgres', async () => {
  const off: Entry = { type: 'menu-side', documentId: 'sweet-corn' };
  await owner.switchItem('menu-side', off.documentId, false);
  await owner.changeWords(off, 'description', 'Off the menu');
  const before = await readSite();
  await owner.changeWords(STORY, 'description', 'New story');
  await owner.changeWords(FRIES, 'description', 'New fries');
  await owner.changeWords({ type: 'website-tab', documentId: 'tab-menu' }, 'tabName', 'Eat');
  const added = await owner.addItem('menu-side', 'Slaw');
  expect((await listWaiting()).map(([id]) => id).sort()).toEqual(
    [STORY.documentId, FRIES.documentId, 'tab-menu', added.id].sort(),
  );
  const { undo, waiting } = await owner.publishSite();
  expect(waiting.entries).toEqual([]);
  expect(await readShown(STORY, 'description')).toBe('New story');
  expect(await readShown(FRIES, 'description')).toBe('New fries');
  expect(await readShown({ type: 'menu-side', documentId: added.id }, 'sideName')).toBe('Slaw');
  expect(await readShown(off, 'description')).toBeUndefined();

  const { waiting: again } = await owner.undo<{ waiting: typeof waiting }>(undo);
  expect(await readSite()).toEqual(before);
  expect(again.entries).toHaveLength(4);
  expect(await readDraft(STORY, 'description')).toBe('New story');
});

test('Undo takes back special days that were published after *Closed today*', async () => {
  const hours: Entry = { type: 'contactpage', documentId: 'contact-hours' };
  const readDays = () => readShown(hours, 'specialDays');
  await owner.setHours({ date: '2037-11-24', closed: true });
  const eve = { from: '2037-12-24', closed: true, reason: 'Christmas Eve' };
  await owner.saveDraft(hours, { specialDays: [{ from: '2037-11-24', closed: true }, eve] });
  const { undo } = await owner.publishSite();
  expect(await readDays()).toMatchObject([{ from: '2037-11-24' }, eve]);
  await owner.undo(undo);
  expect(await readDays()).toMatchObject([{ from: '2037-11-24', closed: true }]);
});

test('what can’t be published is named with the reason, and the rest is on the site and can be taken back', async () => {
  await owner.saveDraft({ type: 'website-name', documentId: '' }, { websiteName: '' });
  await owner.changeWords(STORY, 'description', 'New story');
  const rejection = await owner.publishSite().catch((error) => error);
  expect(rejection.message).toMatch(
    /^400 “Name, logo, links” could not be published: .*“Name, logo, links”: Name: this can’t be empty\. Everything else/,
  );
  expect(await readShown(STORY, 'description')).toBe('New story');
  await owner.undo(rejection.details.undo);
  expect(await readShown(STORY, 'description')).not.toBe('New story');
});

test('all of it goes out at a time, as it was when that was chosen', async () => {
  cms.setTime('2037-12-05T12:00');
  await owner.changeWords(STORY, 'description', 'For the holidays');
  await owner.changeWords(FRIES, 'description', 'With salt');
  const { waiting, undo } = await owner.planSite('2037-12-20T17:00');
  expect(undo).toBeNull();
  expect(waiting.planned).toMatchObject([{ title: 'The site', scope: 'site' }]);
  await expect(
    administrator.planSite('2037-12-21T17:00', { seenAt: '2037-12-05T00:00:00Z' }),
  ).rejects.toThrow(/^409 Somebody else has changed “Home: first story block” and “Hand-Cut Fries”/);
  await owner.changeWords(STORY, 'description', 'Too late');
  await cms.goTo('2037-12-20T17:00');
  expect(await owner.listPlanned()).toEqual([]);
  expect(await readShown(STORY, 'description')).toBe('For the holidays');
  expect(await readShown(FRIES, 'description')).toBe('With salt');
  expect(await readDraft(STORY, 'description')).toBe('Too late');
});

test('only texts of forms can be changed, in their own entries, with a text', async () => {
  for (const [type, documentId, field] of [
    ['homepage', STORY.documentId, 'place'],
    ['homepage', STORY.documentId, 'position'],
    ['homepage', STORY.documentId, 'images'],
    ['homepage', STORY.documentId, 'documentId'],
    ['homepage', STORY.documentId, 'publishedAt'],
    ['homepage', STORY.documentId, '__proto__'],
    // The record has no such field, although its type does.
    ['homepage', 'home-specials', 'description'],
    ['homepage', 'no-such-record', 'description'],
    ['homepage', FRIES.documentId, 'description'],
    ['menu-side', FRIES.documentId, 'dietaryStatement'],
    ['menu-side', FRIES.documentId, 'position'],
    ['menu-soft-drink', 'cola', 'subHeading'],
    ['menu-soft-drink', 'menu-soft-drinks', 'drinkName'],
    ['contactpage', 'contact-hours', 'specialDays'],
    ['website-name', 'x', 'notice'],
    ['admin::user', '1', 'email'],
    ['user', '1', 'email'],
    ['constructor', 'x', 'name'],
    ['..%2f..%2fadmin', 'x', 'name'],
  ] as const)
    await expect(
      owner.send('PUT', `/words/${type}/${documentId}/${field}`, { words: 'New', seen: '' }),
      `${type} ${documentId} ${field}`,
    ).rejects.toThrow(/^40[34] /);
  for (const body of [[], {}, { words: 'New' }, { words: 1, seen: '' }, { words: { length: 1 }, seen: '' }])
    await expect(
      owner.send('PUT', `/words/homepage/${STORY.documentId}/description`, body),
      JSON.stringify(body),
    ).rejects.toThrow(MISUNDERSTOOD);
  expect(await listWaiting()).toEqual([]);
});

test('an account changes the fields that it may, and publishes only what it may', async () => {
  const fields = ['description'];
  const writer = await createAccount('Writer', [
    permit('homepage', 'read', fields),
    permit('homepage', 'update', fields),
  ]);
  const seen = String(await readShown(STORY, 'description'));
  await writer.changeWords(STORY, 'description', 'By the writer', seen);
  await expect(writer.changeWords(STORY, 'subHeadings', 'Not hers', 'The table came first')).rejects.toThrow(
    FORBIDDEN,
  );
  await expect(writer.changeWords(SERVICE, 'description', 'Not hers', '')).rejects.toThrow(FORBIDDEN);
  await expect(writer.publishSite()).rejects.toThrow(FORBIDDEN);
  await expect(writer.planSite('2099-01-01T12:00')).rejects.toThrow(FORBIDDEN);
  expect(await listWaiting(writer)).toEqual([]);
  const { pages, texts } = await writer.openPage('/menu');
  expect(pages.map(({ path }) => path)).toEqual(['/']);
  expect(texts.homepage).toMatchObject({
    description: { maxLength: 2000, isOneLine: false, canChange: true },
    subHeadings: { isOneLine: true, canChange: false },
  });

  const all = ['subHeadings', 'mainHeading', 'description', 'images', 'place'];
  const publisher = await createAccount('Publisher', [
    permit('homepage', 'read', all),
    permit('homepage', 'publish'),
  ]);
  await owner.changeWords(SERVICE, 'description', 'Of the owner');
  expect(await listWaiting(publisher)).toEqual([[STORY.documentId, 'Text']]);
  const { undo } = await publisher.publishSite();
  expect(await listWaiting()).toEqual([[SERVICE.documentId, 'Text']]);
  await expect(writer.undo(undo)).rejects.toThrow(FORBIDDEN);
  await owner.changeWords(OTHER_STORY, 'description', 'Of the owner');
  const both = await owner.publishSite();
  await expect(publisher.undo(both.undo)).rejects.toThrow(FORBIDDEN);
});

test('a page is opened with a preview that can be edited, at an entry, for a sign-in of the admin only', async () => {
  const { url, path, pages } = await owner.openPage('/contact', {
    type: 'contactpage',
    documentId: 'contact-hours',
  });
  expect(path).toBe('/contact');
  expect(pages).toEqual([
    { path: '/', name: 'Home' },
    { path: '/menu', name: 'Menu' },
    { path: '/services', name: 'Services' },
    { path: '/contact', name: 'Contact' },
  ]);
  const parameters = new URLSearchParams(new URL(url).hash.slice(1));
  expect(new URL(url).pathname).toBe('/contact');
  expect(parameters.get('at')).toBe('contact-hours');
  expect(parameters.get('edit')).toMatch(/^https?:\/\/[^/]+$/);
  expect((await owner.openPage('https://evil.example/')).path).toBe('/');
  expect(new URL((await owner.openPage('/menu')).url).hash).toContain('at=&');
  const nobody = await createAccount('Nobody', []);
  await expect(nobody.openPage('/')).rejects.toThrow(FORBIDDEN);
  const { accessKey } = await administrator.addToken('full-access');
  const response = await fetch(`${cms.url}/words/page`, {
    headers: { authorization: `Bearer ${accessKey}` },
  });
  expect(response.status).toBe(401);
});
