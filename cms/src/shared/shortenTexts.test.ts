import { expect, test } from 'vitest';
import { quote, quoteBoth } from './shortenTexts';

test('shows the part of long texts around their first difference', () => {
  const start = 'Slow-roasted over oak since 1797 and served with ';
  const end = ', corn bread and whatever the garden behind the kitchen gives us on the day';
  expect(quoteBoth(`${start}beans${end}`, `${start}greens${end}`)).toEqual([
    '“…served with beans, corn bread and whatever the g…”',
    '“…served with greens, corn bread and whatever the…”',
  ]);
  expect(quoteBoth('x'.repeat(100), 'x'.repeat(99))).toEqual([
    `“…${'x'.repeat(17)}”`,
    `“…${'x'.repeat(16)}”`,
  ]);
});

test('cuts a text at its end, never inside a character, and puts it in one line', () => {
  expect(quote('👩‍🍳'.repeat(49))).toBe(`“${'👩‍🍳'.repeat(48)}…”`);
  expect(quote('One\n\ntwo')).toBe('“One two”');
});
