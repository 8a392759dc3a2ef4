import { FetchError } from '@strapi/strapi/admin';
import { useSyncExternalStore } from 'react';
import { explainFailure } from '../requests/explainFailure';
import type { EditProblem } from './editClient';

const KINDS: Record<number, EditProblem['kind']> = { 404: 'gone', 409: 'conflict' };

/** Whether the CMS has answered, and not the proxy while it starts. */
export const isAnswered = (error: unknown): error is FetchError =>
  error instanceof FetchError && error.status !== undefined && ![502, 503, 504].includes(error.status);

/** Returns why an edit failed; `undefined` when there was no answer. */
export function explainEdit<Command>(error: unknown): EditProblem<Command> | undefined {
  if (!isAnswered(error)) return undefined;
  // Cast: the server sends these details with what it rejects.
  const details = error.response?.data?.error?.details as
    | Pick<EditProblem<Command>, 'theirs' | 'undo'>
    | undefined;
  return {
    kind: KINDS[error.status ?? 0] ?? 'rejected',
    message: explainFailure(error),
    theirs: details?.theirs,
    undo: details?.undo,
  };
}

/** Returns a part of what a client has, which must be the same object as long as it does not change. */
export const useEditState = <State, Part>(
  client: { subscribe: (listener: () => void) => () => void; getState: () => State },
  select: (state: State) => Part,
): Part => useSyncExternalStore(client.subscribe, () => select(client.getState()));

/** What loads that which a screen shows, again whenever the screen is opened or seen again. */
export const LIVE_QUERY = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
  retry: (_count: number, failure: unknown) => !isAnswered(failure),
} as const;
