import { adminApi } from '@strapi/strapi/admin';
import { useEffect } from 'react';
import { useQuery, useQueryClient } from 'react-query';
import { applyConvenience, MissingPartError } from './parts';

/** The hooks of React Query, whose client Strapi provides to all pages. */
export const useAdminQuery = useQuery;
export const useAdminQueryClient = useQueryClient;

type Content = Record<string, unknown>;

/** The entry that a form shows, as the content manager's requests name it. */
export interface FormEntry {
  collectionType: string;
  model: string;
  documentId?: string;
  params?: object;
}

interface ApiError {
  name: string;
  message: string;
  status?: number;
  details?: object;
}

/** The result of a request. */
export type RequestResult = { data: unknown; error?: undefined } | { data?: undefined; error: ApiError };

interface Request {
  data: Content;
}

interface Store {
  getState: () => unknown;
  dispatch: (action: unknown) => unknown;
}

/** The used part of the definition of a request that a form sends. */
interface Endpoint<Form> {
  query?: (form: Form) => Request;
  queryFn?: (
    form: Form,
    store: Store,
    options: unknown,
    send: (request: Request) => Promise<RequestResult>,
  ) => Promise<RequestResult>;
}

/** The used part of the definition of a request that saves a form. */
export interface SavingEndpoint extends Endpoint<FormEntry & { data: Content }> {
  invalidatesTags?: (result: unknown, error: unknown, form: unknown) => unknown[];
  onQueryStarted?: unknown;
}

interface Upload {
  formData: FormData;
}

/** The used part of the definition of the request that uploads pictures from the list of all photographs. */
export interface UploadEndpoint {
  queryFn?: (upload: Upload, ...rest: unknown[]) => unknown;
}

/** The used part of the definition of the request that saves the profile. */
export interface ProfileEndpoint {
  query?: (profile: object) => { data?: object };
}

/** The used part of the definition of the request that signs in. */
export interface SignInEndpoint extends Endpoint<Content> {
  transformResponse?: (response: unknown) => unknown;
}

interface Endpoints {
  login: SignInEndpoint;
  updateDocument: SavingEndpoint;
  publishDocument: SavingEndpoint;
  uploadFiles: UploadEndpoint;
  updateMe: ProfileEndpoint;
}

/** The used part of the admin's requests and their cache, whose names Strapi's types don't list. */
interface AdminApi {
  enhanceEndpoints(changes: {
    endpoints: { [Name in keyof Endpoints]?: (endpoint: Endpoints[Name] | undefined) => void };
  }): unknown;
  endpoints: {
    getDocument: { select(entry: FormEntry): (state: unknown) => { data?: { data?: Content } } };
  };
  util: {
    updateQueryData(name: string, entry: FormEntry, change: (cached: { data: Content }) => void): unknown;
  };
}

// Cast: Strapi adds its requests to this object when the admin runs.
const api = adminApi as unknown as AdminApi;

/** What saving a form has come to, and the content of the entry after it. */
interface SavedForm {
  result: RequestResult;
  saved?: Content;
}

/** Saves a form: sends it, once or several times. */
export type SaveForm = (form: {
  entry: FormEntry;
  /** What the form has. */
  content: Content;
  /** What the entry had when the form was opened; `undefined` for a new entry. */
  opened: Content | undefined;
  send: (content: Content) => Promise<RequestResult>;
}) => Promise<SavedForm>;

/** Replaces what a button that saves a form sends, and its keyboard shortcut. */
const changeSavingRequest = (save: SaveForm) => (endpoint: SavingEndpoint | undefined) => {
  if (!endpoint?.query) throw new MissingPartError('changeSaving');
  const { query, invalidatesTags } = endpoint;
  endpoint.queryFn = async ({ data: content, ...entry }, { getState, dispatch }, _options, send) => {
    const opened = api.endpoints.getDocument.select(entry)(getState()).data?.data;
    const { result, saved } = await save({
      entry,
      content,
      opened,
      send: (data) => send({ ...query({ ...entry, data }), data }),
    });
    // The next press starts from this, also before the admin has loaded the entry again.
    if (saved)
      dispatch(
        api.util.updateQueryData('getDocument', entry, (cached) => {
          Object.assign(cached.data, saved);
        }),
      );
    return result;
  };
  delete endpoint.query;
  // Strapi changes its cached entry before the server has answered, and changes it back after an error, which resets the form.
  delete endpoint.onQueryStarted;
  // Loading the entry after an error would replace what the owner has typed by what somebody else has saved.
  endpoint.invalidatesTags = (result, error, form) =>
    error ? [] : (invalidatesTags?.(result, error, form) ?? []);
};

