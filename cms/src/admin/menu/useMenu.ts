import { useNotification } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router-dom';
import { contentTypes, uidOf } from '../../shared/content/contentTypes';
import { computeWait } from '../site/computeWait';
import { useForgetEntriesMutation } from '../strapi/forgetEntries';
import { MenuClient } from './menuClient';
import { menuConnection } from './menuConnection';
import { listPlannedTimes } from './menuContent';
import { hasFailed, hasUnsaved, type MenuState } from './menuState';

const LEAVE = 'Some words could not be saved. Leave the menu without them?';

/** The edits of a screen that was left before they were sent. */
let unfinished: Promise<void> = Promise.resolve();

/** Returns a part of the menu's state, which must be the same object as long as it does not change. */
export const useMenuState = <Part>(client: MenuClient, select: (state: MenuState) => Part): Part =>
  useSyncExternalStore(client.subscribe, () => select(client.getState()));

/** Returns the client of the menu, which loads the menu whenever the owner returns to the window, and when a planned time has come. */
export function useMenu(): MenuClient {
  const [client] = useState(() => new MenuClient(menuConnection));
  const { dispatch, getState } = client;
  const { toggleNotification } = useNotification();
  const [forgetEntries] = useForgetEntriesMutation();
  /** Otherwise the forms of Strapi's content manager show what was there before. */
  const forgetMenu = useCallback(() => {
    for (const [name, { group }] of Object.entries(contentTypes))
      if (group === 'Menu') void forgetEntries(uidOf(name));
  }, [forgetEntries]);

  useEffect(() => {
    // A phone can close a page that is not visible.
    const refresh = () => dispatch({ type: document.hidden ? 'screenHidden' : 'refreshRequested' });
    const warn = (event: BeforeUnloadEvent) => {
      const state = getState();
      if (hasUnsaved(state) || state.queue.length > 0) event.preventDefault();
    };
    void unfinished.then(() => dispatch({ type: 'refreshRequested' }));
    window.addEventListener('focus', refresh);
    window.addEventListener('online', refresh);
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('focus', refresh);
      window.removeEventListener('online', refresh);
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('beforeunload', warn);
      unfinished = client.leave().then((problem) => {
        forgetMenu();
        // Until it is closed: it has the words that she would have to type again.
        if (problem) toggleNotification({ type: 'danger', message: problem, blockTransition: true });
      });
    };
  }, [client, dispatch, getState, forgetMenu, toggleNotification]);

  const server = useMenuState(client, (state) => state.server);
  useEffect(() => {
    const times = server ? listPlannedTimes(server) : [];
    if (!server || times.length === 0) return;
    const wait = computeWait(times, server.timeZone, Date.now());
    const timer = setTimeout(() => dispatch({ type: 'refreshRequested' }), wait);
    return () => clearTimeout(timer);
  }, [server, dispatch]);

  const blocker = useBlocker(() => {
    if (!hasFailed(getState())) return false;
    if (!window.confirm(LEAVE)) return true;
    dispatch({ type: 'failedDiscarded' });
    return false;
  });
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);

  const isBusy = useMenuState(client, ({ queue }) => queue.length > 0);
  useEffect(() => {
    if (!isBusy) forgetMenu();
  }, [isBusy, forgetMenu]);

  return client;
}
