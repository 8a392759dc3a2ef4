import { expect, test } from 'vitest';
import type { DrinkEntry } from './drinkEntries';
import { convertVersions, type ListVersion } from './drinkVersions';

/** Makes the version of a list of names and keys, such as “Cola:k1”; a name with “!” is off, “Cola:” has no key. */
const toVersion = (day: number, drinks: string, subHeading = 'Soft drinks'): ListVersion => ({
  time: `2026-11-0${day}T12:00:00.000Z`,
  author: `Author ${day}`,
  content: {
    subHeading,
    drinks: drinks
      .split(' ')
      .filter(Boolean)
      .map((drink) => {
        const [drinkName = '', key = drinkName] = drink.replace('!', '').split(':');
        return { drinkName, offMenu: drink.includes('!'), key: key || null };
      }),
  },
});

/** Makes the entries of the site's names and keys. */
const toEntries = (drinks: string): DrinkEntry[] =>
  drinks.split(' ').map((drink, index) => {
    const [siteName = '', documentId = siteName] = drink.replace('!', '').split(':');
    const position = (index + 1) * 10;
    return {
      documentId,
      position,
      siteName,
      draftName: siteName,
      isShown: !drink.includes('!'),
      isNew: false,
    };
  });

const convert = (versions: ListVersion[], entries: string) =>
  convertVersions(versions, {
    type: 'menu-soft-drink',
    headingId: 'menu-soft-drinks',
    entries: toEntries(entries),
    createdAt: '2026-01-01',
    createdBy: 3,
  });

/** Returns the versions of an entry in short: day, kind, name and change. */
const describe = (versions: ReturnType<typeof convert>, documentId: string) =>
  versions
    .filter((version) => version.documentId === documentId)
    .map(({ time, kind, content, change }) => {
      const { published, draft }: typeof content = content;
      const { drinkName, subHeading } = { ...content, ...Object(draft), ...Object(published) };
      return [Number(time.slice(9, 10)), kind, drinkName ?? subHeading, change];
    });

const FIRST = 'What the site showed on this day';

test('makes versions of each drink and of the heading of those of the whole list', () => {
  const converted = convert(
    [
      toVersion(1, 'Cola Beer:b'),
      toVersion(2, 'Cola Ale:b Tea'),
      toVersion(3, 'Cola! Ale:b Tea', 'Drinks'),
      toVersion(4, 'Ale:b Coke:Cola', 'Drinks'),
    ],
    'Ale:b Coke:Cola',
  );
  expect(describe(converted, 'menu-soft-drinks')).toEqual([
    [1, 'publish', 'Soft drinks', FIRST],
    [3, 'publish', 'Drinks', 'Heading: “Soft drinks” → “Drinks”'],
  ]);
  expect(describe(converted, 'b')).toEqual([
    [1, 'publish', 'Beer', FIRST],
    [2, 'publish', 'Ale', 'Name: “Beer” → “Ale”'],
  ]);
  expect(describe(converted, 'Cola')).toEqual([
    [1, 'publish', 'Cola', FIRST],
    [3, 'unpublish', 'Cola', '“Cola” taken off the site'],
    [4, 'publish', 'Coke', 'Back on the site; Name: “Cola” → “Coke”'],
  ]);
  expect(describe(converted, 'Tea')).toEqual([
    [2, 'publish', 'Tea', 'On the site for the first time'],
    [4, 'delete', 'Tea', '“Tea” deleted'],
  ]);
  expect(converted.at(-1)).toMatchObject({
    author: 'Author 4',
    content: {
      published: { subHeading: null, drinkName: 'Tea', position: 15 },
      createdAt: '2026-01-01',
      createdBy: 3,
    },
  });
});

test('a drink that is off has what its switch brings back as its newest version', () => {
  const versions = [
    toVersion(1, 'Beer! Cola'),
    toVersion(2, 'Beer! Cola!'),
    toVersion(3, 'Beer! Coke:Cola!'),
  ];
  const converted = convert(versions, 'Beer! Coke:Cola!');
  expect(describe(converted, 'Beer')).toEqual([[3, 'unpublish', 'Beer', '“Beer” taken off the site']]);
  expect(describe(converted, 'Cola')).toEqual([
    [1, 'publish', 'Cola', FIRST],
    [2, 'unpublish', 'Coke', '“Cola” taken off the site'],
  ]);
});

test('finds the drinks of versions before the keys by their names, and says nothing about those that it does not find', () => {
  const versions = [
    toVersion(1, 'Cola: Beer: Beer: Old:'),
    toVersion(2, 'Cola: Tea: Old:'),
    toVersion(3, 'Coke:Cola Tea'),
  ];
  const converted = convert(versions, 'Coke:Cola Tea');
  expect(describe(converted, 'Cola')).toEqual([[3, 'publish', 'Coke', FIRST]]);
  expect(describe(converted, 'Tea')).toEqual([[2, 'publish', 'Tea', FIRST]]);
  expect(converted.filter(({ kind }) => kind !== 'publish')).toEqual([]);
});

test('a name of two drinks is converted for neither', () => {
  const versions = [toVersion(1, 'Cola: Coke:'), toVersion(2, 'Cola:k Tea'), toVersion(3, 'Coke:k Tea')];
  expect(describe(convert(versions, 'Coke:k Tea'), 'k')).toEqual([
    [2, 'publish', 'Cola', FIRST],
    [3, 'publish', 'Coke', 'Name: “Cola” → “Coke”'],
  ]);
});

test('a drink that only the draft still has was taken off, and not deleted', () => {
  const entries = toEntries('Cola').map((entry) => ({
    ...entry,
    siteName: undefined,
    isShown: false,
    isNew: true,
  }));
  const list = {
    type: 'menu-soft-drink',
    headingId: 'h',
    entries,
    createdAt: '',
    createdBy: undefined,
  } as const;
  const converted = convertVersions([toVersion(1, 'Cola'), toVersion(2, '')], list);
  expect(describe(converted, 'Cola').map(([, kind]) => kind)).toEqual(['publish', 'unpublish']);
});

test('keeps no more than 100 versions of a drink', () => {
  const versions = Array.from({ length: 130 }, (_, index) => toVersion(1, `Cola${index}:k`));
  const converted = convert(versions, 'Cola129:k').filter(({ documentId }) => documentId === 'k');
  expect(converted).toHaveLength(100);
  expect(converted.at(-1)?.content).toMatchObject({ drinkName: 'Cola129' });
});
