import type { AdminMessage, TextLimits } from '../../../cms/src/shared/requests/editMessages.ts';
import { isVisible } from './findFields.ts';
import type { ShownField } from './placeTable.ts';
import { forgetTyped, readTyped, storeTyped } from './typedText.ts';

type Answer<Type> = Extract<AdminMessage, { type: Type }>;

/** What a field has from the page around it. */
interface FieldPage {
  layer: HTMLElement;
  limits: TextLimits | undefined;
  /** Sends a text to be saved, and returns the id of the answer. */
  send: (text: string, seen: string[]) => number;
  /** Loads the page's content again. */
  refresh: () => Promise<unknown>;
  /** Finds the element that shows the field now and is nearest to another. */
  findElement: (near: Element) => HTMLElement | undefined;
  onClose: () => void;
}

const COPIED_STYLES =
  'font-family font-size font-style font-weight font-stretch line-height letter-spacing color text-align text-transform text-wrap direction padding border-width';
/** Room to type where the text is short, in em. */
const MIN_WIDTH_EM = 12;
/** What the field keeps free at the edge of the window. */
const EDGE_PX = 8;
/** Content that has arrived is on the page by then, unless it is there in other words, such as translated ones. */
const SHOWN_MS = 500;

const isStuck = ({ position }: CSSStyleDeclaration) => /fixed|sticky/.test(position);
const isOpaque = ({ backgroundColor }: CSSStyleDeclaration) => backgroundColor !== 'rgba(0, 0, 0, 0)';

/** Returns the style of the nearest element around one, or of itself, for which the condition is true; else that of the document. */
function findStyle(element: Element, isFound: (style: CSSStyleDeclaration) => boolean): CSSStyleDeclaration {
  const style = getComputedStyle(element);
  const { parentElement } = element;
  return isFound(style) || !parentElement ? style : findStyle(parentElement, isFound);
}

const NOT_ALLOWED = 'Your account may not change this. Ask whoever looks after the site.';

const joinLines = (text: string) => text.replace(/\s*\n\s*/g, ' ');
const listLetters = (text: string) => text.replace(/\s+/g, '');
/** Returns a text as a `textarea` has it. */
const toValue = (text: string) => text.replace(/\r\n?/g, '\n');

/**
 * A text of the page while it is typed: a `textarea` outside of React's elements, over the element with the text, whose letters are
 * invisible meanwhile. It owns what is typed: nothing that happens to the page changes it.
 */
export class TextField {
  readonly area = document.createElement('textarea');
  private readonly note = document.createElement('div');
  private base: string;
  /** What the owner saw here: what the page had shown before, and what she has sent. */
  private readonly seen: string[];
  /** What is being saved, the latest last; each is the base of the next. */
  private readonly sent: { id: number; text: string }[] = [];
  /** Whether the page may still show what was there before a save. */
  private isSaved = false;
  /** That of the window when the field was placed. */
  private windowWidth = 0;

  constructor(
    readonly field: ShownField,
    private element: HTMLElement,
    private readonly page: FieldPage,
  ) {
    const typed = readTyped(field.place);
    this.base = typed?.base ?? field.text;
    // What has come since, the field has covered.
    this.seen = typed ? [typed.base] : [...field.shown];
    const { area, note } = this;
    Object.assign(area, {
      value: typed?.text ?? field.text,
      rows: 1,
      translate: false,
      ariaLabel: field.label,
    });
    note.role = 'alert';
    note.hidden = true;
    page.layer.append(area, note);
    area.addEventListener('beforeinput', (event) => this.joinPasted(event));
    area.addEventListener('input', () => this.readInput());
    area.addEventListener('blur', () => this.leave());
    area.addEventListener('keydown', (event) => this.readKey(event));
    const style = getComputedStyle(element);
    area.style.background =
      style.display === 'inline' ? 'none' : findStyle(element, isOpaque).backgroundColor;
    const { maxLength, canChange = false } = page.limits ?? {};
    const limit = field.max ?? maxLength ?? undefined;
    if (limit !== undefined) area.maxLength = limit;
    area.readOnly = !canChange;
    this.follow();
    if (!canChange) this.showNote(NOT_ALLOWED);
  }

  private get isOneLine(): boolean {
    return this.page.limits?.isOneLine ?? true;
  }

  get isFocused(): boolean {
    return document.activeElement === this.area;
  }

  /** What is saved once all that was sent is. */
  private get lastText(): string {
    return this.sent.at(-1)?.text ?? this.base;
  }

  private get isChanged(): boolean {
    return this.area.value !== toValue(this.lastText);
  }

  /** Sends what was typed; without a change, the field closes. */
  leave(): void {
    this.closeIfShown();
    if (!this.isChanged) return;
    const text = this.area.value;
    this.showNote('');
    this.sent.push({ text, id: this.page.send(text, [...this.seen, this.lastText]) });
    this.seen.push(text);
  }

  receiveSaved({ id, text }: Answer<'words-saved'>): void {
    const [saved] = this.sent;
    if (id !== saved?.id) return;
    this.sent.shift();
    this.base = text;
    if (this.area.value === saved.text) this.area.value = toValue(text);
    this.isSaved = true;
    void this.page.refresh().then(() =>
      setTimeout(() => {
        this.isSaved = false;
        this.closeIfShown();
      }, SHOWN_MS),
    );
    this.store();
    if (!this.isFocused) this.leave();
  }

  receiveFailed({ id, message }: Answer<'words-failed'>): void {
    if (id !== this.sent[0]?.id) return;
    this.sent.shift();
    if (this.sent.length === 0 && this.isChanged) this.showNote(message);
    this.closeIfShown();
  }

