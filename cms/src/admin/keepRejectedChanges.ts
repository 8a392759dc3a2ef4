/** The used part of the actions that Strapi's requests dispatch. */
interface Action {
  type: string;
  payload?: { queryCacheKey?: string };
  meta?: { arg?: { endpointName?: string } };
}

type Dispatch = (action: Action) => unknown;

const isSaved = ({ meta }: Action) => meta?.arg?.endpointName === 'updateDocument';
const isCachedEntry = ({ type, payload }: Action) =>
  type === 'adminApi/queries/queryResultPatched' && payload?.queryCacheKey?.startsWith('getDocument(');

/**
 * Keeps what the owner has typed when the server rejects it on Save. Strapi changes its cached entry before the server has
 * answered, and changes it back after an error, which resets the form. This Redux middleware delays the change until the
 * entry is saved.
 */
export const keepRejectedChanges = () => () => (next: Dispatch) => {
  /** The changes of an entry that is being saved; `undefined` when none is. */
  let delayed: Action[] | undefined;
  return (action: Action) => {
    if (delayed && isCachedEntry(action)) {
      delayed.push(action);
      return action;
    }
    if (isSaved(action) && action.type === 'adminApi/executeMutation/pending') delayed = [];
    else if (isSaved(action)) {
      if (action.type === 'adminApi/executeMutation/fulfilled') delayed?.forEach(next);
      delayed = undefined;
    }
    return next(action);
  };
};
