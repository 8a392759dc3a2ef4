import { useNotification } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router-dom';
import { contentTypes, uidOf } from '../../shared/content/contentTypes';
import { useForgetEntriesMutation } from '../strapi/forgetEntries';
import { menuConnection } from './menuConnection';
import { MenuStore } from './menuStore';

const LEAVE = 'Some words could not be saved. Leave the menu without them?';

/** The changes of a screen that was left before they were sent. */
let unfinished: Promise<void> = Promise.resolve();

/** Returns the menu and its state, which is loaded again whenever the owner returns to the window. */
export function useMenuStore() {
  const [store] = useState(() => new MenuStore(menuConnection));
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const { toggleNotification } = useNotification();
  const [forgetEntries] = useForgetEntriesMutation();
  /** Otherwise the forms of Strapi's content manager show what was there before. */
  const forgetMenu = useCallback(() => {
    for (const [name, { group }] of Object.entries(contentTypes))
      if (group === 'Menu') void forgetEntries(uidOf(name));
  }, [forgetEntries]);

  useEffect(() => {
    const refresh = () => {
      // A phone can close a page that is not visible.
      if (document.hidden) store.saveTyped();
      else void store.refresh();
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (store.hasUnsaved) event.preventDefault();
    };
    void unfinished.then(store.refresh);
    window.addEventListener('focus', refresh);
    window.addEventListener('online', refresh);
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('focus', refresh);
      window.removeEventListener('online', refresh);
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('beforeunload', warn);
      unfinished = store.finish().then((problem) => {
        forgetMenu();
        // Until it is closed: it has the words that she would have to type again.
        if (problem) toggleNotification({ type: 'danger', message: problem, blockTransition: true });
      });
    };
  }, [store, forgetMenu, toggleNotification]);

  const blocker = useBlocker(() => {
    if (!store.hasFailed) return false;
    if (!window.confirm(LEAVE)) return true;
    store.discardFailed();
    return false;
  });
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);

  const { isBusy } = state;
  useEffect(() => {
    if (!isBusy) forgetMenu();
  }, [isBusy, forgetMenu]);

  return { store, state };
}
