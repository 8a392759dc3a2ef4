/** The colours of `web/src/site.css`: the image of the CMS is built without that folder, so a test compares them. */
const SITE = {
  light: { paper: '#f6efe1', ink: '#1d2b2a', quiet: '#465653', river: '#1f5a5c', brick: '#b0402a' },
  dark: { paper: '#142120', ink: '#f3e9d6', quiet: '#c3c0b0', river: '#8cc5bf', brick: '#ee9a7c' },
};
const MUSTARD = '#d99a2b';

/** The share of ink in each of Strapi's neutral colours: 0 is what lies on the page, 100 the page, 200 a line. */
const INK = {
  light: { 100: 0.06, 150: 0.12, 200: 0.56, 300: 0.58, 400: 0.62 },
  dark: { 100: 0.06, 150: 0.12, 200: 0.43, 300: 0.45, 400: 0.5 },
};

/** Returns the colour between two colours, of which the second has a share from 0 to 1. */
function mix(first: string, second: string, share: number): string {
  const [from, to] = [first, second].map((color) =>
    [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)),
  );
  const channels = from?.map((value, index) => Math.round(value + ((to?.[index] ?? 0) - value) * share));
  return `#${channels?.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function createColors(scheme: 'light' | 'dark') {
  const { paper, ink, quiet, river, brick } = SITE[scheme];
  /** Five tones of a colour: two for areas, the one below the pointer, the one of text, and the stronger one. */
  const toTones = <Name extends string>(name: Name, color: string, area = color) => {
    const strong = mix(color, ink, 0.25);
    const tones = {
      100: mix(paper, area, 0.08),
      200: mix(paper, area, 0.25),
      500: strong,
      600: color,
      700: strong,
    };
    return Object.fromEntries(
      Object.entries(tones).map(([tone, value]) => [`${name}${tone}`, value]),
    ) as Record<`${Name}${keyof typeof tones}`, string>;
  };
  // Mustard is too light for text on light paper.
  const ochre = scheme === 'light' ? mix(MUSTARD, ink, 0.55) : MUSTARD;
  const share = INK[scheme];
  return {
    neutral0: paper,
    neutral100: mix(paper, ink, share[100]),
    neutral150: mix(paper, ink, share[150]),
    neutral200: mix(paper, ink, share[200]),
    neutral300: mix(paper, ink, share[300]),
    neutral400: mix(paper, ink, share[400]),
    neutral500: quiet,
    neutral600: quiet,
    neutral700: ink,
    neutral800: ink,
    neutral900: ink,
    neutral1000: ink,
    buttonNeutral0: paper,
    buttonPrimary500: mix(river, ink, 0.25),
    buttonPrimary600: river,
    ...toTones('primary', river),
    // Published is the accent, a draft is ink, what is changed is mustard.
    ...toTones('secondary', quiet),
    ...toTones('alternative', ochre, MUSTARD),
    ...toTones('success', river),
    ...toTones('warning', ochre, MUSTARD),
    ...toTones('danger', brick),
  };
}

/** What the admin's theme has from the site: its colours, square corners, and lines instead of shadows. */
function createTheme(scheme: 'light' | 'dark') {
  const colors = createColors(scheme);
  const line = `0 0 0 1px ${colors.neutral200}`;
  const focus = `inset 0 0 0 2px ${colors.primary600}`;
  return {
    borderRadius: '0',
    colors,
    shadows: { filterShadow: line, focus, focusShadow: focus, popupShadow: line, tableShadow: line },
  };
}

export const lightLook = createTheme('light');
export const darkLook = createTheme('dark');
