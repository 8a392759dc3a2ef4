import { findNextBoundary } from '../../cms/src/shared/hours/openingStatus.ts';
import type { PageContent } from './content/queries.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the next instant at which what the pages show may change, in milliseconds since 1970: an opening or closing, the
 * restaurant's midnight, the start or end of the notice. Without hours it is at most a day away, so that it always exists.
 */
export function findPageBoundary(
  { siteName, contact }: Pick<PageContent, 'siteName' | 'contact'>,
  now: number,
  timeZone: string,
): number {
  const { from = 0, until = 0 } = siteName?.notice ?? {};
  const schedule = contact?.['contact-hours'].schedule;
  const boundary = schedule ? findNextBoundary(schedule, now, timeZone) : now - (now % DAY_MS) + DAY_MS;
  return Math.min(boundary, ...[from, until].filter((instant) => instant > now));
}
