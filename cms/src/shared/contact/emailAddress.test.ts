import { expect, test } from 'vitest';
import { explainEmailAddress } from './emailAddress';

test.each([
  ['table@example.com', 'Guests write to table@example.com.'],
  ['\u200etable@\u00adexample.com\ufeff', 'Guests write to table@example.com.'],
  ['', 'There is no e-mail address.'],
])('explains %j as “%s”', (text, explanation) => {
  expect(explainEmailAddress(text)).toEqual({ understood: true, text: explanation });
});

test.each([
  'table@example.com or events@example.com',
  'table@example.com.',
  'table@example.com?bcc=other@example.com',
  'table@example',
])('explains how to write an address instead of %j', (text) => {
  const explanation = explainEmailAddress(text);
  expect(explanation.understood).toBe(false);
  expect(explanation.text).toContain('Write it like “table@example.com” and nothing else');
});
