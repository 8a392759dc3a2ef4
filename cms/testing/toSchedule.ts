import { parseOpeningHours } from '../src/shared/hours/openingHours';
import type { Schedule } from '../src/shared/hours/serviceDays';
import { parseSpecialDay } from '../src/shared/hours/specialDays';
import type { OpeningContent } from './openingInstants';

/** Returns when the restaurant is open by what the owner has entered. */
export function toSchedule({ hours, specialDays }: OpeningContent): Schedule {
  return {
    weekly: parseOpeningHours(hours),
    specialDays: specialDays.map((entry) => {
      const { day, problem } = parseSpecialDay(entry);
      if (!day) throw new Error(problem.message);
      return day;
    }),
  };
}
