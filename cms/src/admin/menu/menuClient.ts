import type { QueryClient } from 'react-query';
import type { MenuAnswer } from '../../menu/menuAnswers';
import { createItemId } from '../../shared/content/itemId';
import { type ItemText, isSameItemText } from '../../shared/content/itemText';
import { isDishType, type MenuType } from '../../shared/content/menuTypes';
import type { MenuCommand } from '../../shared/requests/changeCommands';
import {
  EditClient,
  type EditConnection,
  type EditProblem,
  type EditState,
  LOST,
  NO_EDITS,
} from '../site/editClient';
import { describeText, type Place, textOf, trimText } from './menuContent';
import { addItem, type MenuEdit, saveText } from './menuEdits';
import { findSeen, isEmptyText, settleText, type TypedText } from './typedText';

/** The key of the menu in React Query's cache. */
export const MENU = 'menu';
const UNFINISHED = 'The last change on the menu may not have been saved. Look at the menu again.';

/** The connection to the server. */
export type MenuConnection = EditConnection<typeof MENU, MenuAnswer, MenuCommand>;

/** What the screen has besides the menu that the server has answered with. */
export interface MenuState extends EditState<MenuAnswer, MenuCommand> {
  texts: TypedText[];
}

/** Lists what is typed and not saved yet. */
export const listUnsaved = ({ texts }: MenuState): TypedText[] =>
  texts.filter(({ text, added }) => !added || !isEmptyText(text));

export const findText = ({ texts }: MenuState, id: string): TypedText | undefined =>
  texts.find(({ place }) => place.id === id);

/** Sends what the owner does on the menu's screen, and remembers what she types until it is saved. */
export class MenuClient extends EditClient<typeof MENU, MenuAnswer, MenuCommand, MenuState> {
  constructor(queries: QueryClient, connection: MenuConnection) {
    super(queries, connection, MENU, { ...NO_EDITS, texts: [] });
  }

  /** Takes what is typed of an item. */
  type(place: Place, item: ItemText, part: Partial<ItemText>): void {
    const { text, ...typed } = this.find(place) ?? { place, text: textOf(item), seen: textOf(item) };
    this.setText(place, { ...typed, text: { ...text, ...part } });
  }

  /** Opens the fields of a new item, which comes after another one; `null` for the first place. */
  add(type: MenuType, after: string | null): void {
    const text = isDishType(type) ? { name: '', description: '' } : { name: '' };
    const place = { type, id: createItemId() };
    this.setText(place, { place, text, seen: text, added: { after } });
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

  /** Saves what is typed of an item. */
  save(place: Place): void {
    const typed = this.find(place);
    if (!typed) return;
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
    void this.send(edit, () => false).then((problem) => this.settle(place, full, problem));
  }

  /** Saves all that is typed. */
  readonly saveAll = (): void => {
    for (const { place } of listUnsaved(this.state)) this.save(place);
  };

  /**
   * Saves what is typed, and publishes the menu.
   * @returns why it failed
   */
  publish(edit: MenuEdit): Promise<EditProblem | undefined> {
    this.saveAll();
    return this.send(edit);
  }

  /**
   * Saves what is typed when the screen is left.
   * @returns a sentence about what could not be saved
   */
  async leave(): Promise<string | undefined> {
    this.replaceState({ ...this.state, problem: '' });
    this.saveAll();
    await this.last;
    const lost = listUnsaved(this.state).map(({ text }) => `“${describeText(text)}”`);
    if (lost.length === 0) return this.state.problem === LOST ? UNFINISHED : this.state.problem || undefined;
    return `This was typed on the menu and could not be saved: ${new Intl.ListFormat('en').format(lost)}.`;
  }

  private find = (place: Place): TypedText | undefined => findText(this.state, place.id);

  protected override hasProblem(): boolean {
    return this.state.texts.some(({ problem }) => problem);
  }

  private settle(place: Place, sent: ItemText, problem: EditProblem | undefined): void {
    const typed = this.find(place);
    if (!typed) return;
    const isGone = problem?.kind === 'gone';
    this.setText(place, isGone ? undefined : settleText(typed, sent, problem));
    if (isGone)
      this.replaceState({
        ...this.state,
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
    this.replaceState({ ...this.state, texts });
  }
}
