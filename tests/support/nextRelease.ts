import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CMS } from './operations.ts';

export const NEXT_VERSION = '999.0.0';

/** The new records of the next release; the first one has a new picture, too. */
export const NEW_SERVICE = {
  documentId: 'services-events',
  subHeadings: 'Events',
  description: 'Forty seats around the fire.',
  place: 'Services: events',
  position: 6,
};
export const NOTICE = { documentId: 'notice', noticeText: 'Closed on Mondays.' };
export const PICTURE = { name: 'events', alternativeText: 'A long table' };

/** Renames the filled column of a side's name. Like every such file, it may run twice. FAIL_IN_MIGRATION makes it fail. */
const RENAME_COLUMN = `module.exports = {
  async up(transaction) {
    if (await transaction.schema.hasColumn('menu_sides', 'side_name'))
      await transaction.schema.alterTable('menu_sides', (table) => table.renameColumn('side_name', 'dish_name'));
    if (process.env.FAIL_IN_MIGRATION) throw new Error('the file is faulty');
  },
};`;

/** Describes the new fields, record and type, and not the removed field, in the table of content types. */
const CONTENT_TYPES = `
table['menu-side'].fields.spice = { label: 'Spice', help: 'How hot it is.' };
table['menu-side'].fields.note = { label: 'Note', help: 'One line.' };
table.servicespage.records['${NEW_SERVICE.documentId}'] = { subHeadings: smallHeading, description: shortText, images: picture };
table.notice = {
  kind: 'single', page: '/', linkLabel: 'Notice', group: 'Frame', columns: ['noticeText'],
  fields: { noticeText: { label: 'Notice', help: 'One line.' } },
};
const header = table['menu-header'];
header.columns = ['place', 'mainHeading'];
for (const fields of [header.fields, ...Object.values(header.records)]) delete fields.headingName;
typesByUid.set(exports.uidOf('notice'), table.notice);
`;

/** FAIL_IN_STEP and KILL_IN_STEP make the second step fail or kill the process after it has changed content. */
const CONTENT_STEPS = `
const { updateRows } = require('../strapi/rows');
const SIDE = 'api::menu-side.menu-side';
exports.contentSteps.push(
  { name: '001-fill-spice', run: (strapi) => updateRows(strapi, SIDE, { spice: null }, { spice: 'mild' }) },
  {
    name: '002-fill-note',
    async run(strapi) {
      await updateRows(strapi, SIDE, { spice: null }, { spice: 'hot' });
      await updateRows(strapi, SIDE, { documentId: 'sweet-corn', note: null }, { note: 'In summer' });
      if (process.env.KILL_IN_STEP) process.kill(process.pid, 'SIGKILL');
      if (process.env.FAIL_IN_STEP) throw new Error('the step is faulty');
    },
  },
);
`;

/** Makes the next release of the CMS from its build, in a folder without tsconfig.json, as in the container image. */
export function createNextRelease(folder: string): string {
  const path = (...names: string[]) => join(folder, ...names);
  const edit = (change: (text: string) => string, ...names: string[]) =>
    writeFileSync(path(...names), change(readFileSync(path(...names), 'utf8')));
  const editJson = (change: (value: ReturnType<typeof JSON.parse>) => unknown, ...names: string[]) =>
    edit((text) => JSON.stringify(change(JSON.parse(text))), ...names);

  mkdirSync(folder, { recursive: true });
  cpSync(join(CMS, 'database'), path('database'), { recursive: true });
  for (const name of ['node_modules', 'package.json', 'favicon.png'])
    symlinkSync(join(CMS, name), path(name));
  symlinkSync(join(CMS, 'dist', 'build'), path('build'));
  for (const name of ['src', 'config']) cpSync(join(CMS, 'dist', name), path(name), { recursive: true });
  cpSync(join(CMS, 'seed'), path('seed'), { recursive: true });

  writeFileSync(path('database', 'migrations', '002-rename-side-name.js'), RENAME_COLUMN);
  const renameField = (text: string) =>
    text.replaceAll("'sideName'", "'dishName'").replaceAll('"sideName"', '"dishName"');
  const sideSchema = ['src', 'api', 'menu-side', 'content-types', 'menu-side', 'schema.json'];
  edit(renameField, ...sideSchema);
  editJson(
    (schema) => ({
      ...schema,
      attributes: { ...schema.attributes, spice: { type: 'string' }, note: { type: 'text' } },
    }),
    ...sideSchema,
  );
  editJson(
    ({ attributes: { headingName: _, ...attributes }, ...schema }) => ({ ...schema, attributes }),
    'src',
    'api',
    'menu-header',
    'content-types',
    'menu-header',
    'schema.json',
  );
  edit(renameField, 'seed', 'words', 'menu-side.json');
  editJson(
    (records) => [...records, { ...NEW_SERVICE, images: [PICTURE.name] }],
    'seed',
    'words',
    'servicespage.json',
  );
  editJson((pictures) => [...pictures, PICTURE], 'seed', 'pictures.json');
  cpSync(path('seed', 'pictures', 'logo.svg'), path('seed', 'pictures', `${PICTURE.name}.svg`));
  writeFileSync(path('seed', 'words', 'notice.json'), JSON.stringify([NOTICE]));
  edit((text) => renameField(text) + CONTENT_TYPES, 'src', 'shared', 'content', 'contentTypes.js');
  edit((text) => text + CONTENT_STEPS, 'src', 'seed', 'contentSteps.js');
  addNoticeType(path('src', 'api'));
  return folder;
}

/** Adds the single type `notice`, made from the type of the restaurant's name. */
function addNoticeType(api: string): void {
  const folder = join(api, 'notice');
  cpSync(join(api, 'website-name'), folder, { recursive: true });
  for (const part of ['controllers', 'routes', 'services']) {
    const text = readFileSync(join(folder, part, 'website-name.js'), 'utf8');
    writeFileSync(join(folder, part, 'website-name.js'), text.replaceAll('website-name', 'notice'));
    renameSync(join(folder, part, 'website-name.js'), join(folder, part, 'notice.js'));
  }
  renameSync(join(folder, 'content-types', 'website-name'), join(folder, 'content-types', 'notice'));
  const schema = {
    kind: 'singleType',
    collectionName: 'notice',
    info: { singularName: 'notice', pluralName: 'notices', displayName: 'Notice' },
    options: { draftAndPublish: true },
    attributes: { noticeText: { type: 'string', required: true } },
  };
  writeFileSync(join(folder, 'content-types', 'notice', 'schema.json'), JSON.stringify(schema));
}
