import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** Whether the application has started: `false` on the server, and in the browser while it hydrates the server's page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
