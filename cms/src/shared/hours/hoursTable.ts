import { toPlainText } from '../contact/plainText';

/** One line of the opening hours as the owner wrote it. */
interface HoursRow {
  days: string;
  times: string;
}

/** Splits the text of the opening hours into the rows of a table; `undefined` when one of its lines is not `days: times`. */
export function splitHoursTable(text: string): HoursRow[] | undefined {
  const lines = toPlainText(text)
    .trim()
    .split(/\s*\n\s*/);
  const rows = lines.flatMap((line) => {
    const [, days, times] = /^([^:]*\D):\s+(.+)$/.exec(line) ?? [];
    return days && times ? [{ days, times }] : [];
  });
  return rows.length === lines.length ? rows : undefined;
}
