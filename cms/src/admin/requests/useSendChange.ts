import { useCallback } from 'react';
import type { ChangeRequest } from '../../shared/requests/changeCommands';
import { useForgetEntriesMutation } from '../strapi/forgetEntries';
import { sendRequest } from './sendRequest';

/** Returns a function that sends a change of the site, after which the forms of Strapi's content manager load their entries again. */
export function useSendChange() {
  const [forgetEntries] = useForgetEntriesMutation();
  return useCallback(
    async <Answer>(request: ChangeRequest): Promise<Answer> => {
      try {
        return await sendRequest<Answer>(request);
      } finally {
        // Also after a failure: the change can be made although its response is lost.
        void forgetEntries();
      }
    },
    [forgetEntries],
  );
}
