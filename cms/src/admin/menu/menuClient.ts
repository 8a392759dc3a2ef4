import { MutationObserver, type QueryClient } from 'react-query';
import type { MenuAnswer, MenuChangeAnswer, MenuItem } from '../../menu/menuAnswers';
import { createItemId } from '../../shared/content/itemId';
import { type ItemText, isSameItemText } from '../../shared/content/itemText';
import { isDishType, type MenuType } from '../../shared/content/menuTypes';
import type { MenuCommand } from '../../shared/requests/changeCommands';
import { describeText, type Place, textOf, trimText } from './menuContent';
import { addItem, type MenuEdit, saveText } from './menuEdits';
import {
  type AddedItem,
  findSeen,
  isEmptyText,
  type MenuProblem,
  settleText,
  type TypedText,
} from './typedText';

/** The key of the menu in React Query's cache. */
export const MENU = 'menu';
/** The pauses before a command without an answer is sent again. */
const PAUSES_MS = [0, 2_000, 5_000, 10_000, 20_000];
const RETRIED = 'There is no connection right now. It is tried again.';
const LOST =
  'There is no connection. What you typed stays here; when it is back, look at the rest and repeat what is missing.';
const UNFINISHED = 'The last change on the menu may not have been saved. Look at the menu again.';
const NOT_PUBLISHED = 'Nothing was published, because something above could not be saved.';

/** The connection to the server. */
export interface MenuConnection {
  send(command: MenuCommand): Promise<MenuChangeAnswer>;
  /** Returns why a request failed; `undefined` when there was no answer. */
  explain(error: unknown): MenuProblem | undefined;
}

/** What the screen has besides the menu that the server has answered with. */
export interface MenuState {
  /** The edits that wait; the first one is being sent. */
  queue: MenuEdit[];
  texts: TypedText[];
  /** What can be undone, the latest last. */
  undoStack: { sentence: string; command: MenuCommand }[];
  /** What has happened last. */
  notice: string;
  /** Why the last edit failed. */
  problem: string;
}

/** Lists what is typed and not saved yet. */
export const listUnsaved = ({ texts }: MenuState): TypedText[] =>
  texts.filter(({ text, added }) => !added || !isEmptyText(text));

export const findText = ({ texts }: MenuState, id: string): TypedText | undefined =>
  texts.find(({ place }) => place.id === id);

/**
 * Sends what the owner does on the menu's screen, one edit after the other, and remembers what she types until it is saved, and how
 * the rest is undone.
 */
export class MenuClient {
  private state: MenuState = { queue: [], texts: [], undoStack: [], notice: '', problem: '' };
  /** Resolves when no edit waits any more. */
  private last: Promise<unknown> = Promise.resolve();
  private failureCount = 0;
  private readonly listeners = new Set<() => void>();
  private readonly sending: MutationObserver<MenuChangeAnswer, unknown, MenuCommand>;

  constructor(
    private readonly queries: QueryClient,
    private readonly connection: MenuConnection,
  ) {
    this.sending = new MutationObserver(queries, {
      mutationFn: connection.send,
      // The same command: it has what the owner saw, so that nothing is done twice.
      retry: (count, error) => !connection.explain(error) && count < PAUSES_MS.length,
      retryDelay: (count) => PAUSES_MS[count] ?? 0,
    });
    this.sending.subscribe(({ isLoading, failureCount }) => {
      if (isLoading && failureCount > 1) this.set({ problem: RETRIED, notice: '' });
    });
  }

  readonly getState = (): MenuState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * Sends an edit after those before it.
   * @param showsProblem whether the bar at the bottom tells why it failed
   * @returns why it failed; `undefined` when the menu is as wished
   */
  send(edit: MenuEdit, showsProblem = true): Promise<MenuProblem | undefined> {
    const { failureCount } = this;
    this.set({ queue: [...this.state.queue, edit] });
    const sent = this.last.then(async () => {
      const canSend = !edit.publishes || (this.failureCount === failureCount && !this.hasProblem());
      const problem = canSend
        ? await this.sendNow(edit)
        : ({ kind: 'rejected', message: NOT_PUBLISHED } as const);
      if (problem) {
        this.failureCount += 1;
        if (showsProblem || problem.kind === 'lost') this.set({ problem: problem.message, notice: '' });
        // The screen shows what the server has.
        void this.queries.invalidateQueries(MENU);
      }
      this.set({ queue: this.state.queue.filter((other) => other !== edit) });
      return problem;
    });
    this.last = sent;
    return sent;
  }

  /** Returns the menu as the server has answered last. */
  readonly getMenu = (): MenuAnswer | undefined => this.queries.getQueryData<MenuAnswer>(MENU);

  readonly undo = (): void => {
    void this.send(this.undoing);
  };

  /** Takes what is typed of an item. */
  type(place: Place, item: ItemText, part: Partial<ItemText>): void {
    const { text, ...typed } = this.find(place) ?? { place, text: textOf(item), seen: textOf(item) };
    this.setText(place, { ...typed, text: { ...text, ...part } });
  }

