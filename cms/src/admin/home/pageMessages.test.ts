import { expect, test } from 'vitest';
import { readPageMessage } from './pageMessages';

const FRAME = new EventTarget() as Window;
const ORIGIN = 'https://table.example';
const TEXTS = {
  homepage: { description: { maxLength: 2000, isOneLine: false, canChange: true } },
  'menu-side': { sideName: { maxLength: 80, isOneLine: true, canChange: false } },
};
const STORY = { type: 'homepage', documentId: 'home-story-1', field: 'description' };
const LEFT = { type: 'words-left', id: 1, place: STORY, text: 'New', seen: ['Old'] };

const read = (data: unknown, source: Window | null = FRAME, origin = ORIGIN) =>
  readPageMessage({ source, origin, data }, FRAME, { url: `${ORIGIN}/menu#preview=1`, texts: TEXTS });

test.each([
  { type: 'words-ready' },
  { type: 'words-kept' },
  { type: 'words-ended' },
  { type: 'words-opened', place: STORY },
  { type: 'form-pressed', place: { ...STORY, field: 'images' } },
  LEFT,
])('reads what the page in the frame sends: $type', (message) => {
  expect(read(message)).toEqual(message);
});

test('takes no message from another window, another origin, or before there is a frame', () => {
  expect(read(LEFT, new EventTarget() as Window)).toBeUndefined();
  expect(read(LEFT, null)).toBeUndefined();
  expect(read(LEFT, FRAME, 'https://table.example.evil.example')).toBeUndefined();
  expect(read(LEFT, FRAME, 'null')).toBeUndefined();
  const event = { source: null, origin: ORIGIN, data: LEFT };
  expect(readPageMessage(event, null, { url: ORIGIN, texts: TEXTS })).toBeUndefined();
});

test.each([
  ['nothing', null],
  ['another message', { ...LEFT, type: 'words-published' }],
  ['an unknown type', { ...LEFT, place: { ...STORY, type: 'admin::user' } }],
  ['a property of all objects', { ...LEFT, place: { ...STORY, type: 'constructor' } }],
  ['another such property', { ...LEFT, place: { ...STORY, field: '__proto__' } }],
  ['a field that the form does not show', { ...LEFT, place: { ...STORY, field: 'place' } }],
  [
    'a field that another entry of the type has',
    { ...LEFT, place: { ...STORY, documentId: 'home-specials' } },
  ],
  ['a field that is no text', { ...LEFT, place: { ...STORY, field: 'images' } }],
  [
    'a text that has a form',
    { ...LEFT, place: { ...STORY, documentId: 'contact-hours', type: 'contactpage' } },
  ],
  [
    'what is stated about a dish',
    { ...LEFT, place: { type: 'menu-side', documentId: 'slaw', field: 'dietaryStatement' } },
  ],
  ['no place', { ...LEFT, place: undefined }],
  ['a text that is none', { ...LEFT, text: { toString: 'New' } }],
  ['no text that was seen', { ...LEFT, seen: [] }],
  ['a seen text that is none', { ...LEFT, seen: ['Old', 1] }],
  ['no id', { ...LEFT, id: '1' }],
])('ignores %s', (_, message) => {
  expect(read(message)).toBeUndefined();
});
