import { FetchError, getFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router-dom';
import { contentTypes, uidOf } from '../../content/contentTypes';
import type { MenuAnswer } from '../../menu/menu';
import { explainFailure } from '../explainFailure';
import { useForgetEntriesMutation } from '../forgetEntries';
import { type Connection, MenuProblem, MenuStore } from './menuStore';

type Answer = Awaited<ReturnType<Connection['send']>>;

/** A request without an answer for this long is lost. */
const TIMEOUT_MS = 20_000;

const LEAVE = 'Some words could not be saved. Leave the menu without them?';

/** The changes of a screen that was left before they were sent. */
let unfinished: Promise<void> = Promise.resolve();

const connection: Connection = {
  async load() {
    await unfinished;
    const { data } = await getFetchClient().get<MenuAnswer>('/menu', {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return data;
  },
  async send({ method, path, body }) {
    const { del, put, post } = getFetchClient();
    const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    const { data } = await (method === 'DELETE'
      ? del<Answer>(path, options)
      : (method === 'PUT' ? put<Answer> : post<Answer>)(path, body, options));
    return data;
  },
  explain(error) {
    if (!(error instanceof FetchError) || !error.status || error.status >= 500) return undefined;
    return new MenuProblem(explainFailure(error), error.status === 409 ? 'conflict' : 'rejected');
  },
};

/** Returns the menu and its state, which is loaded again whenever the owner returns to the window. */
export function useMenuStore() {
  const [store] = useState(() => new MenuStore(connection));
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const [forgetEntries] = useForgetEntriesMutation();

  useEffect(() => {
    const refresh = () => {
      // A phone can close a page that is not visible.
      if (document.hidden) store.saveTyped();
      else void store.refresh();
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (store.hasUnsaved) event.preventDefault();
    };
    refresh();
    window.addEventListener('focus', refresh);
    window.addEventListener('online', refresh);
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('focus', refresh);
      window.removeEventListener('online', refresh);
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('beforeunload', warn);
      unfinished = store.finish();
    };
  }, [store]);

  const blocker = useBlocker(() => store.hasFailed && !window.confirm(LEAVE));
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);

  // The forms of Strapi's content manager must not show what was there before.
  const { isBusy } = state;
  useEffect(() => {
    if (isBusy) return;
    for (const [name, { group }] of Object.entries(contentTypes))
      if (group === 'Menu') void forgetEntries(uidOf(name));
  }, [isBusy, forgetEntries]);

  return { store, state };
}
