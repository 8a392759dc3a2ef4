// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminMessage, PageMessage, TextLimits } from '../../../cms/src/shared/requests/editMessages.ts';
import { translate } from '../../testing/translate.ts';
import { startPressing } from './startPressing.ts';

const ADMIN = 'https://admin.table.example';
const TEXT = { type: 'servicespage', documentId: 'services-bowls', field: 'description' };
const HEADING = { ...TEXT, field: 'subHeadings' };
const BASE = 'Soup by the quart.';
const START = { type: 'words-start', texts: {} } satisfies AdminMessage;
/** Longer than a check of the page; an observer reports in the same task. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

let admin: Window;
let received: PageMessage[];
/** The texts of the record, which the next request returns. */
let stored: { subHeadings: string; description: string; publishedAt?: string | null };
let pressing: ReturnType<typeof startPressing>;
const refresh = vi.fn(() => load());

const say = (data: AdminMessage, { source = admin, origin = ADMIN } = {}) =>
  window.dispatchEvent(new MessageEvent('message', { data, source, origin }));
const only = (selector: string) => {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`${selector} is missing`);
  return element;
};
const area = () => document.querySelector('textarea');
const note = () => document.querySelector('[role="alert"]')?.textContent;
const left = () => received.filter((message) => message.type === 'words-left');
const type = (text: string) => {
  const field = area();
  if (!field) throw new Error('no field is open');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const pressKey = (key: string, target: Element | null = area()) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  target?.dispatchEvent(event);
  return event;
};

/** Shows the page as React does: an element with another text is another element. */
async function load(): Promise<void> {
  const data = [{ documentId: 'services-bowls', ...stored }];
  const response = await pressing.markResponse('/api/servicespages', Response.json({ data }));
  const marked = await response.json();
  only('h2').replaceWith(
    Object.assign(document.createElement('h2'), { textContent: marked.data[0].subHeadings }),
  );
  only('p').replaceWith(
    Object.assign(document.createElement('p'), { textContent: marked.data[0].description }),
  );
  await settle();
}

async function start(): Promise<void> {
  document.body.innerHTML =
    '<div id="root"><h2></h2><p></p><a href="tel:6145550142">(614) 555-0142</a><a href="/x">x</a></div>';
  received = [];
  const frame = document.body.appendChild(document.createElement('iframe')).contentWindow;
  if (!frame) throw new Error('the frame has no window');
  admin = frame;
  vi.stubGlobal('parent', admin);
  vi.spyOn(admin, 'postMessage').mockImplementation((message, origin) => {
    expect(origin).toBe(ADMIN);
    received.push(message);
  });
  pressing = startPressing(ADMIN, refresh);
  await load();
}

/** Opens the text with the keyboard, as the admin lets it be typed. */
async function open(limits: Partial<TextLimits> = {}): Promise<void> {
  const texts = { maxLength: 500, isOneLine: false, canChange: true, ...limits };
  say({ ...START, texts: { servicespage: { description: texts, subHeadings: texts } } });
  only('p').focus();
  pressKey('Enter', only('p'));
}

/** Leaves the field with another text, and returns the id of what was sent. */
async function leaveWith(text: string): Promise<number> {
  type(text);
  area()?.blur();
  return left().at(-1)?.id ?? 0;
}

beforeEach(async () => {
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync = () => {};
    },
  );
  Object.defineProperty(document, 'adoptedStyleSheets', { configurable: true, value: [] });
  // jsdom lays nothing out.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
  sessionStorage.clear();
  document.body.replaceChildren();
  stored = { subHeadings: 'Family meals', description: BASE };
  await start();
});
afterEach(() => {
  pressing.stop();
  document.body.replaceChildren();
  refresh.mockClear();
});

describe('others can’t make the page editable', () => {
  const canBePressed = () => {
    only('p').click();
    return area() !== null || document.querySelector('[tabindex]') !== null;
  };
  test('without a message of the admin, nothing can be pressed', () => {
    expect(received).toEqual([{ type: 'words-ready' }]);
    expect(canBePressed()).toBe(false);
  });
  test('a message of another window or of another origin changes nothing', () => {
    say(START, { source: window });
    say(START, { origin: 'https://evil.example' });
    say(START, { origin: `${ADMIN}.evil.example` });
    expect(canBePressed()).toBe(false);
    say(START);
    expect(canBePressed()).toBe(true);
  });
  test('once the preview has ended, nothing can be pressed', () => {
    say(START);
    pressing.stop();
    only('p').click();
    expect(area()).toBe(null);
  });
});

test('a text is sent with what was there when it was opened, and a text that is the same is not', async () => {
  await open();
  expect(document.activeElement).toBe(area());
  expect(area()?.ariaLabel).toBe('Text');
  expect(area()?.maxLength).toBe(600);
  area()?.blur();
  expect(area()).toBe(null);
  await open();
  await leaveWith('Chili by the quart.');
  expect(received.slice(1)).toEqual([
    { type: 'words-opened', place: TEXT },
    { type: 'words-closed' },
    { type: 'words-opened', place: TEXT },
    {
      type: 'words-left',
      id: expect.any(Number),
      place: TEXT,
      text: 'Chili by the quart.',
      seen: [BASE, BASE],
    },
  ]);
});

