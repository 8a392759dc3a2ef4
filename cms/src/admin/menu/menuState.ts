import type { MenuAnswer } from '../../menu/menuAnswers';
import type { MenuCommand } from '../../shared/requests/changeCommands';
import { type AddForm, isEmptyForm } from './addForm';
import { describeText, findItem } from './menuContent';
import type { MenuEdit } from './menuEdits';
import type { RefusedChange } from './statementEdit';
import type { TypedText } from './typedText';

export const LOST =
  'There is no connection right now. When it is back, this screen shows again what the site shows.';
const UNFINISHED = 'The last change on the menu may not have been saved. Look at the menu again.';

export type MenuRequest = { type: 'load' } | { type: 'send'; command: MenuCommand };

/**
 * The menu on the owner's screen. Edits show at once and are sent one after the other, each from the menu that the answer to the
 * previous one has brought. After a failure the menu is loaded again before anything else is sent, so the screen never shows for
 * long what the site doesn't.
 */
export interface MenuState {
  /** The menu as the server had it last. */
  server?: MenuAnswer;
  /** The same with the edits that wait. */
  menu?: MenuAnswer;
  /** The edits that wait; the first one is being sent, or waits for the menu. */
  queue: MenuEdit[];
  texts: TypedText[];
  forms: AddForm[];
  /** How many forms were opened. */
  formCount: number;
  /** The id of the dish whose allergens and diet are open. */
  openDish?: string | undefined;
  /** What the owner has just pressed there, and can't state. */
  refused?: RefusedChange | undefined;
  /** What can be undone, the latest last. */
  undoStack: { sentence: string; command: MenuCommand }[];
  /** What has happened last. */
  notice: string;
  /** Why the last edit failed, or why there is no menu. */
  problem: string;
  /** Whether the menu has to be loaded before anything is sent. */
  isStale: boolean;
  /** Whether the last request had no answer. */
  isLost: boolean;
  /** How often the connection was lost since everything was saved. */
  lossCount: number;
  /** Whether the screen was left: nothing is loaded for it any more. */
  hasLeft: boolean;
  /** The request that the client sends once; the answers to all others are ignored. */
  request?: MenuRequest | undefined;
  /** The timer that the client runs. */
  retry?: { pauseMs: number } | undefined;
}

export const initialMenuState: MenuState = {
  queue: [],
  texts: [],
  forms: [],
  formCount: 0,
  undoStack: [],
  notice: '',
  problem: '',
  isStale: true,
  isLost: false,
  lossCount: 0,
  hasLeft: false,
};

export const isPublishing = ({ queue }: MenuState): boolean => queue.some(({ type }) => type === 'publish');

/** Whether something that was typed is not saved yet. */
export const hasUnsaved = ({ texts, forms }: MenuState): boolean =>
  texts.length > 0 || forms.some((form) => !isEmptyForm(form));

/** Whether leaving the screen would lose something, because saving it has failed. */
export const hasFailed = ({ texts, forms }: MenuState): boolean =>
  [...texts, ...forms].some(({ problem }) => problem);

/** Tells what could not be saved when the screen was left; `undefined` when everything was. */
export function describeUnsaved({ texts, forms, problem }: MenuState): string | undefined {
  const unsaved = [...texts, ...forms.filter((form) => !isEmptyForm(form))];
  const lost = unsaved.map(({ text }) => `“${describeText(text)}”`);
  if (lost.length > 0)
    return `This was typed on the menu and could not be saved: ${new Intl.ListFormat('en').format(lost)}.`;
  return problem === LOST ? UNFINISHED : problem || undefined;
}

export const findText = ({ texts }: MenuState, id: string) => texts.find(({ place }) => place.id === id);
export const itemOf = ({ menu }: MenuState, { place }: TypedText) => menu && findItem(menu, place);

/** Replaces a text, or removes it. */
export const replaceText = (
  state: MenuState,
  typed: TypedText,
  changed: TypedText | undefined,
): MenuState => ({
  ...state,
  texts: state.texts.flatMap((other) => (other === typed ? (changed ?? []) : other)),
});

/** Replaces a form, or removes it. */
export const replaceForm = (state: MenuState, form: AddForm, changed?: AddForm): MenuState => ({
  ...state,
  forms: state.forms.flatMap((other) => (other === form ? (changed ?? []) : other)),
});
