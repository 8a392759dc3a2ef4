import { adminApi } from '@strapi/strapi/admin';
import { CONFLICT_STATUS, type Conflict, OPENED_CONTENT } from '../../conflicts/conflict';
import { askBeforePublishing } from '../forms/askBeforePublishing';
import { askAboutConflict, type Choices, type SavingAction } from './ConflictDialog';

type Content = Record<string, unknown>;

/** The entry that a form shows, as the content manager's requests name it. */
interface Entry {
  collectionType: string;
  model: string;
  documentId?: string;
  params?: object;
}

interface Form extends Entry {
  data: Content;
}

interface ApiError {
  name: string;
  message: string;
  status?: number;
  details?: object;
}

type Result = { data: unknown; error?: undefined } | { data?: undefined; error: ApiError };

interface Request {
  data: Content;
}

interface Store {
  getState: () => unknown;
  dispatch: (action: unknown) => unknown;
}

/** The used part of the definition of a request that saves a form. */
export interface SavingEndpoint {
  query?: (form: Form) => Request;
  queryFn?: (
    form: Form,
    store: Store,
    options: unknown,
    send: (request: Request) => Promise<Result>,
  ) => Promise<Result>;
  invalidatesTags?: (result: unknown, error: unknown, form: Form) => unknown[];
  onQueryStarted?: unknown;
}

/** The used part of the content manager's requests and their cache, for which Strapi has no types. */
interface ContentManagerApi {
  enhanceEndpoints(changes: {
    endpoints: Record<string, (endpoint: SavingEndpoint | undefined) => void>;
  }): unknown;
  endpoints: { getDocument: { select(entry: Entry): (state: unknown) => { data?: { data?: Content } } } };
  util: {
    updateQueryData(name: string, entry: Entry, change: (cached: { data: Content }) => void): unknown;
  };
}

// Cast: the content manager adds its requests to this object when the admin runs.
const api = adminApi as unknown as ContentManagerApi;

const CANCELLED: ApiError = {
  // The content manager resets the form after any other error.
  name: 'ValidationError',
  message: 'Nothing was saved. What you typed is still here.',
};

const isConflict = (error: ApiError | undefined): error is ApiError & { details: Conflict } =>
  error?.status === CONFLICT_STATUS;

/** Returns the form without what stays as it is stored, and with the changes of both in merged lists. */
export function mergeForm(form: Content, { fields, leftOut }: Conflict, choices: Choices): Content {
  const merged = { ...form };
  for (const name of leftOut) delete merged[name];
  for (const { name, merged: rows, choice } of fields) {
    if (rows !== undefined) merged[name] = rows;
    else if (choice && choices[name] !== 'yours') delete merged[name];
  }
  return merged;
}

/** Sends a form with the content from which it started, and asks the owner when it would overwrite a change. */
const saveForm =
  (action: SavingAction, query: NonNullable<SavingEndpoint['query']>): SavingEndpoint['queryFn'] =>
  async ({ data, ...entry }, { getState, dispatch }, _options, send) => {
    let content = data;
    let opened = api.endpoints.getDocument.select(entry)(getState()).data?.data;
    if (action === 'Publish' && !(await askBeforePublishing(entry.documentId, content)))
      return { error: CANCELLED };
    for (;;) {
      const request = query({ ...entry, data: content });
      if (!opened) return send(request);
      request.data = { ...content, [OPENED_CONTENT]: opened };
      const result = await send(request);
      if (!isConflict(result.error)) {
        const saved = { ...opened, ...content };
        // The next press starts from this, also before the admin has loaded the entry again.
        if (!result.error)
          dispatch(
            api.util.updateQueryData('getDocument', entry, (cached) => {
              Object.assign(cached.data, saved);
            }),
          );
        return result;
      }
      const conflict = result.error.details;
      const choices = await askAboutConflict(conflict, action);
      if (!choices) return { error: CANCELLED };
      content = mergeForm(content, conflict, choices);
      opened = conflict.stored;
    }
  };

/**
 * Makes Save and Publish of the edit view, and their keyboard shortcuts, ask the owner first when somebody else has changed the
 * entry since it was opened, or when the site doesn't understand it: changes the requests that all of these send.
 * @throws Error when the content manager no longer has these requests
 */
export function resolveConflicts(): void {
  const change = (action: SavingAction) => (endpoint: SavingEndpoint | undefined) => {
    if (!endpoint?.query) throw new Error(`The content manager has no request for ${action}.`);
    endpoint.queryFn = saveForm(action, endpoint.query);
    delete endpoint.query;
    // Strapi changes its cached entry before the server has answered, and changes it back after an error, which resets the form.
    delete endpoint.onQueryStarted;
    const { invalidatesTags } = endpoint;
    // Loading the entry after an error would replace what the owner has typed by what somebody else has saved.
    endpoint.invalidatesTags = (result, error, form) =>
      error ? [] : (invalidatesTags?.(result, error, form) ?? []);
  };
  api.enhanceEndpoints({
    endpoints: { updateDocument: change('Save'), publishDocument: change('Publish') },
  });
}
