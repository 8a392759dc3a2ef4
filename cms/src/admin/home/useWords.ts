import { useState } from 'react';
import { uidOf } from '../../shared/content/contentTypes';
import { createItemId } from '../../shared/content/itemId';
import { type SiteCommand, toRequest } from '../../shared/requests/changeCommands';
import type { PageMessage } from '../../shared/requests/editMessages';
import type { WaitingAnswer, WordsChangeAnswer } from '../../words/wordsAnswers';
import { load, sendRequest } from '../requests/sendRequest';
import { type Edit, EditClient, NO_EDITS } from '../site/editClient';
import { explainEdit, LIVE_QUERY } from '../site/useEdits';
import { useForgetEntriesMutation } from '../strapi/forgetEntries';
import { useAdminQuery, useAdminQueryClient } from '../strapi/requests';

type WordsEdit = Edit<WaitingAnswer, SiteCommand>;

/** The key of what waits in React Query's cache. */
const WAITING = 'waiting';

/** Saves a text that was typed on the page as a draft. */
export const saveWords = ({
  place,
  text,
  base,
}: Extract<PageMessage, { type: 'words-left' }>): WordsEdit => ({
  toCommand: () => ({
    type: 'changeWords',
    list: place.type,
    id: place.documentId,
    field: place.field,
    words: text,
    seen: base,
  }),
  describe({ planned }) {
    const isPlanned = (entry: { uid: string; documentId: string }) =>
      entry.uid === uidOf(place.type) && entry.documentId === place.documentId;
    const plan = planned.find(({ entries }) => entries.some(isPlanned));
    if (!plan) return 'Saved. Not on the site until it is published.';
    return `Saved. Planned for ${plan.when}, and goes out without this: ${plan.change}.`;
  },
});

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
  const [forgetEntries] = useForgetEntriesMutation();
  const [client] = useState(() => {
    async function send(command: SiteCommand): Promise<WordsChangeAnswer> {
      const answer = await sendRequest<WordsChangeAnswer>(toRequest(command));
      // Otherwise the forms of Strapi's content manager show what was there before.
      void forgetEntries();
      return answer;
    }
    return new EditClient<typeof WAITING, WaitingAnswer, SiteCommand>(
      queries,
      { send, explain: explainEdit },
      WAITING,
      NO_EDITS,
    );
  });
  const { data: waiting } = useAdminQuery(WAITING, () => load<WaitingAnswer>('/words'), LIVE_QUERY);
  return { client, waiting };
}
