import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { validate } from '@actions/languageservice';
import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { ROOT } from './shared/project.mjs';

const FOLDER = join(ROOT, '.github', 'workflows');
const NAMES = readdirSync(FOLDER);
const readWorkflow = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

let documents = 0;

/** Lists the problems that GitHub's own validator finds in a workflow, also in how it calls the other workflows. */
async function lint(text: string): Promise<string[]> {
  // The validator caches what it has read by its address.
  documents += 1;
  const { href } = pathToFileURL(join(FOLDER, `${documents}.yml`));
  const document = TextDocument.create(href, 'yaml', 0, text);
  const fileProvider = {
    getFileContent: async (file: { path: string } | object) => {
      if (!('path' in file)) throw new Error('only workflows of this repository are called');
      return { name: file.path, content: readFileSync(join(ROOT, file.path), 'utf8') };
    },
  };
  const diagnostics = await validate(document, { fileProvider });
  return diagnostics.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}

test.each(NAMES)('%s is a valid workflow', async (name) => {
  expect(await lint(readWorkflow(name))).toEqual([]);
});

test.each([
  ['a job that does not exist', 'needs: [version, tag]', 'needs: [version, tags]'],
  ['an output that does not exist', 'needs.version.outputs.version', 'needs.version.outputs.versoin'],
  ['an unknown key', 'timeout-minutes: 5', 'timeout: 5'],
  ['an input that the called workflow does not have', 'ci.yml\n', 'ci.yml\n    with: { node: 20 }\n'],
])('%s is found', async (_, text, broken) => {
  const workflow = readWorkflow('release.yml');
  expect(workflow).toContain(text);
  expect(await lint(workflow.replaceAll(text, broken))).not.toEqual([]);
});

test('actions are pinned to a commit, with their version beside it', () => {
  const lines = NAMES.flatMap((name) => readWorkflow(name).match(/^.*uses: .*$/gm) ?? []);
  const actions = lines.filter((line) => !line.includes('uses: ./'));
  expect(actions.length).toBeGreaterThan(10);
  expect(actions.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test('every job has its own permissions or those of its workflow, and a time limit', () => {
  for (const name of NAMES) {
    const text = readWorkflow(name);
    expect(text, name).toMatch(/^permissions:/m);
    expect(text, name).not.toMatch(/write-all/);
    const jobs = text.match(/^ {4}runs-on:/gm) ?? [];
    expect(text.match(/^ {4}timeout-minutes:/gm), name).toHaveLength(jobs.length);
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g), name).toHaveLength(checkouts.length);
  }
});