  /** Opens the fields of a new item. */
  add(type: MenuType, added: AddedItem): void {
    const text = isDishType(type) ? { name: '', description: '' } : { name: '' };
    const place = { type, id: createItemId() };
    this.setText(place, { place, text, seen: text, added });
  }

  /** Changes what is remembered of a text, such as the place of a new item. */
  change(place: Place, change: Partial<TypedText>): void {
    const typed = this.find(place);
    if (typed) this.setText(place, { ...typed, ...change });
  }

  /** Forgets what is typed of an item. */
  discard(place: Place): void {
    this.setText(place, undefined);
  }

  /** Replaces what somebody else has written in the meantime. */
  keepMine(place: Place, item: MenuItem): void {
    this.change(place, { seen: textOf(item), problem: undefined });
    this.save(place);
  }

  /** Saves what is typed of an item, unless the owner has to decide first. */
  save(place: Place): void {
    const typed = this.find(place);
    if (!typed || typed.problem?.kind === 'conflict') return;
    const { text: full, added, seen, sent, isSending } = typed;
    const text = trimText(full);
    if (isSending ? sent === full : isSameItemText(text, added ? { name: '' } : seen)) {
      if (!isSending) this.discard(place);
      return;
    }
    this.change(place, { sent: full, isSending: true });
    const findReplaced = (present: ItemText | undefined) => {
      const { seen: replaced } = this.find(place) ?? typed;
      return textOf(present ? findSeen({ seen: replaced, ...(sent && { sent }) }, present) : replaced);
    };
    const edit = added ? addItem(place, text, added.after) : saveText(place, text, findReplaced);
    void this.send(edit, false).then((problem) => this.settle(place, full, problem));
  }

  /** Saves all that is typed. */
  readonly saveAll = (): void => {
    for (const { place } of listUnsaved(this.state)) this.save(place);
  };

  /**
   * Saves what is typed, and publishes the menu.
   * @returns why it failed
   */
  publish(edit: MenuEdit): Promise<MenuProblem | undefined> {
    this.saveAll();
    return this.send(edit);
  }

  /**
   * Saves what is typed when the screen is left.
   * @returns a sentence about what could not be saved
   */
  async leave(): Promise<string | undefined> {
    this.set({ problem: '' });
    this.saveAll();
    await this.last;
    const lost = listUnsaved(this.state).map(({ text }) => `“${describeText(text)}”`);
    if (lost.length === 0) return this.state.problem === LOST ? UNFINISHED : this.state.problem || undefined;
    return `This was typed on the menu and could not be saved: ${new Intl.ListFormat('en').format(lost)}.`;
  }

  private readonly undoing: MenuEdit = {
    toCommand: () => this.state.undoStack.at(-1)?.command,
    describe: () => {
      const previous = this.state.undoStack.at(-1);
      return previous ? `Undone. Before that: ${previous.sentence}` : 'Undone.';
    },
  };

  private find = (place: Place): TypedText | undefined => findText(this.state, place.id);

  private hasProblem = (): boolean => this.state.texts.some(({ problem }) => problem);

  private async sendNow(edit: MenuEdit): Promise<MenuProblem | undefined> {
    const { queries, connection } = this;
    const menu = this.getMenu();
    const command = menu && edit.toCommand(menu);
    if (!command) return undefined;
    const isUndo = edit === this.undoing;
    const { undoStack } = this.state;
    const popped = isUndo ? undoStack.slice(0, -1) : undoStack;
    try {
      const answer = await this.sending.mutate(command);
      // A menu that was requested before has not this change.
      await queries.cancelQueries(MENU);
      queries.setQueryData(MENU, answer.menu);
      this.set({ undoStack: popped, problem: '' });
      const sentence = edit.describe(answer.menu);
      const undo = !isUndo && answer.undo ? [{ sentence, command: answer.undo }] : [];
      // What goes out later is not undone without looking: undoing an addition would delete a dish of the plan.
      const kept = edit.publishes && !answer.undo ? [] : popped;
      this.set({ undoStack: [...kept, ...undo], notice: sentence });
      return undefined;
    } catch (error) {
      const problem = connection.explain(error) ?? { kind: 'lost', message: LOST };
      // What can't be undone any more does not stand in the way of what was done before it.
      const { kind, message, undo } = problem;
      const done = undo ? [{ sentence: message, command: undo }] : [];
      if (kind !== 'lost') this.set({ undoStack: [...popped, ...done] });
      return problem;
    }
  }

  private settle(place: Place, sent: ItemText, problem: MenuProblem | undefined): void {
    const typed = this.find(place);
    if (!typed) return;
    const isGone = problem?.kind === 'gone';
    this.setText(place, isGone ? undefined : settleText(typed, sent, problem));
    if (isGone)
      this.set({
        notice: '',
        problem: `“${describeText(typed.text)}” was not saved, because it was deleted.`,
      });
  }

  /** Replaces what is typed of an item, or forgets it. */
  private setText(place: Place, changed: TypedText | undefined): void {
    const typed = this.find(place);
    const others = this.state.texts;
    const texts = typed
      ? others.flatMap((other) => (other === typed ? (changed ?? []) : other))
      : [...others, ...(changed ? [changed] : [])];
    this.set({ texts });
  }

  private set(changes: Partial<MenuState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}
