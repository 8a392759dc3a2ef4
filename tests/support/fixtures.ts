import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with the recorded sites; its README describes them. */
export const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

/** The folder with the recorded site of a version. */
export const fixtureFolder = (version: string): string => join(FIXTURES, `site-${version}`);

/** The versions whose sites stay when later ones are recorded. */
export const KEPT_VERSIONS = ['1.0.0', '1.6.3', '1.10.0', '1.13.0'];

/** The versions with a recorded site, oldest first. */
export const recordedVersions: string[] = readdirSync(FIXTURES)
  .flatMap((name) => /^site-(.+)$/.exec(name)?.[1] ?? [])
  .sort(new Intl.Collator('en', { numeric: true }).compare);

/** Reads what the CMS of a version answered to the owner, by path. */
export const readAnswers = (version: string): Record<string, object> =>
  JSON.parse(readFileSync(join(fixtureFolder(version), 'answers.json'), 'utf8'));
