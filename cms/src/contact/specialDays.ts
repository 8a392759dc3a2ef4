import type { Hours } from './openingHours';

/** One or more days on which the restaurant is closed or has hours of its own. */
export interface SpecialDay {
  /** 'YYYY-MM-DD'. */
  from: string;
  /** The last day, 'YYYY-MM-DD'; the same as `from` for one day. */
  until: string;
  /** In order; empty when the restaurant is closed. */
  hours: Hours[];
  /** A few words such as 'Thanksgiving'; `''` without any. */
  reason: string;
}
