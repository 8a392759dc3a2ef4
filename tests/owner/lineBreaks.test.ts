import { expect, test } from 'vitest';
import { cms } from '../support/cms.ts';
import { type Entry, owner } from '../support/owner.ts';
import { createPicture } from '../support/pictures.ts';

// Line breaks that other programs write: vertical tab, form feed, next line, and the separators of Unicode.

const ADDRESS: Entry = { type: 'contactpage', documentId: 'contact-address' };
const HOURS: Entry = { type: 'contactpage', documentId: 'contact-hours' };
const NAME: Entry = { type: 'website-name', documentId: '' };
const STORY: Entry = { type: 'homepage', documentId: 'home-story-1' };
const BREAKS = ['\v', '\f', '\u0085', '\u2028', '\u2029', '\r\n', '\r'];
const OTHER_BREAKS = /[\v\f\r\u0085\u2028\u2029]/;

/** Reads all content of a type as the site gets it. */
const readTexts = async (type: string): Promise<string> => {
  const content = await cms.readContent(type);
  expect(
    JSON.stringify(JSON.parse(content), (_, value) => (OTHER_BREAKS.test(value) ? 'BREAK' : value)),
  ).not.toContain('BREAK');
  return content;
};

test.each(BREAKS)(
  'a form stores %j as a line break, and as a space in a field of one line',
  async (lineBreak) => {
    await owner.publish(ADDRESS, {
      subHeadings: `Find${lineBreak}us`,
      description: `High Street 1${lineBreak}Columbus`,
    });
    const entries: { documentId: string; description: string; subHeadings: string }[] = JSON.parse(
      await readTexts('contactpage'),
    ).data;
    expect(entries.find(({ documentId }) => documentId === ADDRESS.documentId)).toMatchObject({
      subHeadings: 'Find us',
      description: 'High Street 1\nColumbus',
    });
  },
);

test('the screen Menu stores them, changes such a text twice, and takes back a dish that was added with one', async () => {
  const { id, undo } = await owner.addItem('menu-side', 'Corn\vbread', 'With\u2028butter');
  expect(await owner.findItem('menu-side', 'Corn bread')).toMatchObject({ id, description: 'With\nbutter' });
  await owner.undo(undo);
  await expect(owner.findItem('menu-side', 'Corn bread')).rejects.toThrow('has no');

  const [{ id: fries } = { id: '' }] = await owner.listItems('menu-side');
  const sent = { name: 'Hot\vfries', description: 'With\vsalt' };
  await owner.changeText('menu-side', fries, sent);
  // The screen sends what it has sent before as what it saw.
  await owner.changeText('menu-side', fries, { name: 'Fries', description: 'With pepper' }, sent);
  await owner.publishMenu();
  expect(await readTexts('menu-side')).toContain('With pepper');
});

test('components, a single type and pictures have none', async () => {
  const notice = { text: 'Closed\u2028tonight', until: '2037-12-01T00:00:00.000Z' };
  const links = [{ label: 'Book\va table', address: 'https://table.example' }];
  await owner.publish(NAME, { notice, links });
  const site = await readTexts('website-name');
  expect(site).toContain('"Closed tonight"');
  expect(site).toContain('"Book a table"');
  const day = { from: '2037-11-26', closed: true, reason: 'the oven\fgave out' };
  await owner.publish(HOURS, { specialDays: [day] });
  expect(await readTexts('contactpage')).toContain('"the oven gave out"');
  const described = { name: 'a.jpg', alternativeText: 'Soup\u2029and bread', caption: 'Soup\vof the day' };
  const { id } = await owner.upload(described, await createPicture('#a33', 60, 40));
  await owner.publish(STORY, { images: [id] });
  const stories = await readTexts('homepage');
  expect(stories).toContain('Soup\\nand bread');
  expect(stories).toContain('Soup\\nof the day');
});

test('a planned change publishes none', async () => {
  await owner.saveAndPlan(ADDRESS, { description: 'High Street 1\u0085Columbus' }, '2037-11-25T17:00');
  await cms.goTo('2037-11-25T17:00');
  expect(await readTexts('contactpage')).toContain('High Street 1\\nColumbus');
});

test('a field that must not be empty needs more than a line break', async () => {
  await expect(owner.addItem('menu-side', '\u0085')).rejects.toThrow('Write a name');
  await expect(owner.create('menu-side', { sideName: '\u0085' })).rejects.toThrow('this can’t be empty');
});
