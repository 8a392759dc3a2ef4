// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { confirmContent, findConfirmedTime } from './confirmedContent.ts';
// Loads the parsers, so that the queries do not wait for their import.
import './parsers.ts';
import { keepContentCurrent, refreshContent, swrConfig, useContent } from './useContent.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Shows what is stated of the sides. */
function Sides() {
  const statements = useContent('sides')?.map(({ statement }) => statement?.diet ?? 'ask');
  return <output>{statements?.join() ?? 'loading'}</output>;
}

const FRIES = { documentId: 'fries', sideName: 'Fries', dietaryStatement: { diet: 'vegan', answers: {} } };
const answer =
  (age = 0) =>
  async () =>
    Response.json({ data: [FRIES] }, { headers: { age: String(age) } });

/** Advances the clock, so that requests get their responses and timers run. */
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => screen.getByRole('status').textContent;

let stop = () => {};
let fetch = vi.fn(answer());

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  });
  fetch = vi.fn(answer());
  vi.stubGlobal('fetch', fetch);
  // SWR's own cache, which `mutate` changes.
  render(
    <SWRConfig value={{ ...swrConfig, dedupingInterval: 0 }}>
      <Sides />
    </SWRConfig>,
  );
  stop = keepContentCurrent();
  void refreshContent();
  await advance(10);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('a visible page asks for its content every ten minutes, and before it is printed', async () => {
  await advance(9 * MINUTE);
  const before = fetch.mock.calls.length;
  await advance(2 * MINUTE);
  expect(fetch.mock.calls.length).toBeGreaterThan(before);
  const unprinted = fetch.mock.calls.length;
  window.dispatchEvent(new Event('beforeprint'));
  await advance(10);
  expect(fetch.mock.calls.length).toBeGreaterThan(unprinted);
});

test('statements that the CMS has not confirmed for an hour are taken away, until it does', async () => {
  expect(shown()).toBe('vegan');
  fetch.mockImplementation(() => Promise.reject(new TypeError('failed to fetch')));
  await advance(58 * MINUTE);
  expect(shown()).toBe('vegan');
  await advance(3 * MINUTE);
  expect(shown()).toBe('ask');
  fetch.mockImplementation(answer());
  await advance(11 * MINUTE);
  expect(shown()).toBe('vegan');
});

test('the hour begins when the CMS confirmed what the site’s server had', async () => {
  fetch.mockImplementation(answer(50 * 60));
  await advance(10 * MINUTE);
  fetch.mockImplementation(() => Promise.reject(new TypeError('failed to fetch')));
  await advance(12 * MINUTE);
  expect(shown()).toBe('ask');
});

test('dishes are as old as the oldest of them', () => {
  const now = Date.now();
  const sent = { wallTime: now, monotonicTime: performance.now() };
  for (const name of ['appetizers', 'entrees']) confirmContent(name, sent, null);
  confirmContent('sides', sent, '120');
  expect(findConfirmedTime()).toBe(now - 2 * MINUTE);
  confirmContent('sides', { ...sent, wallTime: now + HOUR }, null);
  expect(findConfirmedTime()).toBe(now);
});
