/** The command line of Chromium in all tests of the site and the admin. */
export const chromiumSwitches = [
  '--no-sandbox',
  // Otherwise the map's frame has a process of its own, which still gets the press on what has just scrolled to its place.
  '--disable-site-isolation-trials',
  // Without it, the headless shell rounds the widths of letters, as no browser with a window does.
  '--font-render-hinting=none',
];
