/**
 * @typedef {object} Fault
 * @property {string} name what a user would suffer
 * @property {string} file of the product
 * @property {string} find a text that the file has exactly once
 * @property {string} replace the text in its place
 * @property {{ file: string, title: string }} test the end-to-end test that finds the fault: its file and a part of its title
 */

/** @type {Fault[]} */
export const faults = [
  {
    name: 'The carousel of an open page does not show a new picture',
    file: 'web/src/components/slider.ts',
    find: 'override render() {',
    replace: 'override componentDidUpdate() {}\n\n  override render() {',
    test: {
      file: 'tests/content/publishing.spec.ts',
      title: 'the carousel of an open page shows a picture that the owner adds',
    },
  },
  {
    name: 'A phone shows every page zoomed out, with tiny letters',
    file: 'web/src/Document.tsx',
    find: '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    replace: '',
    test: {
      file: 'tests/pages/pages.spec.ts',
      title: 'a phone lays every page out at its own width, not zoomed out',
    },
  },
  {
    name: 'Buttons and links are too small for a finger',
    file: 'web/src/site.css',
    find: '--target: 2.75rem;',
    replace: '--target: 2rem;',
    test: {
      file: 'tests/pages/accessibility.spec.ts',
      title: 'controls on a phone are at least 44 px wide and high, have enough contrast',
    },
  },
  {
    name: 'A phone with a dense screen loads pictures of three times the size',
    file: 'web/src/components/ResponsiveImage.tsx',
    find: 'calc(0.6 * ',
    replace: 'calc(1 * ',
    test: { file: 'tests/pages/visit.spec.ts', title: 'a phone loads pictures no larger than it needs' },
  },
  {
    name: 'A long word makes the page scroll sideways',
    file: 'web/src/site.css',
    find: 'overflow-wrap: anywhere;',
    replace: 'overflow-wrap: normal;',
    test: {
      file: 'tests/owner/admin.spec.ts',
      title: 'every page fits the longest texts that the admin accepts',
    },
  },
  {
    name: 'What was planned is done a second time after a crash',
    file: 'cms/src/site/applyPlanned.ts',
    find: 'if (sentences.length === 0) await deletePlans(strapi, { id: read.id });',
    replace: 'if (sentences.length === 0) return;',
    test: {
      file: 'tests/operations/scheduleAfterKill.spec.ts',
      title: 'a planned change that is killed in the middle is made exactly once by the next start',
    },
  },
  {
    name: 'A restore publishes what was done or cancelled after the backup',
    file: 'cms/src/backups/restore.ts',
    find: 'const passedChanges = askAboutPassedChanges(staging.database, Date.now(), readTimeZone());',
    replace: 'const passedChanges = 0;',
    test: {
      file: 'tests/operations/restoredSite.spec.ts',
      title: 'a restored site has ended every session',
    },
  },
];
