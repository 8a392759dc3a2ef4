import { expect, test } from 'vitest';
import { explainWebAddress, parseWebAddress } from './webAddress';

test.each([
  ['https://www.opentable.com', 'https://www.opentable.com/'],
  [' https://www.opentable.com/scioto?ref=1#book \n', 'https://www.opentable.com/scioto?ref=1#book'],
  ['\u200ehttps://toasttab.com/\u00adorder\u200b', 'https://toasttab.com/order'],
  ['https://maps.example/@39,-83', 'https://maps.example/@39,-83'],
  ['https://münchen.example/menü', 'https://xn--mnchen-3ya.example/men%C3%BC'],
])('normalizes %j to %j', (text, address) => {
  expect(parseWebAddress(text)).toBe(address);
  expect(explainWebAddress(text)).toBeUndefined();
});

const NO_ADDRESS = 'This is not a web address. Write it like “https://www.opentable.com”.';

test.each([
  ['opentable.com/scioto', 'This must begin with https://. Write “https://opentable.com/scioto”.'],
  ['http://opentable.com/scioto', 'This must begin with https://. Write “https://opentable.com/scioto”.'],
  ['https://opentable.com/my table', NO_ADDRESS],
  ['https://owner:secret@opentable.com/', NO_ADDRESS],
  ['javascript:alert(1)', NO_ADDRESS],
  ['//opentable.com', NO_ADDRESS],
  ['https://https://opentable.com', NO_ADDRESS],
  ['https://opentable', NO_ADDRESS],
  ['https://[::1]/', NO_ADDRESS],
])('rejects %j: %s', (text, sentence) => {
  expect(parseWebAddress(text)).toBeUndefined();
  expect(explainWebAddress(text)).toMatch(sentence);
});
