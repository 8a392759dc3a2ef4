// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPageEvent } from '../testing/pageEvent.ts';
import { parsers } from './content/parsers.ts';
import type { PageContent } from './content/queries.ts';
import { recordIds } from './content/recordIds.ts';
import { useNow } from './useNow.ts';

const parseHours = (description: string) =>
  parsers.contact({ data: recordIds.contact.map((documentId) => ({ documentId, description })) });
const contact = parseHours('Daily: 4:30 pm – 9:30 pm');
const at = (time: string) => Date.parse(`2026-11-18T${time}:00-05:00`);

const renders: number[] = [];
function Clock({ initial, content = contact }: { initial: number; content?: PageContent['contact'] }) {
  renders.push(useNow(initial, 'America/New_York', undefined, content));
  return null;
}

/** Sets the clock without running timers, as when a phone sleeps. */
const sleepUntil = (time: string) => vi.setSystemTime(at(time));
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const lastRender = () => renders.at(-1);

beforeEach(() => {
  renders.length = 0;
  vi.useFakeTimers();
});

test('does not render again before the next boundary, also when the server rendered in another minute', () => {
  sleepUntil('14:00');
  render(<Clock initial={at('16:29')} />);
  advance(at('16:29') - at('14:00'));
  expect(renders).toEqual([at('16:29')]);
});

test('renders the server’s instant first, and the present one when the interval is another', () => {
  sleepUntil('17:00');
  render(<Clock initial={at('16:29')} />);
  expect(renders).toEqual([at('16:29'), at('17:00')]);
});

test('follows each boundary by a timer', () => {
  sleepUntil('16:00');
  render(<Clock initial={at('16:00')} />);
  advance(at('16:30') - at('16:00'));
  expect(lastRender()).toBe(at('16:30'));
  advance(at('20:30') - at('16:30') - 1);
  expect(lastRender()).toBe(at('16:30'));
  advance(1);
  expect(lastRender()).toBe(at('20:30'));
});

test.each([
  ['visibilitychange', () => document.dispatchEvent(createPageEvent('visibilitychange'))],
  ['pageshow', () => window.dispatchEvent(new Event('pageshow'))],
])('follows a boundary at which its timer did not run on %s', (_, dispatch) => {
  sleepUntil('16:00');
  render(<Clock initial={at('16:00')} />);
  sleepUntil('18:00');
  act(dispatch);
  expect(lastRender()).toBe(at('18:00'));
});

test('takes the boundary from content that arrives later', () => {
  sleepUntil('14:00');
  const { rerender } = render(<Clock initial={at('14:00')} />);
  rerender(<Clock initial={at('14:00')} content={parseHours('Daily: 3 pm – 9 pm')} />);
  advance(at('15:00') - at('14:00'));
  expect(lastRender()).toBe(at('15:00'));
});

test('leaves no timer and no listener when it unmounts', () => {
  sleepUntil('16:00');
  render(<Clock initial={at('16:00')} />).unmount();
  expect(vi.getTimerCount()).toBe(0);
  sleepUntil('18:00');
  document.dispatchEvent(createPageEvent('visibilitychange'));
  window.dispatchEvent(new Event('pageshow'));
  expect(lastRender()).toBe(at('16:00'));
});
