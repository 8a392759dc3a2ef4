import type { AdminMessage, PageMessage, TypeLimits } from '../../../cms/src/shared/requests/editMessages.ts';
import { EMPTY, FIELD, findFields, isVisible, MARKED_ATTRIBUTES } from './findFields.ts';
import { PlaceTable } from './placeTable.ts';
import { TextField } from './TextField.ts';
import { forgetTyped, readTyped } from './typedText.ts';

/** The class of the document while fields can be pressed. */
const ACTIVE = 'pressing';
const LAYER = 'press-layer';
const OFF = 'data-off';

/** Script adds the styles, so that visitors' style sheet does not need them, and the Content-Security-Policy allows them. */
const STYLES = `
[${OFF}]::after { content: ' (not on the site)'; font-weight: 400; }
[${EMPTY}]::before { content: attr(${EMPTY}); opacity: 0.7; }
.${ACTIVE} iframe { pointer-events: none; }
.${ACTIVE} [${FIELD}] { cursor: pointer; }
@media (hover: none) { .${ACTIVE} [${FIELD}] { outline: 1px dashed color-mix(in srgb, var(--ring) 40%, transparent); } }
.${ACTIVE} [${FIELD}]:is(:hover, :focus-visible) { outline: 3px solid var(--ring); outline-offset: 3px; }
.${LAYER} { position: absolute; inset-block-start: 0; inset-inline-start: 0; z-index: 8; }
.${LAYER} textarea { position: absolute; box-sizing: border-box; margin: 0; border: 0 solid transparent; border-radius: 0; resize: none; overflow: hidden; outline: 3px solid var(--ring); outline-offset: 3px; }
.${LAYER} div { position: absolute; inline-size: max-content; max-inline-size: min(24rem, 90vw); margin-block-start: 6px; padding: 0.5rem 1rem; background: var(--brick); color: var(--paper); font: 600 var(--size-small) / 1.4 var(--text); }
`;

/** Returns how many letters of an element are before a point of the window. */
function countLettersBefore(element: Element, { clientX, clientY }: MouseEvent): number | undefined {
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  if (!caret || !element.contains(caret.offsetNode)) return undefined;
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(caret.offsetNode, caret.offset);
  return range.toString().length;
}

interface Pressing {
  /** Returns the response to a query with marks, by which the page's elements are found. */
  markResponse: (path: string, response: Response) => Promise<Response>;
  /** Returns another token once the admin has one. */
  renewToken: () => Promise<string>;
  /** Ends it, except for what is being typed: it can still be saved. */
  stop: () => void;
}

/**
 * Makes the page's texts pressable once the admin, which frames the page, says so: the fields of pictures, hours and the like tell the
 * admin to open their form.
 * @param refresh loads the page's content again
 */
