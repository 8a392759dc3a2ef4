/**
 * Formats a time for the owner: “Today, 4:12 pm”, “Friday, November 20, 4:12 pm”, with the year unless it is this year.
 * @param timeZone by default that of the browser
 */
export function formatTime(time: Date, now: Date, timeZone?: string): string {
  const format = (instant: Date, options: Intl.DateTimeFormatOptions) =>
    instant.toLocaleString('en-US', { ...options, timeZone });
  const date = (instant: Date) => format(instant, { dateStyle: 'short' });
  const year = (instant: Date) => format(instant, { year: 'numeric' });
  const day = format(time, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(year(time) !== year(now) && { year: 'numeric' }),
  });
  const clock = format(time, { timeStyle: 'short' }).toLowerCase();
  return `${date(time) === date(now) ? 'Today' : day}, ${clock}`;
}
