// @vitest-environment node
import { expect, test } from 'vitest';
import { PageStyles } from './pageStyles.ts';

const select = (rules: string, html: string) => new PageStyles('', rules).select(html);

test('puts the rules of all pages before those of the components', () => {
  expect(new PageStyles('p{margin:0}', '.a{margin:1px}').select('<p class="a">')).toBe(
    'p{margin:0}.a{margin:1px}',
  );
});

test.each([
  ['a class that the page has', '.a{color:red}'],
  ['the second class of an element', '.b{color:red}'],
  ['several classes that the page has', '.a .b:hover{color:red}'],
  ['no class', 'html:has(main){color:red}'],
  ['the absence of a class', '.a:not(.later) .b{color:red}'],
  ['the absence of a class inside of an element', '.a:not(:has(.later)){color:red}'],
  ['a part of the page that has a class', 'main:has(.a){color:red}'],
  ['a wide window', '@media (min-width:48rem){.a{color:red}}'],
  ['paper', '@media print{.a{color:red}}'],
  ['the screen', '@media screen and (min-width:48rem){.a{color:red}}'],
  ['a wide container', '@container (max-width:19rem){.a p{color:red}}'],
])('selects a rule for %s', (_, rule) => {
  expect(select(rule, '<main class="a b"><p class="c">')).toBe(rule);
});

test.each([
  ['a class that the page lacks', '.later{color:red}'],
  ['a class that the page has inside of one that it lacks', '.later .a{color:red}'],
  ['a class whose name is longer', '.a-later{color:red}'],
  ['a class that only a text of the page has', '.text{color:red}'],
  ['a wide window and a class that the page lacks', '@media (min-width:48rem){.later{color:red}}'],
])('leaves out a rule for %s', (_, rule) => {
  expect(select(rule, '<main class="a b">class=text</main>')).toBe('');
});

test('leaves out the selectors that can’t apply, and keeps the order of rules', () => {
  expect(select('.later,.a{color:red}.later{top:0}.b{color:blue}', '<p class="a b">')).toBe(
    '.a{color:red}.b{color:blue}',
  );
});

test('keeps steps of an animation and font faces', () => {
  const rules = '@keyframes show{to{top:0}}@font-face{font-family:A}';
  expect(select(rules, '')).toBe(rules);
});

test('selects for each page anew', () => {
  const styles = new PageStyles('', '.a{top:0}.b{top:0}');
  expect(styles.select('<p class="a">')).toBe('.a{top:0}');
  expect(styles.select('<p class="b">')).toBe('.b{top:0}');
});
