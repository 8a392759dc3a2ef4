import { describe, expect, test } from 'vitest';
import { explainMapPlace, parseMapPlace } from './mapPlace';

const PLACE = { latitude: 39.95606, longitude: -83.01235 };
const GOOGLE = 'https://www.google.com/maps';

test.each([
  '39.95606, -83.01235',
  '\u200e39.95606, -83.01235\u200e',
  '+39.95606°, -83.01235°',
  '39.95606 N, 83.01235 W',
  '83.01235° W, 39.95606° N',
  '39°57\'21.816"N 83°0\'44.46"W',
  'geo:39.95606,-83.01235?z=19',
])('parses the numbers %j', (text) => {
  expect(parseMapPlace(text)).toEqual(PLACE);
  expect(explainMapPlace(text)).toBeUndefined();
});

test.each([
  'https://www.openstreetmap.org/?mlat=39.95606&mlon=-83.01235#map=19/40.1/-83.2',
  `${GOOGLE}/place/Scioto+Table/@40.1,-83.2,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x1!8m2!3d39.95606!4d-83.01235!16s%2Fg%2F1?entry=ttu`,
  'https://www.google.co.uk/maps/place/Scioto/@40.1,-83.2,17z/data=!3d39.95606!4d-83.01235',
  `${GOOGLE}/place/Scioto/data=!3d39.95606!4d-83.01235!5m1!3d39.95606!4d-83.01235`,
  `${GOOGLE}?q=loc:39.95606,-83.01235`,
  `${GOOGLE}/search/?api=1&query=39.95606%2C-83.01235`,
  `${GOOGLE}/place/%E0%A4%A/39.95606,-83.01235`,
  `${GOOGLE}/dir/?api=1&destination=39.95606,-83.01235`,
  `${GOOGLE}/place/39%C2%B057'21.816%22N+83%C2%B000'44.46%22W/@40.1,-83.2,17z`,
  `Scioto Table\n500 W Broad St, Columbus\n${GOOGLE}?q=39.95606,-83.01235`,
])('parses the link %j', (text) => {
  expect(parseMapPlace(text)).toEqual(PLACE);
  expect(explainMapPlace(text)).toBeUndefined();
});

test.each(['39, -83', '-33.8568, 151.2153', '90, 180', '0, 12.5', '-0.5, 0'])(
  'accepts %j anywhere on earth',
  (text) => {
    expect(parseMapPlace(text)).toEqual({
      latitude: Number(text.split(',')[0]),
      longitude: Number(text.split(',')[1]),
    });
  },
);

describe('explains', () => {
  test.each([
    ['500 W Broad St', /^This is no place .* Write two numbers, such as “39\.95606, -83\.01235”, or paste/],
    ['39.95606 N, 83.01235 N', /Write two numbers/],
    ["39°75'N, 83°0'W", /Write two numbers/],
    ['-139.95606, -83.01235', /^The first number is between -90 and 90/],
    ['39.95606, -183.01235', /the second between -180 and 180/],
    [`${GOOGLE}?q=139.95606,-83.01235`, /^The first number is between/],
    ['0.000, -0', /^The place 0, 0 is in the ocean/],
    ['https://maps.app.goo.gl/AbCdEf123', /^This link is shortened .* Open it in a browser/],
    [
      `${GOOGLE}/@39.95606,-83.01235,17z`,
      /^This link shows a part of the map.* Google Maps press your restaurant/,
    ],
    [`${GOOGLE}?q=Scioto+Table&ll=39.9,-83.1&z=12`, /^This link shows a part of the map/],
    [`${GOOGLE}/dir/40.0001,-83.0002/39.95606,-83.01235`, /^This link shows a part of the map/],
    [
      'https://www.openstreetmap.org/#map=19/39.95606/-83.01235',
      /OpenStreetMap press Share, tick “Include marker”/,
    ],
    [`${GOOGLE}/place/X/data=!3d39.95606!4d-83.01235!3d40.1!4d-83.2`, /^This link names more than one place/],
    [
      'https://www.bing.com/maps?q=39.95606,-83.01235',
      /^The site understands links of Google Maps and OpenStreetMap only/,
    ],
    ['https://evilgoogle.com/maps?q=39.95606,-83.01235', /^The site understands links of/],
  ])('why %j is no place', (text, sentence) => {
    expect(parseMapPlace(text)).toBeUndefined();
    expect(explainMapPlace(text)).toMatch(sentence);
  });
});

test('parses the longest texts without excessive backtracking', () => {
  for (const text of [
    '1 '.repeat(1000),
    "39°1'".repeat(400),
    '!3d1!4d1'.repeat(250),
    `${GOOGLE}/${'+1,'.repeat(600)}`,
  ])
    expect(parseMapPlace(text) === undefined || text.startsWith('!')).toBe(true);
});