  /** Takes back what could not be saved. */
  undo(): void {
    this.reset(this.base);
    this.closeIfShown();
  }

  private reset(text: string): void {
    this.area.value = toValue(text);
    this.store();
  }

  /** Follows the element that shows the text when the page has another one, but never moves while someone types, unless the window gets another width. */
  follow(): void {
    const { area, element } = this;
    const isTurned = window.innerWidth !== this.windowWidth;
    if (!element.isConnected || (isTurned && !isVisible(element))) {
      element.style.removeProperty('-webkit-text-fill-color');
      this.element = this.page.findElement(area) ?? element;
    }
    if (this.isSaved) this.closeIfShown();
    if (!area.isConnected || !this.element.isConnected) return;
    this.element.style.setProperty('-webkit-text-fill-color', 'transparent');
    if (this.isFocused && !isTurned) return;
    if (isTurned) this.block.style.removeProperty('min-block-size');
    this.place();
    if (this.isFocused) this.makeRoom();
    this.placeNote();
  }

  /** Whether the element is as wide as its column. Of others, which place their text within them, the field covers the text alone. */
  private get isBox(): boolean {
    return (
      this.element.textContent === '' || /^(block|list-item)$/.test(getComputedStyle(this.element).display)
    );
  }

  private get text(): Range {
    const range = document.createRange();
    range.selectNodeContents(this.element);
    return range;
  }

  /** The element that makes room for a longer text: the lines of an inline element have their place in its parent. */
  private get block(): HTMLElement {
    const { element } = this;
    return (getComputedStyle(element).display === 'inline' && element.parentElement) || element;
  }

  private close(): void {
    forgetTyped(this.field.place);
    this.element.style.removeProperty('-webkit-text-fill-color');
    this.block.style.removeProperty('min-block-size');
    this.area.remove();
    this.note.remove();
    this.page.onClose();
  }

  /** Closes, unless someone types, but after a save only once the page shows what was saved. */
  private closeIfShown(): void {
    const { area, element, base, isSaved } = this;
    const isUsed = this.isFocused || this.isChanged || this.sent.length > 0;
    if (isUsed || !area.isConnected) return;
    if (!isSaved || listLetters(element.textContent) === listLetters(base)) this.close();
  }

  private store(): void {
    const { place } = this.field;
    const { area, base } = this;
    if (area.value === toValue(base)) forgetTyped(place);
    else storeTyped(place, { text: area.value, base });
  }

  private readInput(): void {
    const { area } = this;
    if (this.isOneLine && area.value.includes('\n')) area.value = joinLines(area.value);
    this.store();
    this.grow();
    this.makeRoom();
    this.placeNote();
  }

  /** Joins the lines of what is pasted before it is there: another value would move the caret, and end what the browser can undo. */
  private joinPasted(event: InputEvent): void {
    if (!this.isOneLine || !event.data?.includes('\n')) return;
    event.preventDefault();
    document.execCommand('insertText', false, joinLines(event.data));
  }

  /** Lets the page make room, as it does for the text itself. */
  private makeRoom(): void {
    const { bottom, height } = this.block.getBoundingClientRect();
    const missing = this.area.getBoundingClientRect().bottom - bottom;
    if (missing > 0) this.block.style.minBlockSize = `${height + missing}px`;
  }

  private readKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Escape') this.reset(this.lastText);
    const isEnd = event.key === 'Escape' || (event.key === 'Enter' && this.isOneLine);
    if (isEnd) event.preventDefault();
    // From the element, Tab goes on to what follows it on the page.
    if (isEnd || event.key === 'Tab') {
      this.element.focus({ preventScroll: true });
      // An element that is gone takes no focus.
      this.area.blur();
    }
  }

  private showNote(text: string): void {
    this.note.textContent = text;
    this.note.hidden = text === '';
    this.placeNote();
  }

  private place(): void {
    const { area, element, isBox, text } = this;
    const style = getComputedStyle(element);
    this.windowWidth = window.innerWidth;
    for (const name of COPIED_STYLES.split(' ')) area.style.setProperty(name, style.getPropertyValue(name));
    const box = (isBox ? element : text).getBoundingClientRect();
    const [firstLine = box] = text.getClientRects();
    // In a bar of the window, it stays there while the page scrolls.
    const isFixed = isStuck(findStyle(element, isStuck));
    const origin = isFixed ? new DOMRect() : this.page.layer.getBoundingClientRect();
    // A line is higher than its letters.
    const leading = isBox
      ? 0
      : ((Number.parseFloat(style.lineHeight) || firstLine.height) - firstLine.height) / 2;
    const room = Math.min(
      MIN_WIDTH_EM * Number.parseFloat(style.fontSize),
      window.innerWidth - box.left - EDGE_PX,
    );
    const width = isBox ? box.width : Math.max(box.width, room);
    const left = box.left - (style.textAlign === 'center' ? (width - box.width) / 2 : 0);
    Object.assign(area.style, {
      position: isFixed ? 'fixed' : 'absolute',
      top: `${box.top - origin.top - leading}px`,
      left: `${Math.max(Math.min(EDGE_PX, box.left), left) - origin.left}px`,
      width: `${width}px`,
      minHeight: `${box.height + 2 * leading}px`,
      ...(!isBox && { padding: '0', textIndent: `${firstLine.left - box.left}px` }),
    });
    this.grow();
  }

  private grow(): void {
    const { area } = this;
    area.style.height = '0';
    area.style.height = `${area.scrollHeight}px`;
  }

  private placeNote(): void {
    const { area, note } = this;
    const top = area.offsetTop + area.offsetHeight;
    Object.assign(note.style, { top: `${top}px`, left: area.style.left });
  }
}
