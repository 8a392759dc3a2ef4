// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { SWRConfig } from 'swr';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPageEvent } from '../../testing/pageEvent.ts';
// Loads the parsers, so that the queries do not wait for their import.
import { parsers } from './parsers.ts';
import { prefetchContent, swrConfig, useContent } from './useContent.ts';

function Name() {
  return <output>{useContent('siteName')?.name ?? 'loading'}</output>;
}

const respond = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));
const respondWithName = (websiteName: string) => respond({ data: { websiteName } });

function renderName() {
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
      <Name />
    </SWRConfig>,
  );
}

/** Advances the clock, so that requests get their responses and retries run. */
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());

test.each([
  ['an error status', () => respond({ error: {} }, 502)],
  ['HTML', () => Promise.resolve(new Response('<!doctype html>'))],
  ['no connection', () => Promise.reject(new TypeError('failed to fetch'))],
])('retries 2 and 4 seconds after %s, and then shows the content', async (_name, failure) => {
  const fetch = vi.fn().mockImplementation(failure);
  vi.stubGlobal('fetch', fetch);
  renderName();
  await advance(10);
  expect(screen.getByRole('status').textContent).toBe('loading');
  await advance(2_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  await advance(3_900);
  expect(fetch).toHaveBeenCalledTimes(2);
  fetch.mockImplementation(() => respondWithName('Scioto Table'));
  await advance(200);
  expect(screen.getByRole('status').textContent).toBe('Scioto Table');
});

test('returning to the tab revalidates the content, and a failed query leaves the last content on the page', async () => {
  const fetch = vi.fn().mockImplementation(() => respondWithName('Scioto Table'));
  vi.stubGlobal('fetch', fetch);
  renderName();
  await advance(6_000);
  fetch.mockImplementation(() => respond({ data: null }));
  window.dispatchEvent(createPageEvent('focus'));
  await advance(10);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('status').textContent).toBe('Scioto Table');
  fetch.mockImplementation(() => respondWithName('Olentangy Table'));
  await advance(6_000);
  window.dispatchEvent(createPageEvent('focus'));
  await advance(10);
  expect(screen.getByRole('status').textContent).toBe('Olentangy Table');
});

test('shows prefetched content without a second request', async () => {
  const fetch = vi.fn().mockImplementation(() => respondWithName('Scioto Table'));
  vi.stubGlobal('fetch', fetch);
  void prefetchContent('siteName');
  await advance(10);
  renderName();
  await advance(100);
  expect(screen.getByRole('status').textContent).toBe('Scioto Table');
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([
  ['is old', () => respondWithName('Scioto Table'), 6_000],
  ['has failed', () => respond({}, 502), 0],
])('sends a query again whose prefetch %s', async (_reason, prefetched, age) => {
  const fetch = vi.fn().mockImplementation(prefetched);
  vi.stubGlobal('fetch', fetch);
  prefetchContent('siteName').catch(() => undefined);
  await advance(age);
  fetch.mockImplementation(() => respondWithName('Olentangy Table'));
  renderName();
  await advance(100);
  expect(screen.getByRole('status').textContent).toBe('Olentangy Table');
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a response with the content that the page embeds renders nothing again', async () => {
  const fetch = vi.fn().mockImplementation(() => respondWithName('Scioto Table'));
  vi.stubGlobal('fetch', fetch);
  const siteName = JSON.parse(JSON.stringify(parsers.siteName({ data: { websiteName: 'Scioto Table' } })));
  const onRender = vi.fn();
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map(), fallback: { siteName } }}>
      <Profiler id="name" onRender={onRender}>
        <Name />
      </Profiler>
    </SWRConfig>,
  );
  await advance(100);
  expect(fetch).toHaveBeenCalledOnce();
  expect(onRender).toHaveBeenCalledOnce();
});
