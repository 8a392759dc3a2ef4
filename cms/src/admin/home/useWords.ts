import { useState } from 'react';
import { fieldsOfEntry, uidOf } from '../../shared/content/contentTypes';
import { createItemId } from '../../shared/content/itemId';
import { type SiteCommand, toRequest } from '../../shared/requests/changeCommands';
import type { AdminMessage, PageMessage } from '../../shared/requests/editMessages';
import type { WaitingAnswer } from '../../words/wordsAnswers';
import { load } from '../requests/sendRequest';
import { useSendChange } from '../requests/useSendChange';
import { askForText } from '../site/ConflictDialog';
import { type Edit, EditClient, NO_EDITS } from '../site/editClient';
import { explainEdit, LIVE_QUERY } from '../site/useEdits';
import { useAdminQuery, useAdminQueryClient } from '../strapi/requests';

type WordsEdit = Edit<WaitingAnswer, SiteCommand>;

/** The key of what waits in React Query's cache. */
const WAITING = 'waiting';

/** Sends what the owner does on the pages. */
export type WordsClient = EditClient<typeof WAITING, WaitingAnswer, SiteCommand>;

const listLetters = (text: string) => text.replace(/\s+/g, '');

/**
 * Saves a text that was typed on the page as a draft. Where somebody else has changed it, the owner chooses.
 * @returns what the page is told
 */
export async function saveWords(
  client: Pick<WordsClient, 'send'>,
  { id, place, text, seen }: Extract<PageMessage, { type: 'words-left' }>,
  showsProblem: () => boolean,
): Promise<AdminMessage> {
  const { type: list, documentId, field } = place;
  const uid = uidOf(list);
  let words = text;
  const toCommand = (base = ''): SiteCommand => ({
    type: 'changeWords',
    list,
    id: documentId,
    field,
    words,
    seen: base,
  });
  const edit: WordsEdit = {
    toCommand: () => toCommand(seen.at(-1)),
    async resolve({ message, theirs = '' }) {
      // What she has seen before returns when she undoes what she has typed since.
      if (!seen.some((known) => listLetters(known) === listLetters(theirs))) {
        const { label = field } = fieldsOfEntry(uid, documentId)[field] ?? {};
        const choice = await askForText(message, label, { yours: words, theirs });
        if (!choice) return undefined;
        if (choice === 'theirs') words = theirs;
      }
      return toCommand(theirs);
    },
    describe({ planned }) {
      const isPlanned = (entry: { uid: string; documentId: string }) =>
        entry.uid === uid && entry.documentId === documentId;
      const plan = planned.find(({ entries }) => entries.some(isPlanned));
      if (!plan) return 'Saved. Not on the site until it is published.';
      return `Saved. Planned for ${plan.when}, and goes out without this: ${plan.change}.`;
    },
  };
  const problem = await client.send(edit, showsProblem);
  return problem
    ? { type: 'words-failed', id, message: problem.message }
    : { type: 'words-saved', id, text: words };
}

/** Publishes all drafts. */
export const publishSite: WordsEdit = {
  publishes: true,
  toCommand: ({ entries }) =>
    entries.length > 0 ? { type: 'publishSite', requestId: createItemId() } : undefined,
  describe: () => 'Published: the site shows everything in a moment.',
};

/** Publishes all drafts at a time, instead of what was planned here for the same time. */
export const planSite = (time: string, seenAt: string, until: string): WordsEdit => ({
  publishes: true,
  toCommand({ planned }) {
    const replaces = planned.find(({ scope, localTime }) => scope === 'site' && localTime === time)?.id;
    return { type: 'scheduleSite', time, replaces, seenAt, until };
  },
  describe: () => 'Planned. Until then, the site stays as it is.',
});

/** Returns what waits to be published, and the client that sends what the owner does on the pages. */
export function useWords() {
  const queries = useAdminQueryClient();
  const send = useSendChange();
  const [client] = useState(
    () =>
      new EditClient<typeof WAITING, WaitingAnswer, SiteCommand>(
        queries,
        { send: (command) => send(toRequest(command)), explain: explainEdit },
        WAITING,
        NO_EDITS,
      ),
  );
  const { data: waiting } = useAdminQuery(WAITING, () => load<WaitingAnswer>('/words'), LIVE_QUERY);
  return { client, waiting };
}
