import type { Locator, Page } from '@playwright/test';

export const PHONE = { width: 390, height: 844 };
/** The visible part of the screen above a phone's keyboard. */
export const PHONE_WITH_KEYBOARD = { width: 390, height: 500 };
/** The smallest height and width of what a finger can press, in CSS pixels. */
const MIN_TARGET = 44;
/** A radio button is pressed on its label. */
const TARGETS =
  'a, button, input:not([type="radio"]), label:has([type="radio"]), textarea, [role="combobox"], [role="menuitem"]';

/** Lists what scrolls sideways or is cut off at the right edge, and, on a touch screen, targets of less than 44 px. */
export const listMisfits = (page: Page, isTouch: boolean): Promise<string[]> =>
  page.evaluate(
    ([minTarget, targets, checksTargets]) => {
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
      const shown = [...document.querySelectorAll('*')].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest('[aria-hidden="true"], [inert]'),
      );
      const scrolling = shown.filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)) &&
          element.clientWidth > 0,
      );
      const isCutOff = (element: Element) =>
        element.getBoundingClientRect().right > innerWidth + 1 &&
        !scrolling.some((part) => part !== element && part.contains(element));
      const cutOff = shown.filter(
        (element) => isCutOff(element) && !(element.parentElement && isCutOff(element.parentElement)),
      );
      const small = shown
        .filter((element) => {
          const { width, height, right } = element.getBoundingClientRect();
          return (
            element.matches(targets) &&
            // Half a pixel less is rounding; a target that is off the screen is for screen readers.
            right > 0 &&
            width > 1 &&
            Math.min(width, height) < minTarget - 0.5
          );
        })
        .map((element) => {
          const { width, height } = element.getBoundingClientRect();
          return `${nameOf(element)} has ${Math.round(width)} × ${Math.round(height)} px`;
        });
      return [
        ...scrolling.map((element) => `${nameOf(element)} scrolls sideways`),
        ...cutOff.map((element) => `${nameOf(element)} is cut off at the right edge of the screen`),
        ...(checksTargets ? small : []),
      ];
    },
    [MIN_TARGET, TARGETS, isTouch] as const,
  );

/** Whether the first line of a field is on the screen and nothing covers it. */
export const isUncovered = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [y + 4, y + Math.min(height, 44) - 4].every(
      (line) => document.elementFromPoint(x + width / 2, line) === element,
    );
  });