test('the field keeps what is typed when the page shows another text, is translated or renders again', async () => {
  await open();
  const field = area();
  type('Typed');
  stored.description = 'Changed by somebody else.';
  await load();
  translate(only('#root'));
  await settle();
  expect(area()).toBe(field);
  expect(document.activeElement).toBe(field);
  expect(field?.value).toBe('Typed');
  expect(only('p').style.getPropertyValue('-webkit-text-fill-color')).toBe('transparent');
  await leaveWith('Typed');
  // What the page shows below the field, the owner has not seen.
  expect(left()).toEqual([expect.objectContaining({ text: 'Typed', seen: [BASE, BASE] })]);
});

test('a saved text stays in its field until the page shows it', async () => {
  await open();
  const id = await leaveWith('Chili.');
  refresh.mockImplementationOnce(() => new Promise(() => {}));
  say({ type: 'words-saved', id, text: 'Chili.' });
  await settle();
  expect(refresh).toHaveBeenCalledOnce();
  expect(area()?.value).toBe('Chili.');
  stored.description = 'Chili.';
  await load();
  expect(area()).toBe(null);
  expect(only('p').getAttribute('style') ?? '').toBe('');
});

test('a saved text that the page already shows leaves its field at once', async () => {
  await open();
  const id = await leaveWith('Chili.');
  stored.description = 'Chili.';
  await load();
  expect(area()?.value).toBe('Chili.');
  say({ type: 'words-saved', id, text: 'Chili.' });
  expect(area()).toBe(null);
});

test('a text that was taken back right after it was saved leaves its field', async () => {
  await open();
  const id = await leaveWith('Chili.');
  say({ type: 'words-saved', id, text: 'Chili.' });
  await vi.waitFor(() => expect(area()).toBe(null));
  expect(only('p').textContent).toBe(BASE);
});

test('a text that the owner has chosen in a conflict takes the place of hers', async () => {
  await open();
  const id = await leaveWith('Mine');
  refresh.mockImplementationOnce(() => new Promise(() => {}));
  say({ type: 'words-saved', id, text: 'Theirs' });
  expect(area()?.value).toBe('Theirs');
  area()?.focus();
  await leaveWith('Mine again');
  expect(left().at(-1)?.seen.at(-1)).toBe('Theirs');
});

test('all texts that the owner has seen are sent with a text, also those from before the field was opened', async () => {
  stored.description = 'Chili.';
  await load();
  await open();
  await leaveWith('Goulash.');
  expect(left().at(-1)?.seen).toEqual([BASE, 'Chili.', 'Chili.']);
});

test('what is typed while an earlier text is being saved is sent before the admin publishes', async () => {
  await open();
  const id = await leaveWith('One');
  area()?.focus();
  type('Two');
  say({ type: 'words-save' });
  expect(received.slice(-2)).toEqual([
    expect.objectContaining({ text: 'Two', seen: [BASE, 'One', 'One'] }),
    { type: 'words-kept' },
  ]);
  area()?.blur();
  say({ type: 'words-saved', id, text: 'One' });
  expect(left()).toHaveLength(2);
  expect(area()?.value).toBe('Two');
  stored.description = 'Two';
  say({ type: 'words-saved', id: left()[1]?.id ?? 0, text: 'Two' });
  await vi.waitFor(() => expect(area()).toBe(null));
});

test('an answer to the page that was here before is not taken for one to this page', async () => {
  await open();
  const id = await leaveWith('One');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1 });
  pressing.stop();
  sessionStorage.clear();
  await start();
  await open();
  await leaveWith('Two');
  say({ type: 'words-saved', id, text: 'One' });
  vi.useRealTimers();
  expect(sessionStorage.length).toBe(1);
});

test('a saved text leaves its field also when the page shows it in other words', async () => {
  await open();
  const id = await leaveWith('Chili.');
  translate(only('#root'));
  stored.description = 'Chili.';
  refresh.mockImplementationOnce(async () => {});
  say({ type: 'words-saved', id, text: 'Chili.' });
  expect(area()?.value).toBe('Chili.');
  await vi.waitFor(() => expect(area()).toBe(null));
});

test('a browser that forbids the storage changes nothing but what a reload takes', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  await open();
  await leaveWith('Chili.');
  expect(left()).toHaveLength(1);
});

test('Escape closes the field of a text that is gone', async () => {
  await open();
  only('p').remove();
  await settle();
  pressKey('Escape');
  expect(area()).toBe(null);
});

test('another token is the one that the admin sends', async () => {
  const token = pressing.renewToken();
  expect(received.at(-1)).toEqual({ type: 'words-ended' });
  say({ type: 'words-token', token: 'forged' }, { origin: 'https://evil.example' });
  say({ type: 'words-token', token: 'renewed' });
  expect(await token).toBe('renewed');
});

