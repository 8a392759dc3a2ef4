import type { ItemReturn, MenuAnswer } from '../../menu/menuAnswers';
import { describeLaterDay, describeTime } from '../../shared/hours/describeHours';
import { addDays, formatDate, toLocalTime } from '../../shared/hours/zonedTime';

/**
 * Returns when an item comes back, as far as the screen knows it before the server answers.
 * @param until `tomorrow` or a date 'YYYY-MM-DD'; without it, the item does not come back by itself
 */
export function expectReturn(
  { nextOpening }: Pick<MenuAnswer, 'nextOpening'>,
  until: string | undefined,
): ItemReturn | undefined {
  if (until === undefined) return undefined;
  const isTomorrow = until === 'tomorrow';
  const localTime = isTomorrow ? nextOpening : `${until}T00:00`;
  const [date = '', time = ''] = localTime.split('T');
  const day = formatDate(date, { weekday: 'long', month: 'long' });
  return { localTime, when: isTomorrow ? `${day} at ${describeTime(time)}` : day };
}

/** Returns the label of the button that takes an item off the menu until the next opening, such as 'Until tomorrow'. */
export function describeNextOpening(nextOpening: string, now: number, timeZone: string): string {
  const [date = '', time = ''] = nextOpening.split('T');
  const today = toLocalTime(now, timeZone).date;
  // After midnight, when the evening before is not over yet.
  if (date === today) return `Until ${describeTime(time)}`;
  return date === addDays(today, 1) ? 'Until tomorrow' : `Until ${describeLaterDay(date, today)}`;
}
