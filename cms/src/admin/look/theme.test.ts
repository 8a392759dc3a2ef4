import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { darkLook, lightLook } from './theme';

const SITE = readFileSync(join(__dirname, '../../../../web/src/site.css'), 'utf8');
const LOOKS = { light: lightLook.colors, dark: darkLook.colors };
const SCHEMES = ['light', 'dark'] as const;
type Token = keyof typeof LOOKS.light;

const HUES = ['primary', 'secondary', 'alternative', 'success', 'warning', 'danger'] as const;
/** Text or an icon of Strapi's and of this project's screens, and the areas that it is on. */
const TEXTS: [Token, Token[]][] = [
  ['neutral500', ['neutral0', 'neutral100', 'neutral150']],
  ['neutral600', ['neutral0', 'neutral100', 'neutral150']],
  ['neutral800', ['neutral0', 'neutral100', 'neutral150', 'primary100', 'warning100']],
  ['neutral0', ['primary600', 'primary500', 'danger600', 'danger500', 'success600', 'success500']],
  ['buttonNeutral0', ['buttonPrimary600', 'buttonPrimary500']],
  ['primary600', ['neutral0', 'neutral100', 'primary100', 'primary200']],
  ...HUES.flatMap((hue): [Token, Token[]][] => [
    [`${hue}600`, ['neutral0', 'neutral100', `${hue}100`]],
    [`${hue}700`, ['neutral0', 'neutral100', `${hue}100`, `${hue}200`]],
  ]),
];
/** The line of a field, a switch, the ring of the focus, and what they are on. */
const CONTROLS: [Token, Token[]][] = [
  ['neutral200', ['neutral0', 'neutral100']],
  ['neutral300', ['neutral0']],
  ['primary600', ['neutral0', 'neutral100', 'neutral150']],
  ['danger600', ['neutral0', 'neutral100']],
  ['danger500', ['neutral0']],
  ['success500', ['neutral0']],
];

const CASES = [
  ...TEXTS.map((row) => [...row, 4.5] as const),
  ...CONTROLS.map((row) => [...row, 3] as const),
].flatMap(([front, backs, least]) =>
  SCHEMES.flatMap((scheme) => backs.map((back) => [scheme, front, back, least] as const)),
);

/** The channels of a colour, from 0 to 1. */
const channelsOf = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

/** The luminance as WCAG defines it. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrastOf = (first: string, second: string) => {
  const [dark = 0, light = 0] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test('the contrast is measured as WCAG says', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.each(CASES)('%s: %s on %s has a contrast of at least %s', (scheme, front, back, least) => {
  expect(contrastOf(LOOKS[scheme][front], LOOKS[scheme][back])).toBeGreaterThanOrEqual(least);
});

test.each(SCHEMES)('%s: the colours are those of the site', (scheme) => {
  const { neutral0, neutral800, neutral600, primary600, danger600 } = LOOKS[scheme];
  const look = { paper: neutral0, ink: neutral800, quiet: neutral600, river: primary600, brick: danger600 };
  const dark = SITE.indexOf('prefers-color-scheme: dark');
  const styles = scheme === 'dark' ? SITE.slice(dark) : SITE.slice(0, dark);
  const site = Object.keys(look).map((name) => [name, new RegExp(`--${name}: (#\\w{6});`).exec(styles)?.[1]]);
  expect(look).toEqual(Object.fromEntries(site));
});

test('a change that waits has the mustard of the site', () => {
  expect(SITE).toContain(`--mustard: ${LOOKS.dark.alternative600};`);
});

test.each(SCHEMES)('%s: no colour is bluer than those of the site, as Strapi’s are', (scheme) => {
  const measureBlue = (color: string) => {
    const [, green = 0, blue = 0] = channelsOf(color);
    return blue - green;
  };
  const { neutral0, neutral800, neutral600, primary600, danger600 } = LOOKS[scheme];
  const most = Math.max(...[neutral0, neutral800, neutral600, primary600, danger600].map(measureBlue));
  const bluer = Object.entries(LOOKS[scheme]).filter(
    ([, color]) => measureBlue(color) > Math.max(most, 0) + 0.02,
  );
  expect(bluer).toEqual([]);
});