test('Escape gives up what was typed', async () => {
  await open();
  type('Typed');
  pressKey('Escape');
  expect(area()).toBe(null);
  expect(left()).toEqual([]);
  expect(document.activeElement).toBe(only('p'));
  await start();
  say(START);
  await settle();
  expect(area()).toBe(null);
});

test('the name of what the site does not show is marked, until it does', async () => {
  say(START);
  stored.publishedAt = null;
  await load();
  expect([...document.querySelectorAll('[data-off]')]).toEqual([only('h2')]);
  stored.publishedAt = '2026-11-26T17:00:00Z';
  await load();
  expect(document.querySelector('[data-off]')).toBe(null);
});

test('Enter leaves a field of one line, and is a line break in others; pasted line breaks become spaces', async () => {
  await open();
  expect(pressKey('Enter').defaultPrevented).toBe(false);
  expect(document.activeElement).toBe(area());
  await open({ isOneLine: true });
  type('Chili,\nby the quart');
  expect(area()?.value).toBe('Chili, by the quart');
  expect(pressKey('Enter').defaultPrevented).toBe(true);
  expect(left()).toEqual([expect.objectContaining({ text: 'Chili, by the quart' })]);
});

test('Enter that ends the input of a character leaves no field', async () => {
  await open({ isOneLine: true });
  const event = new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, cancelable: true });
  area()?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

test('a text that can’t be changed is shown with the reason', async () => {
  await open({ canChange: false });
  expect(area()?.readOnly).toBe(true);
  expect(note()).toMatch(/may not change this/);
});

test('a text that is not saved stays with the reason, and is sent again', async () => {
  await open();
  const id = await leaveWith('Chili.');
  say({ type: 'words-failed', id: id + 1, message: 'Of another text' });
  expect(note()).toBe('');
  say({ type: 'words-failed', id, message: 'No connection.' });
  expect(area()?.value).toBe('Chili.');
  expect(note()).toBe('No connection.');
  say({ type: 'words-save' });
  expect(left()).toHaveLength(2);
});

test('Undo of the admin takes back a text that can’t be saved, also before the page knows that', async () => {
  await open();
  for (const isFirst of [true, false]) {
    const id = await leaveWith('');
    if (isFirst) say({ type: 'words-undo' });
    say({ type: 'words-failed', id, message: 'This can’t be empty.' });
    if (!isFirst) say({ type: 'words-undo' });
    expect(area()).toBe(null);
    expect(sessionStorage.length).toBe(0);
    await open();
    expect(area()?.value).toBe(BASE);
  }
});

test('what was typed is there again after the page is loaded again, until it is saved', async () => {
  await open();
  type('Typed');
  pressing.stop();
  await start();
  expect(area()).toBe(null);
  say(START);
  expect(area()?.value).toBe('Typed');
  say({ type: 'words-save' });
  expect(left()).toEqual([expect.objectContaining({ text: 'Typed', seen: [BASE, BASE] })]);
  say({ type: 'words-saved', id: left()[0]?.id ?? 0, text: 'Typed' });
  pressing.stop();
  stored.description = 'Typed';
  await start();
  say(START);
  expect(area()).toBe(null);
});

test('what somebody else has changed before the page was loaded again, the owner has not seen below what she typed', async () => {
  await open();
  type('Typed');
  pressing.stop();
  stored.description = 'Changed by somebody else.';
  await start();
  say(START);
  say({ type: 'words-save' });
  expect(left()).toEqual([expect.objectContaining({ text: 'Typed', seen: [BASE, BASE] })]);
});

test('the admin asks for what is being typed before it publishes', async () => {
  await open();
  say({ type: 'words-save' });
  expect(left()).toEqual([]);
  type('Typed');
  say({ type: 'words-save' });
  expect(left()).toEqual([expect.objectContaining({ text: 'Typed' })]);
  expect(document.activeElement).toBe(area());
});

test('a press on what has a form tells the admin its place, and no link is followed', async () => {
  const data = [{ documentId: 'contact-phone', description: '(614) 555-0142' }];
  await pressing.markResponse('/api/contactpages', Response.json({ data }));
  say(START);
  const press = (selector: string) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    only(selector).dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(press('a[href^="tel:"]')).toBe(true);
  expect(press('a[href="/x"]')).toBe(true);
  expect(received.slice(1)).toEqual([
    {
      type: 'form-pressed',
      place: { type: 'contactpage', documentId: 'contact-phone', field: 'description' },
    },
  ]);
});

test('a text with line breaks of another system is not changed by opening it', async () => {
  stored.description = 'Soup.\r\nChili.';
  await load();
  await open();
  area()?.blur();
  expect(left()).toEqual([]);
  await open();
  await leaveWith('Soup.');
  expect(left()[0]?.seen.at(-1)).toBe('Soup.\r\nChili.');
});

test('two texts are typed and saved one after the other', async () => {
  await open();
  type('Chili.');
  only('h2').click();
  expect(left()).toEqual([expect.objectContaining({ place: TEXT })]);
  expect(received).toContainEqual({ type: 'words-opened', place: HEADING });
  expect(document.querySelectorAll('textarea')).toHaveLength(2);
});
