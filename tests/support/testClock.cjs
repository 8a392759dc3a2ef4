// testClock.ts preloads this into Node processes: their clock stands still at the time in the file TEST_CLOCK, in milliseconds
// since 1970, until a test writes another time. Timers and performance.now() run as usual.
const { readFileSync } = require('node:fs');

const { TEST_CLOCK = '' } = process.env;
const readTime = () => Number(readFileSync(TEST_CLOCK, 'utf8'));

globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length > 0 ? values : [readTime()], newTarget),
  apply: (target) => new target(readTime()).toString(),
  get: (target, property) => (property === 'now' ? readTime : Reflect.get(target, property)),
});
