import { act, render, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { swrConfig, useContent } from './useContent.ts';

function Name() {
  return <output>{useContent('siteName')?.name ?? 'no words yet'}</output>;
}

const answer = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));
const named = (websiteName: string) => answer({ data: { websiteName } });

function show() {
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
      <Name />
    </SWRConfig>,
  );
}

/** Lets a request be answered, or a pause pass. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['an error status', () => answer({ error: {} }, 502)],
  ['half a JSON', () => Promise.resolve(new Response('{"data":'))],
  ['HTML', () => Promise.resolve(new Response('<!doctype html>'))],
  ['no connection', () => Promise.reject(new TypeError('failed to fetch'))],
])(
  'after %s it asks again after 2, then 4 seconds, and shows the words when they come',
  async (_name, failure) => {
    const fetch = vi.fn().mockImplementation(failure);
    vi.stubGlobal('fetch', fetch);
    show();
    await pass(0);
    expect(screen.getByRole('status').textContent).toBe('no words yet');
    await pass(2_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    await pass(3_900);
    expect(fetch).toHaveBeenCalledTimes(2);
    fetch.mockImplementation(() => named('Scioto Table'));
    await pass(200);
    expect(screen.getByRole('status').textContent).toBe('Scioto Table');
  },
);

test('coming back to the tab shows newer words, and keeps what is shown when the read fails', async () => {
  const fetch = vi.fn().mockImplementation(() => named('Scioto Table'));
  vi.stubGlobal('fetch', fetch);
  show();
  await pass(6_000);
  fetch.mockImplementation(() => answer({ data: null }));
  window.dispatchEvent(new Event('focus'));
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('status').textContent).toBe('Scioto Table');
  fetch.mockImplementation(() => named('Olentangy Table'));
  await pass(6_000);
  window.dispatchEvent(new Event('focus'));
  await pass(0);
  expect(screen.getByRole('status').textContent).toBe('Olentangy Table');
});
