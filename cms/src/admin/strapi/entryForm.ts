import {
  adminApi,
  unstable_useContentManagerContext,
  unstable_useDocument,
  useDocumentRBAC,
  useForm,
  useQueryParams,
  useStrapiApp,
} from '@strapi/strapi/admin';
import type { ComponentType } from 'react';
import { isRecord } from '../../shared/isRecord';
import type { FormEntry, RequestResult } from './requests';

/** The request of the button Save, whose name Strapi's types don't list. */
interface SaveApi {
  useUpdateDocumentMutation(): [
    (form: FormEntry & { data: object }) => Promise<RequestResult>,
    ...state: unknown[],
  ];
}

// Cast: Strapi adds its requests to this object when the admin runs.
const api = adminApi as unknown as SaveApi;

/** What came of saving a form: when its draft was changed last, or a sentence for the owner. */
export type SavedDraft = { savedAt: string; problem?: undefined } | { savedAt?: undefined; problem: string };

/** The form of an entry that is open. */
export interface EntryForm {
  uid: string;
  /** `undefined` for an entry that has not been saved yet. */
  documentId: string | undefined;
  /** Whether the account may save and publish it. */
  canPublish: boolean;
  /** Whether the form has what the site shows, which can't be changed. */
  isReadOnly: boolean;
  /** Whether the form has what is not saved yet. */
  isModified: boolean;
  /** Whether publishing changes the site. */
  hasChanges: boolean;
  getValues: () => object;
  /** Checks the form as Publish does, and marks what is wrong. */
  isValid: () => Promise<boolean>;
  /** Saves the form as its button Save does. */
  save: () => Promise<SavedDraft>;
}

const NOT_SAVED = 'This was not saved. Check the connection, then press again: what you typed is still here.';

const readTime = (document: unknown): string =>
  isRecord(document) && typeof document.updatedAt === 'string' ? document.updatedAt : '';

/** Returns Strapi's input for pictures, to which the properties of a field are passed. */
export const useMediaInput = (): ComponentType<object> =>
  // Cast: Strapi declares inputs without properties.
  useStrapiApp('useMediaInput', ({ fields }) => fields.media) as ComponentType<object>;

/** Returns the form of an entry to a component inside of it. */
export function useEntryForm(): EntryForm {
  const { model, collectionType, id } = unstable_useContentManagerContext();
  const [{ query }] = useQueryParams<{ status?: string }>();
  const isReadOnly = query.status === 'published';
  const entry = { collectionType, model, documentId: id, params: {} };
  const { document } = unstable_useDocument(entry, { skip: isReadOnly });
  const canPublish = useDocumentRBAC(
    'useEntryForm',
    ({ canPublish, canUpdate }) => canPublish === true && canUpdate === true,
  );
  const isModified = useForm('useEntryForm', ({ modified }) => modified);
  const getValues = useForm('useEntryForm', (form) => form.getValues);
  const validate = useForm('useEntryForm', (form) => form.validate);
  const resetForm = useForm('useEntryForm', (form) => form.resetForm);
  const [update] = api.useUpdateDocumentMutation();

  const save = async (): Promise<SavedDraft> => {
    if (!isModified) return { savedAt: readTime(document) };
    const values = getValues();
    const { data, error } = await update({ ...entry, data: { ...values } });
    if (error) {
      const isAnswer = error.status !== undefined || error.name === 'ValidationError';
      return { problem: isAnswer ? error.message : NOT_SAVED };
    }
    resetForm(values);
    return { savedAt: readTime(isRecord(data) && data.data) };
  };

  return {
    uid: model,
    documentId: document?.documentId,
    canPublish,
    isReadOnly,
    isModified,
    hasChanges: isModified || document?.status !== 'published',
    getValues,
    isValid: async () => !(await validate(true, { status: 'published' })).errors,
    save,
  };
}
