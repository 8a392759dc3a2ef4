import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './command.mjs';
import { ROOT } from './project.mjs';

/** The files that name the images of the version, and how many times. */
export const IMAGE_FILES = [
  { name: 'docker-compose.yml', versions: 4 },
  { name: 'stack.yml', versions: 2 },
];
export const CHANGELOG = 'CHANGELOG.md';

const VERSION = String.raw`\d+\.\d+\.\d+`;
/** The version of the project: in the names of the images, and in the argument of their builds. */
const PROJECT_VERSION = new RegExp(`(?<=^x-version: &version |-(?:cms|web|offsite):)${VERSION}`, 'gm');
/** The version of Caddy's image: the last release that changed it. */
const CADDY_VERSION = new RegExp(`(?<=-caddy:)${VERSION}`, 'g');
const HEADING = new RegExp(String.raw`^## (${VERSION}) – \d{4}-\d\d-\d\d(?: · ([0-9a-f]{7,}))?$`);

export const readText = (/** @type {string} */ name) => readFileSync(join(ROOT, name), 'utf8');

/**
 * Finds the versions in a file that names images.
 * @param {string} text
 */
export const findVersions = (text) => ({
  project: text.match(PROJECT_VERSION) ?? [],
  caddy: text.match(CADDY_VERSION) ?? [],
});

/**
 * Replaces the versions in a file that names images.
 * @param {string} text
 * @param {{ project: string, caddy?: string | undefined }} versions without `caddy`, its version stays
 */
export function replaceVersions(text, { project, caddy }) {
  const replaced = text.replace(PROJECT_VERSION, project);
  return caddy === undefined ? replaced : replaced.replace(CADDY_VERSION, caddy);
}

/**
 * @typedef {object} Section
 * @property {string} version
 * @property {string} heading
 * @property {string | undefined} commit the commit of a version that has a newer one
 * @property {string} text without the heading
 */

/**
 * Parses the sections of CHANGELOG.md, newest first.
 * @param {string} text
 * @returns {Section[]}
 * @throws {UserError} when a heading has another form
 */
export function parseChangelog(text) {
  const [, ...sections] = text.split(/^(?=## )/m);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const [, version, commit] = HEADING.exec(heading) ?? [];
    if (version === undefined)
      throw new UserError(`${CHANGELOG}: "${heading}" is not like "## 1.9.2 – 2026-11-26 · ea7072b".`);
    return { version, heading, commit, text: lines.join('\n').trim() };
  });
}

/**
 * Finds the section of a version in CHANGELOG.md.
 * @param {Section[]} sections
 * @param {string} version
 * @throws {UserError} when there is none
 */
export function findSection(sections, version) {
  const section = sections.find((each) => each.version === version);
  if (!section?.text)
    throw new UserError(`${CHANGELOG} has no section "## ${version} – <date>": write it first.`);
  return section;
}
