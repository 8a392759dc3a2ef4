import { applyConvenience } from './parts';

/** Adds styles for the screens of Strapi. */
export const addStyles = (styles: string): void =>
  applyConvenience('addStyles', () => {
    const element = document.createElement('style');
    element.textContent = styles;
    document.head.append(element);
  });

/** Sets an attribute of the root element, which styles can select. */
export function markPage(name: 'account' | 'passwordMail', value: string): void {
  document.documentElement.dataset[name] = value;
}

/** Dismisses the announcement of Strapi's new media library. */
export const dismissBanner = (): void =>
  applyConvenience('dismissBanner', () =>
    // Strapi sets this key when a user closes the announcement; “false” is the project id, which is not set here.
    localStorage.setItem('STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false:false', 'true'),
  );

/** Returns the entry of a collection type whose form is open, from the address of the page. */
export function findOpenEntry(): { uid: string; documentId: string | undefined } {
  const [, uid = '', documentId] =
    /\/collection-types\/([^/]+)\/([^/]+)/.exec(decodeURIComponent(window.location.pathname)) ?? [];
  return { uid, documentId };
}

/** Returns the header above the form of an entry; `null` when the page has none. */
export const findEntryHeader = (): Element | null => document.querySelector('main form > div');

/**
 * Calls a function with the list of links in the navigation, once Strapi shows it.
 * @returns a function that ends this
 */
export function onNavigation(handle: (links: Element) => void): () => void {
  const observer = new MutationObserver(() => find());
  const find = () => {
    const links = document.querySelector('nav ul');
    if (!links) return;
    observer.disconnect();
    handle(links);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  find();
  return () => observer.disconnect();
}

/** Returns what is typed into the field for the current password of the profile; `undefined` without the field. */
export const readCurrentPassword = (): string | undefined =>
  document.querySelector<HTMLInputElement>('input[name="currentPassword"]')?.value;

/** Calls a function with the pictures that are chosen in the dialog of an entry; not with one that replaces a picture. */
export function onPicturesChosen(handle: (files: File[]) => Promise<void>): void {
  document.addEventListener('change', ({ target }) => {
    const isChoice = target instanceof HTMLInputElement && target.matches('[role="dialog"] [type="file"]');
    // The input that replaces a picture takes one file only.
    if (isChoice && target.multiple) void handle(Array.from(target.files ?? []));
  });
}

/** Presses the button of the dialog of an entry that uploads the chosen pictures; does nothing without it. */
export const pressUpload = (): void =>
  document.querySelector<HTMLElement>('[role="dialog"] footer button + button')?.click();

/** With these events, a dialog of Strapi's below takes the focus back, closes itself or stops scrolling. */
const KEPT_EVENTS = ['pointerdown', 'focusin', 'focusout', 'wheel', 'touchstart', 'touchmove'];

/**
 * Keeps the events of a dialog from Strapi's dialogs below it.
 * @returns a function that ends this
 */
export function keepDialogEvents(dialog: HTMLElement): () => void {
  const stop = (event: Event) => event.stopPropagation();
  const stopEscape = (event: KeyboardEvent) => event.key === 'Escape' && event.stopImmediatePropagation();
  for (const type of KEPT_EVENTS) dialog.addEventListener(type, stop);
  window.addEventListener('keydown', stopEscape, true);
  return () => window.removeEventListener('keydown', stopEscape, true);
}
