import { toPlainText } from '../contact/plainText';
import { describeHours } from './describeHours';
import { CLOSED } from './hours';
import { parseRules, writeDays } from './openingHours';

/** Hours of some days. */
interface HoursRow {
  days: string;
  times: string;
}

/** The opening hours as pages show them: rows that follow each other, and the lines between them that have no days and times. */
export type HoursTable = (HoursRow[] | string)[];

/** Returns a line as a row: in one form where it is understood, otherwise as it was typed if it is `days: times`. */
function readRow(line: string): HoursRow | undefined {
  const [rule] = parseRules(line);
  if (rule?.days && rule.ranges) {
    const hours = rule.ranges.filter((range) => range !== CLOSED);
    return { days: writeDays(rule.days), times: describeHours(hours) };
  }
  const [, days, times] = /^([^:]*\D):\s+(.+)$/.exec(line) ?? [];
  return days && times ? { days: days.trim(), times } : undefined;
}

/** Returns the text of the opening hours as pages show it. */
export function createHoursTable(text: string): HoursTable {
  const table: HoursTable = [];
  for (const line of toPlainText(text)
    .trim()
    .split(/\s*\n\s*/)
    .filter(Boolean)) {
    const row = readRow(line);
    const last = table.at(-1);
    if (row && Array.isArray(last)) last.push(row);
    else if (row) table.push([row]);
    else if (typeof last === 'string') table[table.length - 1] = `${last}\n${line}`;
    else table.push(line);
  }
  return table;
}
