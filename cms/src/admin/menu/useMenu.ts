import { useNotification } from '@strapi/strapi/admin';
import { useEffect, useMemo, useState } from 'react';
import type { MenuAnswer } from '../../menu/menuAnswers';
import { toRequest } from '../../shared/requests/changeCommands';
import { explainFailure } from '../requests/explainFailure';
import { load } from '../requests/sendRequest';
import { useSendChange } from '../requests/useSendChange';
import { computeWait } from '../site/computeWait';
import { explainEdit, LIVE_QUERY, useEditState } from '../site/useEdits';
import { useAdminQuery, useAdminQueryClient } from '../strapi/requests';
import { listUnsaved, MENU, MenuClient } from './menuClient';
import { listPlannedTimes } from './menuContent';

const NOT_LOADED = 'The menu could not be loaded. Load the page again.';

/** Returns a part of the menu as the server has answered last; `undefined` until then. */
export const useMenuAnswer = <Part>(select: (menu: MenuAnswer) => Part): Part | undefined =>
  useAdminQuery<MenuAnswer, unknown, Part>(MENU, { enabled: false, select }).data;

/** Returns the menu with the edits that wait, or why there is none, and the client that sends them. */
export function useMenu(): { client: MenuClient; menu: MenuAnswer | undefined; problem: string | undefined } {
  const queries = useAdminQueryClient();
  const { toggleNotification } = useNotification();
  const send = useSendChange();
  const [client] = useState(
    () => new MenuClient(queries, { send: (command) => send(toRequest(command)), explain: explainEdit }),
  );
  const { data: server, error } = useAdminQuery(MENU, () => load<MenuAnswer>('/menu'), {
    ...LIVE_QUERY,
    refetchInterval(menu) {
      const times = menu ? listPlannedTimes(menu) : [];
      return menu && times.length > 0 ? computeWait(times, menu.timeZone, Date.now()) : false;
    },
  });
  const queue = useEditState(client, (state) => state.queue);
  const menu = useMemo(
    () => server && queue.reduce((changed, { apply }) => apply?.(changed) ?? changed, server),
    [server, queue],
  );

  useEffect(() => {
    const { getState, saveAll } = client;
    // A phone can close a page that is not visible.
    const saveWhenHidden = () => document.hidden && saveAll();
    const warn = (event: BeforeUnloadEvent) => {
      if (listUnsaved(getState()).length > 0 || getState().queue.length > 0) event.preventDefault();
    };
    window.addEventListener('online', saveAll);
    document.addEventListener('visibilitychange', saveWhenHidden);
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('online', saveAll);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      window.removeEventListener('beforeunload', warn);
      void client.leave().then((message) => {
        // Until it is closed: it has the words that she would have to type again.
        if (message) toggleNotification({ type: 'danger', message, blockTransition: true });
      });
    };
  }, [client, toggleNotification]);

  return { client, menu, problem: error && !server ? explainFailure(error, NOT_LOADED) : undefined };
}
