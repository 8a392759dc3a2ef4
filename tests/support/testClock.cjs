// testClock.ts preloads this into Node processes: their clock stands still at the time in the file TEST_CLOCK, in milliseconds
// since 1970, until a test writes another time. Timers and performance.now() run as usual, until a test sends SIGUSR2: then all
// timers that wait ten seconds or longer are due.
const { readFileSync } = require('node:fs');

const { TEST_CLOCK = '' } = process.env;
const readTime = () => Number(readFileSync(TEST_CLOCK, 'utf8'));

globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length > 0 ? values : [readTime()], newTarget),
  apply: (target) => new target(readTime()).toString(),
  get: (target, property) => (property === 'now' ? readTime : Reflect.get(target, property)),
});

const LONG_MS = 10_000;
/** The long timers that have not been cleared, and what they call. @type {Map<unknown, () => void>} */
const waiting = new Map();

for (const name of /** @type {const} */ (['setTimeout', 'setInterval']))
  Object.assign(globalThis, {
    [name]: new Proxy(globalThis[name], {
      apply: (start, self, [callback, delay, ...values]) => {
        const run = () => {
          if (name === 'setTimeout') waiting.delete(timer);
          callback(...values);
        };
        const timer = Reflect.apply(start, self, [run, delay]);
        if (delay >= LONG_MS) waiting.set(timer, run);
        return timer;
      },
    }),
  });
for (const name of /** @type {const} */ (['clearTimeout', 'clearInterval']))
  Object.assign(globalThis, {
    [name]: new Proxy(globalThis[name], {
      apply: (clear, self, [timer]) => {
        waiting.delete(timer);
        Reflect.apply(clear, self, [timer]);
      },
    }),
  });
process.on('SIGUSR2', () => {
  for (const [timer, run] of [...waiting]) if (waiting.has(timer)) run();
});
