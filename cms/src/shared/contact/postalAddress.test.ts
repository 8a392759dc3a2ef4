import { expect, test } from 'vitest';
import { explainPostalAddress, parsePostalAddress } from './postalAddress';

const scioto = {
  streetAddress: '437 West Town Street',
  addressLocality: 'Columbus',
  addressRegion: 'OH',
  postalCode: '43215',
  addressCountry: 'US',
};

test.each([
  ['437 West Town Street\nColumbus, OH 43215', scioto],
  ['437 West Town Street, Columbus, OH 43215', scioto],
  ['437 West Town Street,\r\n\r\nColumbus OH, 43215, USA', scioto],
  ['437\u00a0West Town Street\nColumbus, Ohio\u00a043215\nUnited States', scioto],
  ['437 West Town Street\nColumbus, OH 43215–1234', { ...scioto, postalCode: '43215-1234' }],
  [
    '437 West Town Street\nSuite 200\nColumbus, OH 43215',
    { ...scioto, streetAddress: '437 West Town Street, Suite 200' },
  ],
  [
    '12 Main Street\nWinston-Salem North Carolina 27101',
    {
      ...scioto,
      streetAddress: '12 Main Street',
      addressLocality: 'Winston-Salem',
      addressRegion: 'NC',
      postalCode: '27101',
    },
  ],
])('parses %j', (text, address) => {
  expect(parsePostalAddress(text)).toEqual(address);
});

test.each([
  '',
  '437 West Town Street Columbus OH 43215',
  '437 West Town Street\nColumbus, XX 43215',
  '437 West Town Street\nColumbus, OH 4321',
  '437 West Town Street\nColumbus, OH 43215\nEnter from the alley',
  'Scioto Table\n437 West Town Street\nColumbus, OH 43215',
  '437 West Town Street\nColumbus, OH 43215\n12 High Street\nColumbus, OH 43215',
  `437 West${' '.repeat(20_000)}Town${', Suite 2'.repeat(5_000)}`,
])('returns undefined for %j', (text) => {
  expect(parsePostalAddress(text)).toBeUndefined();
});

test.each([
  [
    '437 West Town Street\nColumbus, Ohio 43215',
    'Street 437 West Town Street, city Columbus, state OH, ZIP code 43215.',
  ],
  ['', 'There is no address.'],
])('explains %j as “%s”', (text, explanation) => {
  expect(explainPostalAddress(text)).toEqual({ understood: true, text: explanation });
});

test('explains how to write an address that is not understood', () => {
  const explanation = explainPostalAddress('On the west bank, under the bridge');
  expect(explanation.understood).toBe(false);
  expect(explanation.text).toContain('on the next line “Columbus, OH 43215”');
});
