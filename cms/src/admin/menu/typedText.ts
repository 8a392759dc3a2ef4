import { type ItemText, isSameItemText } from '../../shared/content/itemText';
import { findItem, type Place, saveWords } from './changes';
import { type Item, textOf } from './menuContent';
import type { MenuProblem, MenuStore, Unsaved } from './menuStore';

const trim = ({ name, description }: ItemText): ItemText =>
  textOf({ name: name.trim(), ...(description !== undefined && { description: description.trim() }) });

interface TypedState {
  /** `undefined` when everything is saved. */
  words?: ItemText;
  /** Why they could not be saved. */
  problem?: MenuProblem;
}

/**
 * The words of an item that the owner types. What is not saved yet stays: when saving fails, when the menu is loaded again, and
 * while the screen is left. Words that somebody else has changed are replaced only when the owner decides so.
 */
export class TypedWords implements Unsaved {
  private state: TypedState = {};
  /** The words that the owner changes. */
  private seen: ItemText = { name: '' };
  /** What was sent since then, and may be what the server has now. */
  private sent: ItemText[] = [];
  /** What is being sent. */
  private sending: ItemText | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly store: MenuStore,
    readonly place: Place,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): TypedState => this.state;

  failure(): MenuProblem | undefined {
    return this.state.problem;
  }

  getWords(): ItemText {
    return this.state.words ?? { name: '' };
  }

  /** Takes what the owner has typed. */
  change(part: Partial<ItemText>): void {
    const present = textOf(this.item ?? { name: '' });
    if (!this.state.words) this.seen = present;
    this.update({ ...this.state, words: { ...(this.state.words ?? present), ...part } });
    this.store.markUnsaved(this);
  }

  /** Saves what was typed, unless the owner has to decide first whether it replaces somebody else's words. */
  readonly save = async (): Promise<void> => {
    const { words, problem } = this.state;
    if (!words || this.sending === words || (problem?.kind === 'conflict' && this.item)) return;
    const trimmed = trim(words);
    this.sending = words;
    this.sent.push(trimmed);
    const failure = await this.store.change(saveWords(this.place, trimmed, this.findSeen));
    if (this.sending === words) this.sending = undefined;
    if (!this.state.words) return;
    if (!failure) this.seen = trimmed;
    const isSettled = !failure || failure.kind === 'gone';
    if (isSettled && this.state.words === words) this.discard();
    else this.update({ words: this.state.words, ...(failure && { problem: failure }) });
  };

  /** Replaces what somebody else wrote in the meantime. */
  keepMine(): void {
    if (this.item) this.seen = textOf(this.item);
    this.update({ ...(this.state.words && { words: this.state.words }) });
    void this.save();
  }

  /** Gives up what was typed. */
  discard(): void {
    this.sent = [];
    this.update({});
    this.store.markSaved(this);
  }

  /** What somebody else wrote while the owner typed. */
  findOthers(): ItemText | undefined {
    const { item } = this;
    const isConflict = this.state.problem?.kind === 'conflict';
    return isConflict && item && !isSameItemText(item, this.findSeen(item)) ? item : undefined;
  }

  /** Chooses, when the words are sent, those that they replace: the owner's own, if the server has accepted them already. */
  private readonly findSeen = (present: ItemText): ItemText =>
    this.sent.find((words) => isSameItemText(words, present)) ?? this.seen;

  private get item(): Item | undefined {
    const { menu } = this.store.getState();
    return menu && findItem(menu, this.place);
  }

  private update(state: TypedState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
