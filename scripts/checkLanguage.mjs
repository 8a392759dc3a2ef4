// Part of `npm run check`: rejects the terms of version 1.0 that had no meaning outside the project, so that they don't return.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './shared/command.mjs';
import { ROOT } from './shared/settings.mjs';

/**
 * The old terms, and what to use instead.
 * @type {[RegExp, string][]}
 */
const REPLACED = [
  [
    /\bheld (?:words|reads?)\b|\bHeld(?:Read|Words)\b|\bholdWords\b|\bheldRead\b/,
    'cached content, CachedQuery, openContentCache',
  ],
  [/\b(?:ReadName|ReadError|fetchRead|readPaths)\b/, 'QueryName, QueryError, fetchQuery, queryPaths'],
  [
    /\b(?:useWords|PageWords|fetchWords|WordsAnswer)\b/,
    'useContent, PageContent, prefetchContent, CachedResponse',
  ],
  [
    /<\/?(?:Prints?|Passage|Prose|Notice|Contents)\b|\b(?:Prints?|Passage|Prose|Notice|Contents)(?:Props|\.tsx|\.module)/,
    'ResponsiveImage, ImageList, TextBlock, Paragraphs, ErrorNotice, SectionNav',
  ],
  [/\b(?:arrivalOf|Arriving)\b|\barrival\.ts/, 'getPendingPrefetch, PendingPage, prefetch.ts'],
  [/\bsignposts?\b/i, 'crawlerFiles'],
  [/\barrangeDesk\b|\bthe desk\b|\bdesk\//, 'the admin, admin-layout/'],
  [/\b[Kk]eeper\b/, 'databaseAdapter'],
  [/\bRefusals?\b/, 'UserError, BackupError'],
  [
    /\bturnPicturesUpright\b|\bguardColumns\b|\bleaveServing\b|\bcloseOpenRoutes\b|\bleash\b/,
    'autoOrientPictures, rejectUnstorableValues, pruneDependencies, restrictAdminRoutes, exitWithParent',
  ],
  [/\bto be had\b|\b[Ww]hoever\b(?! looks after the site)|\bat the desk\b|\bthe house\b/, 'a plain sentence'],
];

/** Text that visitors or the owner read, records of other versions, and generated files. */
const EXCLUDED = [
  'cms/seed',
  'CHANGELOG.md',
  'tests/fixtures',
  'docs/bench.md',
  'docs/*.svg',
  '*package-lock.json',
  '*.webp',
  '*.svg',
  '*.png',
  '*.ico',
  'scripts/checkLanguage.mjs',
];

await runCommand(async () => {
  const pathspecs = ['.', ...EXCLUDED.map((path) => `:(exclude)${path}`)];
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...pathspecs],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const found = files
    .split('\0')
    .filter(Boolean)
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          REPLACED.filter(([term]) => term.test(line)).map(
            ([, replacement]) => `${file}:${index + 1}: ${line.trim()}\n  use: ${replacement}`,
          ),
        ),
    );
  if (found.length) console.error(`Terms that are no longer used:\n${found.join('\n')}`);
  return found.length ? 1 : 0;
});