/**
 * Replaces what Save and Publish of the edit view, and their keyboard shortcuts, send.
 * @throws MissingPartError when the content manager has no such requests: two at once would overwrite each other's changes
 */
export function changeSaving(save: SaveForm, publish: SaveForm): void {
  if (!('getDocument' in api.endpoints)) throw new MissingPartError('changeSaving');
  api.enhanceEndpoints({
    endpoints: {
      updateDocument: changeSavingRequest(save),
      publishDocument: changeSavingRequest(publish),
    },
  });
}

/** An error after which the form keeps what was typed: the content manager resets it after an error with any other name. */
export const createFormError = (message: string): ApiError => ({ name: 'ValidationError', message });

/** Makes the uploads of the list of all photographs wait for a function, which may change what they send. */
export const changeUpload = (prepare: (formData: FormData) => Promise<void>): void =>
  applyConvenience('changeUpload', () =>
    api.enhanceEndpoints({
      endpoints: {
        uploadFiles: (endpoint) => {
          const send = endpoint?.queryFn;
          if (!send) throw new MissingPartError('changeUpload');
          endpoint.queryFn = async (upload, ...rest) => {
            await prepare(upload.formData);
            return send(upload, ...rest);
          };
        },
      },
    }),
  );

/** Adds values to the request of the profile. */
export const changeProfile = (getValues: () => object): void =>
  applyConvenience('changeProfile', () =>
    api.enhanceEndpoints({
      endpoints: {
        updateMe: (endpoint) => {
          const query = endpoint?.query;
          if (!query) throw new MissingPartError('changeProfile');
          endpoint.query = (profile) => {
            const request = query(profile);
            return { ...request, data: { ...request.data, ...getValues() } };
          };
        },
      },
    }),
  );

/** Sends the sign-in that the form asks for, with further values. */
export type SendSignIn = (values?: Content) => Promise<RequestResult>;

/** Replaces what the form of the sign-in sends, once or several times; its result is that of the form. */
export const changeSignIn = (signIn: (send: SendSignIn) => Promise<RequestResult>): void =>
  applyConvenience('changeSignIn', () =>
    api.enhanceEndpoints({
      endpoints: {
        login: (endpoint) => {
          if (!endpoint?.query || !endpoint.transformResponse) throw new MissingPartError('changeSignIn');
          const { query, transformResponse } = endpoint;
          endpoint.queryFn = (credentials, _store, _options, send) =>
            signIn(async (values) => {
              const result = await send(query({ ...credentials, ...values }));
              return result.error ? result : { data: transformResponse(result.data) };
            });
          delete endpoint.query;
          delete endpoint.transformResponse;
        },
      },
    }),
  );

/** A picture in the dialog that uploads pictures for an entry. */
export interface DialogPicture {
  rawFile?: File;
  alternativeText?: string | null;
}

/**
 * Makes each upload of an entry's dialog wait for a function, which may change the picture. A component, because only these have
 * access to React Query, with which this dialog sends its uploads.
 */
export const createEntryUploadWait = (prepare: (picture: DialogPicture) => Promise<void>) =>
  // biome-ignore lint/correctness/noComponentHookFactories: called once, when the module loads.
  function WaitBeforeEntryUpload(): null {
    const queries = useQueryClient();
    useEffect(() => {
      // The dialog sends each picture by itself.
      queries.setMutationDefaults(['upload', 'upload'], {
        onMutate: ({ assets }: { assets: DialogPicture }) => prepare(assets),
      });
    }, [queries]);
    return null;
  };
