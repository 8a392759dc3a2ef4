import { isRecord } from '../../shared/isRecord';
import { CONFLICT_STATUS, type Conflict, OPENED_CONTENT } from '../../shared/requests/formConflict';
import { askAboutConflict, type Choices, type SavingAction } from '../site/ConflictDialog';
import { changeSaving, createFormError, type RequestResult, type SaveForm } from '../strapi/requests';
import { askBeforePublishing } from './askBeforePublishing';

type Content = Record<string, unknown>;

const CANCELLED = { error: createFormError('Nothing was saved. What you typed is still here.') };

const findConflict = ({ error }: RequestResult): Conflict | undefined =>
  // Cast: the server sends a conflict with this status.
  error?.status === CONFLICT_STATUS ? (error.details as Conflict) : undefined;

/** An entry after its form was saved or published. */
export interface SavedEntry {
  uid: string;
  /** What the owner has pressed. */
  action: SavingAction;
  /** The entry as the server has it now. */
  document: Content;
}

const savedListeners = new Set<(saved: SavedEntry) => void>();

/**
 * Calls a function whenever a form was saved or published.
 * @returns a function that ends this
 */
export function onSaved(listener: (saved: SavedEntry) => void): () => void {
  savedListeners.add(listener);
  return () => void savedListeners.delete(listener);
}

function tellSaved(uid: string, action: SavingAction, { data }: RequestResult): void {
  const document = isRecord(data) && isRecord(data.data) ? data.data : undefined;
  if (document) for (const listener of savedListeners) listener({ uid, action, document });
}

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

/**
 * Sends a form with the content from which it started, and asks the owner when it would overwrite a change: then
 * `rejectOutdatedForms` answers with a conflict. The admin calls it when Save or Publish is pressed.
 */
const createSave =
  (action: SavingAction): SaveForm =>
  async ({ entry, content: typed, opened: start, send }) => {
    let content = typed;
    let opened = start;
    if (action === 'Publish' && !(await askBeforePublishing(entry.documentId, content)))
      return { result: CANCELLED };
    if (!opened) return { result: await send(content) };
    for (;;) {
      const result = await send({ ...content, [OPENED_CONTENT]: opened });
      const conflict = findConflict(result);
      if (!conflict) {
        if (result.error) return { result };
        tellSaved(entry.model, action, result);
        return { result, saved: { ...opened, ...content } };
      }
      const choices = await askAboutConflict(conflict, action);
      if (!choices) return { result: CANCELLED };
      content = mergeForm(content, conflict, choices);
      opened = conflict.stored;
    }
  };

/**
 * Makes Save and Publish of the edit view ask the owner first when somebody else has changed the entry since it was opened, or when
 * the site doesn't understand it.
 */
export const changeSaveAndPublish = (): void => changeSaving(createSave('Save'), createSave('Publish'));
