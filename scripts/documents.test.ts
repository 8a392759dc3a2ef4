import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS, FILES, readText } from '../tests/support/documents.ts';
import { operatorCommands } from '../tests/support/operatorCommands.ts';
import { ROOT } from './shared/project.mjs';

const DECISIONS = DOCUMENTS.filter((path) => /^docs\/decisions\/\d/.test(path));
/** A path in backquotes, from the folder of the repository, but for what a build creates. */
const PATH = /`((?:\.github|caddy|cms|docs|scripts|tests|web)\/(?!dist\b)[\w./-]+)`/g;
/** The path of a link to another file. */
const LINK = /\]\((?!https?:|#)([^)#]+)/g;
const COMMAND = /npm run ([\w:-]+)/g;
/** A setting or a constant: `TIME_ZONE`, or `DOMAIN=` in a command. */
const SETTING = /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{4,}(?==))\b(?!\.md)/g;
const list = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

test('documents name paths that exist', () => {
  const missing = DOCUMENTS.flatMap((document) => {
    const text = readText(document);
    return [
      ...list(text, PATH).filter((path) => !existsSync(join(ROOT, path))),
      ...list(text, LINK).filter((path) => !existsSync(join(ROOT, dirname(document), path))),
    ].map((path) => `${document}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test('documents name npm commands that exist', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));
  const missing = DOCUMENTS.flatMap((document) =>
    list(readText(document), COMMAND)
      .filter((name) => !(name in scripts))
      .map((name) => `${document}: npm run ${name}`),
  );
  expect(missing).toEqual([]);
});

test('documents name settings and constants that the code or Compose reads', () => {
  const code = FILES.filter((path) => /\.(?:mjs|cjs|tsx?|ya?ml|example)$|file$/.test(path))
    .map(readText)
    .join('\n');
  const known = new Set(list(code, /\b([A-Z][A-Z0-9_]+)\b/g));
  const missing = DOCUMENTS.flatMap((document) =>
    list(readText(document), SETTING)
      .filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test.each(Object.values(operatorCommands))('%s tells the operator to type %s', (document, command) => {
  expect(readText(document)).toContain(command);
});

test('documents stay short: 30 decisions, 30,000 words, 1,200 in CONTRIBUTING.md, and 100 lines in README.md', () => {
  const countWords = (path: string) => readText(path).split(/\s+/).length;
  expect(DECISIONS.length).toBeLessThanOrEqual(30);
  expect(DOCUMENTS.reduce((sum, path) => sum + countWords(path), 0)).toBeLessThanOrEqual(30_000);
  expect(countWords('CONTRIBUTING.md')).toBeLessThanOrEqual(1200);
  expect(readText('README.md').split('\n').length).toBeLessThanOrEqual(101);
});

test('code and documents name decisions that exist', () => {
  const numbers = new Set(DECISIONS.map((path) => Number(/(\d{3})-/.exec(path)?.[1])));
  const missing = FILES.filter((path) =>
    /\.(?:[cm]?[jt]sx?|css|json|md|ya?ml)$|file$|\.npmrc$/.test(path),
  ).flatMap((path) =>
    [...readText(path).matchAll(/\b[Dd]ecision (\d+)|\bdecisions\/(\d{3})/g)]
      .map(([, inText, inPath]) => Number(inText ?? inPath))
      .filter((number) => !numbers.has(number))
      .map((number) => `${path}: decision ${number}`),
  );
  expect(missing).toEqual([]);
});

test('each decision fits on a screen, has a date and a state, and is in the index', () => {
  const index = readText('docs/decisions/README.md');
  const problems = DECISIONS.flatMap((path) => {
    const text = readText(path);
    const [, number] = /(\d{3})-/.exec(path) ?? [];
    return [
      ...(text.split(/\s+/).length > 350 ? ['has more than 350 words'] : []),
      ...(/^# \d+\. .+\n\n2\d{3}-\d\d-\d\d(?:, changed 2\d{3}-\d\d-\d\d)? · (?:accepted|replaced by \[)/.test(
        text,
      )
        ? []
        : ['has no date and state']),
      ...(index.includes(`](${path.slice('docs/decisions/'.length)})`) ? [] : ['is not in the index']),
    ].map((problem) => `decision ${Number(number)} ${problem}`);
  });
  expect(problems).toEqual([]);
});
