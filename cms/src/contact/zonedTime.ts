/** Whether a text is the name of a time zone that this process knows. */
export function isTimeZone(name: string): boolean {
  try {
    // A fixed offset such as "+05:00" is no zone: it has no daylight saving time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en-US', { timeZone: name }) instanceof Object;
  } catch {
    return false;
  }
}
