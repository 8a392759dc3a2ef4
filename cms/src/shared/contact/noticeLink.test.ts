import { expect, test } from 'vitest';
import { contentTypes } from '../content/contentTypes';
import { completeNoticeLink, explainNoticeLink, PAGE_PATHS, parseNoticeLink } from './noticeLink';

test('knows the pages that the content types are shown on', () => {
  const shown = Object.values(contentTypes).map(({ page }) => page);
  expect(new Set(shown)).toEqual(new Set(PAGE_PATHS));
});

test.each([
  ['https://www.opentable.com', 'https://www.opentable.com', 'https://www.opentable.com/'],
  [' www.opentable.com/scioto\u200b', 'https://www.opentable.com/scioto', 'https://www.opentable.com/scioto'],
  ['WWW.opentable.com', 'https://WWW.opentable.com', 'https://www.opentable.com/'],
  ['/services', '/services', '/services'],
  ['/Menu/', '/menu', '/menu'],
  ['/menu#duck-leg', '/menu#duck-leg', '/menu#duck-leg'],
  ['/', '/', '/'],
  ['/home', '/', '/'],
])('takes %j as %s, which opens %s', (text, completed, opened) => {
  expect(completeNoticeLink(text)).toBe(completed);
  expect(parseNoticeLink(text)).toBe(opened);
  expect(explainNoticeLink(text)).toBeUndefined();
});

const NO_ADDRESS = /^This is not a web address\./;

test.each([
  ['/specials', 'The site has no page “/specials”. Its pages are /, /menu, /services, /contact.'],
  ['/menu/duck', /^The site has no page “\/menu\/duck”\./],
  ['/menu?page=2', /^The site has no page/],
  ['//evil.example', /^The site has no page/],
  ['/\\evil.example', /^The site has no page/],
  ['opentable.com', 'This must begin with https://. Write “https://opentable.com”.'],
  ['services', NO_ADDRESS],
  ['#menu', NO_ADDRESS],
  ['www.', NO_ADDRESS],
  ['www.open table.com', NO_ADDRESS],
  ['javascript:alert(1)', NO_ADDRESS],
  ['', NO_ADDRESS],
])('rejects %j: %s', (text, sentence) => {
  expect(parseNoticeLink(text)).toBeUndefined();
  expect(explainNoticeLink(text)).toMatch(sentence);
});
