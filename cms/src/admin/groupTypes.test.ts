import { expect, test, vi } from 'vitest';
import { groupTypes } from './groupTypes';

const COLLECTION_TYPES = ['homepage', 'menu-appetizer', 'menu-header', 'website-tab'];
const SINGLE_TYPES = ['menu-alcohol', 'menu-soft-drinks', 'website-name'];
const linkTo = (name: string) => ({ uid: `api::${name}.${name}`, title: name });

/** Returns a function that runs the hooks in Strapi's order and returns the two groups and the other values. */
function setUp() {
  const registerHook = vi.fn();
  groupTypes({ registerHook });
  const hooks = Object.fromEntries(registerHook.mock.calls);
  return (collectionTypes = COLLECTION_TYPES, singleTypes = SINGLE_TYPES) => {
    const runHook = (kind: string, links: object): Record<string, unknown> =>
      hooks[`Admin/CM/pages/App/mutate-${kind}-types-links`](links);
    const { ctLinks, ...first } = runHook('collection', { ctLinks: collectionTypes.map(linkTo), models: 1 });
    const { stLinks, ...second } = runHook('single', { stLinks: singleTypes.map(linkTo), models: 2 });
    return { pages: ctLinks, menu: stLinks, others: [first, second] };
  };
}

test('groups all types into pages and menu, collection types before single types', () => {
  const { pages, menu, others } = setUp()();
  expect(pages).toEqual(['homepage', 'website-tab', 'website-name'].map(linkTo));
  expect(menu).toEqual(['menu-appetizer', 'menu-header', 'menu-alcohol', 'menu-soft-drinks'].map(linkTo));
  expect(others).toEqual([{ models: 1 }, { models: 2 }]);
});

test('leaves a group empty when the account sees none of its types', () => {
  expect(setUp()(['homepage'], [])).toMatchObject({ pages: [linkTo('homepage')], menu: [] });
  expect(setUp()([], ['menu-alcohol'])).toMatchObject({ pages: [], menu: [linkTo('menu-alcohol')] });
});

test('lists a type that is not described in contentTypes with the pages', () => {
  expect(setUp()([], ['other'])).toMatchObject({ pages: [linkTo('other')], menu: [] });
});

test('lists each type once when Strapi runs the hooks again', () => {
  const runHooks = setUp();
  runHooks();
  expect(runHooks()).toEqual(setUp()());
});
