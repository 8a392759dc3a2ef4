/**
 * Creates the event of a page that is hidden or shown. SWR passes it to `setTimeout` as the time, also after the tests of the file
 * that has loaded SWR, and Node warns of a time that is no number.
 */
export const createVisibilityChange = () =>
  Object.assign(new Event('visibilitychange'), { valueOf: () => 0 });
