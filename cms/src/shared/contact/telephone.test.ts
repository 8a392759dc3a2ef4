import { expect, test } from 'vitest';
import { explainTelephone, parseTelephone } from './telephone';

test.each([
  ['(614) 555-0142', '+16145550142'],
  ['614\u2011555\u20110142', '+16145550142'],
  ['+16145550142', '+16145550142'],
  ['\u202a(614)\u00ad 555-\u200b0142\u202c', '+16145550142'],
  ['+44 20 7946 0958', '+442079460958'],
])('parses %j as %s', (text, number) => {
  expect(parseTelephone(text)).toBe(number);
});

test.each([
  '',
  '555-0142',
  '(614) 555-0142 or (614) 555-0143',
  '2025-12-31-00',
  '++16145550142',
  '+44 (0)20 7946 0958',
  '٦١٤٥٥٥٠١٤٢',
  `${'1 '.repeat(10_000)}x`,
])('returns undefined for %j', (text) => {
  expect(parseTelephone(text)).toBeUndefined();
});

test.each([
  ['(614) 555-0142', 'Guests call +1 614 555 0142.'],
  ['+44 20 7946 0958', 'Guests call +442079460958.'],
  [' ', 'There is no phone number.'],
])('explains %j as “%s”', (text, explanation) => {
  expect(explainTelephone(text)).toEqual({ understood: true, text: explanation });
});

test('explains how to write a number that is not understood', () => {
  const explanation = explainTelephone('(614) 555-0142 or (614) 555-0143');
  expect(explanation.understood).toBe(false);
  expect(explanation.text).toContain('Write it like “(614) 555-0142” and nothing else');
});