export function startPressing(adminOrigin: string, refresh: () => Promise<unknown>): Pressing {
  const table = new PlaceTable();
  const openFields = new Map<number, TextField>();
  const layer = document.body.appendChild(document.createElement('div'));
  Object.assign(layer, { className: LAYER, role: 'region', ariaLabel: 'What you type' });
  const admin = window.parent;
  const stopping = new AbortController();
  /** Nothing can be pressed before the admin has sent them. */
  let texts: TypeLimits | undefined;
  // Other numbers than the page before had in this frame, whose answers can still come.
  let sentTexts = Date.now();
  let receiveToken = (_token: string) => {};

  const send = (message: PageMessage) => admin.postMessage(message, adminOrigin);

  const openField = (element: HTMLElement, number: number): TextField | undefined => {
    const field = table.fields[number];
    if (!field) return undefined;
    const opened = new TextField(field, element, {
      layer,
      limits: texts?.[field.place.type]?.[field.place.field],
      send: (text, seen) => {
        sentTexts += 1;
        send({ type: 'words-left', id: sentTexts, place: field.place, text, seen });
        return sentTexts;
      },
      refresh,
      findElement: (near) => {
        const { top } = near.getBoundingClientRect();
        const distanceOf = (candidate: Element) => Math.abs(candidate.getBoundingClientRect().top - top);
        const candidates = [...document.querySelectorAll<HTMLElement>(`[${FIELD}="${number}"]`)];
        return candidates.filter(isVisible).sort((one, other) => distanceOf(one) - distanceOf(other))[0];
      },
      onClose: () => {
        openFields.delete(number);
        if (openFields.size === 0) send({ type: 'words-closed' });
      },
    });
    openFields.set(number, opened);
    send({ type: 'words-opened', place: field.place });
    return opened;
  };

  /** Opens the fields whose text was typed before the page was loaded again. */
  const reopen = (element: HTMLElement, number: number) => {
    const field = table.fields[number];
    const typed = field?.press === 'text' && !openFields.has(number) && readTyped(field.place);
    if (!typed || !isVisible(element)) return;
    if (typed.text === field.text) forgetTyped(field.place);
    else openField(element, number);
  };

  const follow = () => {
    for (const field of openFields.values()) field.follow();
  };

  const update = () => {
    findFields(table);
    for (const element of texts ? document.querySelectorAll<HTMLElement>(`[${FIELD}]`) : []) {
      const number = Number(element.getAttribute(FIELD));
      // A slide that does not show can't be reached.
      element.tabIndex = element.closest('[aria-hidden="true"]') ? -1 : 0;
      element.setAttribute('aria-description', 'Press to change');
      // What can be reached has a name, also a picture that visitors' screen readers leave out.
      if (element instanceof HTMLImageElement) element.alt ||= table.fields[number]?.label ?? '';
      element.toggleAttribute(OFF, table.fields[number]?.isOff === true);
      reopen(element, number);
    }
    follow();
  };

  const press = (element: HTMLElement, offset?: number) => {
    const number = Number(element.getAttribute(FIELD));
    const field = table.fields[number];
    if (field?.press === 'form') return send({ type: 'form-pressed', place: field.place });
    const { area } = openFields.get(number) ?? openField(element, number) ?? {};
    // What was pressed is in view, and must stay under the finger: it may be the first press of a double one.
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(offset ?? area.value.length, offset ?? area.value.length);
  };

  const handleClick = (event: MouseEvent) => {
    const { target } = event;
    if (!texts || !(target instanceof Element) || layer.contains(target)) return;
    const pressed = target.closest<HTMLElement>(`[${FIELD}]`);
    // Buttons work; links lead nowhere, because the admin chooses the page.
    if (!pressed && !target.closest('a')) return;
    event.preventDefault();
    event.stopPropagation();
    if (pressed) press(pressed, countLettersBefore(pressed, event));
  };

  const handleKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    const isField = target instanceof HTMLElement && target.hasAttribute(FIELD);
    if (!texts || !isField || (key !== 'Enter' && key !== ' ')) return;
    event.preventDefault();
    event.stopPropagation();
    press(target);
  };

  const receive = (message: AdminMessage) => {
    const fields = [...openFields.values()];
    if (message.type === 'words-start') {
      texts = message.texts;
      document.documentElement.classList.add(ACTIVE);
      update();
    }
    if (message.type === 'words-saved') for (const field of fields) field.receiveSaved(message);
    if (message.type === 'words-failed') for (const field of fields) field.receiveFailed(message);
    if (message.type === 'words-undo') for (const field of fields) field.undo();
    if (message.type === 'words-token') receiveToken(message.token);
    if (message.type !== 'words-save') return;
    for (const field of fields) field.leave();
    send({ type: 'words-kept' });
  };

  const styles = new CSSStyleSheet();
  styles.replaceSync(STYLES);
  document.adoptedStyleSheets.push(styles);
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, {
    ...{ childList: true, characterData: true, subtree: true },
    ...{ attributes: true, attributeFilter: [...MARKED_ATTRIBUTES, 'aria-hidden'] },
  });
  const options = { capture: true, signal: stopping.signal };
  window.addEventListener('click', handleClick, options);
  window.addEventListener('keydown', handleKey, options);
  window.addEventListener('resize', update, options);
  // The page may have made room, and moved what is below.
  layer.addEventListener('input', follow);
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source === admin && origin === adminOrigin && typeof data?.type === 'string') receive(data);
  });
  send({ type: 'words-ready' });

  return {
    renewToken: () =>
      new Promise((resolve) => {
        receiveToken = resolve;
        send({ type: 'words-ended' });
      }),
    stop: () => {
      stopping.abort();
      observer.disconnect();
      document.documentElement.classList.remove(ACTIVE);
    },
    markResponse: async (path, response) => {
      const { status, headers } = response;
      // After the response, also when the page already shows what it has.
      setTimeout(update);
      return new Response(table.mark(path, await response.text()), { status, headers });
    },
  };
}
