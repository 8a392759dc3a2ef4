import { findNextBoundary } from '../../cms/src/contact/openingStatus.ts';
import type { PageContent } from './content/queries.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the next instant at which what the pages show may change, in milliseconds since 1970: an opening or closing, the
 * restaurant's midnight, the start or end of the notice. It is at most a day away, so that it always exists.
 */
export function findPageBoundary(
  { siteName, contact }: Pick<PageContent, 'siteName' | 'contact'>,
  now: number,
  timeZone: string,
): number {
  const { notice } = siteName ?? {};
  const schedule = contact?.['contact-hours'].schedule;
  const endOfUtcDay = now - (now % DAY_MS) + DAY_MS;
  const boundaries = [notice?.from, notice?.until, schedule && findNextBoundary(schedule, now, timeZone)];
  return Math.min(
    endOfUtcDay,
    ...boundaries.filter((boundary) => boundary !== undefined && boundary > now).map(Number),
  );
}
