import { expect, test } from 'vitest';
import { explainEmailAddress } from './emailAddress';

test.each([
  ['table@example.com', 'Guests write to table@example.com.'],
  ['', 'There is no e-mail address.'],
])('explains %j as “%s”', (text, explanation) => {
  expect(explainEmailAddress(text)).toEqual({ understood: true, text: explanation });
});

test('explains how to write an address that is not understood', () => {
  const explanation = explainEmailAddress('table@example.com or events@example.com');
  expect(explanation.understood).toBe(false);
  expect(explanation.text).toContain('Write it like “table@example.com” and nothing else');
});
