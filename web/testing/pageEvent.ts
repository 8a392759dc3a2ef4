/**
 * Creates an event of a page that is shown or hidden. SWR passes it to `setTimeout` as the time, also after the tests of the file
 * that has loaded SWR, and Node warns of a time that is no number.
 */
export const createPageEvent = (type: 'focus' | 'online' | 'pageshow' | 'visibilitychange') =>
  Object.assign(new Event(type), { valueOf: () => 0 });
