/** The hours of one service of a day. */
export interface Hours {
  /** 'HH:MM', from 00:00 to 23:59. */
  opens: string;
  /** 'HH:MM'; earlier than `opens` when the restaurant closes after midnight; '24:00' only when it is open all day. */
  closes: string;
}

/** 00:00 to 00:00 is how Google's structured data marks a closed day. */
export const CLOSED: Hours = { opens: '00:00', closes: '00:00' };

/** No service ends later after midnight: a later time is most likely am and pm confused. */
export const LATEST_CLOSING = '06:00';

/** Open around the clock, until the end of the date; a closed day is stored as 00:00 to 00:00. */
export const ALL_DAY: Hours = { opens: '00:00', closes: '24:00' };

/** Whether a service lasts around the clock. */
export const isAllDay = ({ closes }: Hours): boolean => closes === ALL_DAY.closes;

/** Whether a service ends on the day after the one on which it begins; midnight is the end of a day. */
export const endsNextDay = ({ opens, closes }: Hours): boolean => closes < opens && closes !== '00:00';
