import { QueryClient } from 'react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SiteCommand } from '../../shared/requests/changeCommands';
import type { WaitingAnswer } from '../../words/wordsAnswers';
import { askForText } from '../site/ConflictDialog';
import { EditClient, NO_EDITS } from '../site/editClient';
import { saveWords } from './useWords';

vi.mock('@strapi/strapi/admin', () => ({
  adminApi: { enhanceEndpoints: () => ({ injectEndpoints: () => ({}) }) },
}));
vi.mock('../site/ConflictDialog', () => ({ askForText: vi.fn() }));

const PLACE = { type: 'homepage', documentId: 'home-story-1', field: 'description' };
const WAITING: WaitingAnswer = { entries: [], planned: [], timeZone: 'America/New_York', readAt: '' };

class Conflict extends Error {
  constructor(readonly theirs: string) {
    super('Somebody else has changed this.');
  }
}

let draft: string;
let commands: SiteCommand[];
let client: EditClient<'waiting', WaitingAnswer, SiteCommand>;

/** Saves a text as the CMS does. */
async function send(command: SiteCommand) {
  commands.push(command);
  if (command.type !== 'changeWords') return { waiting: WAITING, undo: null };
  const { words, seen } = command;
  if (draft !== words && draft !== seen) throw new Conflict(draft);
  const undo = words === seen ? null : { ...command, words: seen, seen: words };
  draft = words;
  return { waiting: WAITING, undo };
}

const leave = (text: string, seen: string[]) =>
  saveWords(client, { type: 'words-left', id: 1, place: PLACE, text, seen }, () => true);

beforeEach(() => {
  vi.mocked(askForText).mockReset();
  const queries = new QueryClient({ defaultOptions: { queries: { queryFn: () => WAITING } } });
  queries.setQueryData('waiting', WAITING);
  const explain = (error: unknown) =>
    error instanceof Conflict
      ? { kind: 'conflict' as const, message: error.message, theirs: error.theirs }
      : undefined;
  draft = 'A';
  commands = [];
  client = new EditClient<'waiting', WaitingAnswer, SiteCommand>(
    queries,
    { send, explain },
    'waiting',
    NO_EDITS,
  );
});

test('a text that was typed while another one was undone is saved, and nobody is said to have changed it', async () => {
  expect(await leave('B', ['A'])).toEqual({ type: 'words-saved', id: 1, text: 'B' });
  client.undo();
  expect(await leave('C', ['A', 'B'])).toEqual({ type: 'words-saved', id: 1, text: 'C' });
  expect(draft).toBe('C');
  expect(askForText).not.toHaveBeenCalled();
});

test('a text whose base could not be saved is saved', async () => {
  expect(await leave('C', ['A', ''])).toEqual({ type: 'words-saved', id: 1, text: 'C' });
});

test.each([
  ['yours', 'Mine'],
  ['theirs', 'Theirs'],
] as const)(
  'where somebody else has changed the text, what the owner chooses is saved: %s',
  async (choice, text) => {
    draft = 'Theirs';
    vi.mocked(askForText).mockResolvedValue(choice);
    expect(await leave('Mine', ['A'])).toEqual({ type: 'words-saved', id: 1, text });
    expect(vi.mocked(askForText).mock.calls).toEqual([
      ['Somebody else has changed this.', 'Text', { yours: 'Mine', theirs: 'Theirs' }],
    ]);
    expect(draft).toBe(text);
  },
);

test('without a choice, nothing is saved', async () => {
  draft = 'Theirs';
  const message = 'Somebody else has changed this.';
  expect(await leave('Mine', ['A'])).toEqual({ type: 'words-failed', id: 1, message });
  expect(commands).toHaveLength(1);
});
