import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CachedPage, RenderError } from './cachedPage.ts';
import { type EncodedResponse, encodeResponse } from './encodedResponse.ts';

const page = (text: string) => encodeResponse(text, 'text/html', {});
const textOf = ({ bodies }: EncodedResponse) => bodies.identity.bytes.toString();

/** Returns cached content that a test changes, and a cached response that `render` renders from it. */
function setUp() {
  const content = { text: 'soup', revalidateIfStale: (): Promise<void> | undefined => undefined };
  const render = vi.fn(() => page(content.text));
  return { content, render, response: new CachedPage('/menu', [content], render) };
}

const rejectRender = () => Promise.reject(new Error('out of memory'));
const failures = () => vi.mocked(console.error).mock.calls.map(([line]) => line);
const recoveries = () => vi.mocked(console.log).mock.calls.map(([line]) => line);
const FAILED = 'Rendering /menu failed; requests get the last good response if there is one:';
const RECOVERED = 'Rendering /menu succeeds again.';

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  vi.mocked(console.error).mockReturnValue(undefined);
});
afterEach(() => void vi.mocked(console.error).mockClear());

test('renders unchanged content once', async () => {
  const { render, response } = setUp();
  const first = await response.get();
  expect(textOf(first)).toBe('soup');
  expect(await response.get()).toBe(first);
  expect(render).toHaveBeenCalledOnce();
});

test('renders changed content again, and waits while content is revalidated', async () => {
  const { content, response } = setUp();
  await response.get();
  content.text = 'stew';
  expect(textOf(await response.get())).toBe('stew');
  content.revalidateIfStale = async () => {
    content.text = await Promise.resolve('roast');
  };
  expect(textOf(await response.get())).toBe('roast');
});

test('serves the last good response while changed content fails to render', async () => {
  const { content, render, response } = setUp();
  const good = await response.get();
  content.text = 'stew';
  render.mockImplementationOnce(rejectRender).mockImplementationOnce(rejectRender);
  expect(await response.get()).toBe(good);
  expect(await response.get()).toBe(good);
  expect(textOf(await response.get())).toBe('stew');
});

test('serves no response that states what dishes contain while changed content fails to render', async () => {
  const { content, render, response } = setUp();
  render.mockImplementationOnce(async () => ({
    ...(await encodeResponse('soup, free of nuts', 'text/html', {})),
    hasStatements: true,
  }));
  await response.get();
  content.text = 'stew';
  render.mockImplementationOnce(rejectRender);
  await expect(response.get()).rejects.toThrow(RenderError);
});

test('shares one attempt among concurrent requests, whether it fails or succeeds', async () => {
  const { render, response } = setUp();
  render.mockImplementationOnce(rejectRender);
  const results = await Promise.allSettled([response.get(), response.get(), response.get()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(render).toHaveBeenCalledTimes(1);
  const [first, ...others] = await Promise.all([response.get(), response.get(), response.get()]);
  for (const other of others) expect(other).toBe(first);
  expect(render).toHaveBeenCalledTimes(2);
});

test('renders again when content changes during a render', async () => {
  const { content, render, response } = setUp();
  const old = response.get();
  content.text = 'stew';
  const [first, second] = await Promise.all([response.get(), response.get()]);
  expect(textOf(first)).toBe('stew');
  expect(second).toBe(first);
  expect(textOf(await old)).toBe('soup');
  expect(render).toHaveBeenCalledTimes(2);
});

test('logs only the first failure until rendering succeeds, and the recovery once', async () => {
  const { content, render, response } = setUp();
  render.mockImplementation(rejectRender);
  for (let request = 0; request < 3; request++) await expect(response.get()).rejects.toThrow(RenderError);
  expect(failures()).toEqual([FAILED]);
  expect(recoveries()).toEqual([]);

  render.mockImplementation(() => page(content.text));
  await response.get();
  await response.get();
  expect(recoveries()).toEqual([RECOVERED]);
});

describe('a response with an interval', () => {
  /** Returns a cached response that is current from noon until one, by a clock that the test sets. */
  function setUpInterval() {
    const noon = Date.parse('2026-11-18T12:00:00Z');
    const setMinutes = (minutes: number) => vi.setSystemTime(noon + minutes * 60_000);
    vi.useFakeTimers({ toFake: ['Date'] });
    setMinutes(0);
    const { content, render, response } = setUp();
    let count = 0;
    render.mockImplementation(async () => {
      const from = Date.now();
      const until = noon + (from < noon + 3_600_000 ? 60 : 120) * 60_000;
      return { ...(await page(`${content.text} ${++count}`)), interval: { from, until } };
    });
    return { content, render, response, setMinutes };
  }

  afterEach(() => void vi.useRealTimers());

  test('is rendered once within its interval and again at its end', async () => {
    const { response, setMinutes } = setUpInterval();
    const texts: string[] = [];
    for (const minutes of [0, 30, 59.99, 60, 60.01, 119]) {
      setMinutes(minutes);
      texts.push(textOf(await response.get()));
    }
    expect(texts).toEqual(['soup 1', 'soup 1', 'soup 1', 'soup 2', 'soup 2', 'soup 2']);
  });

  test('is rendered again when the clock is set back before its start', async () => {
    const { response, setMinutes } = setUpInterval();
    setMinutes(61);
    expect(textOf(await response.get())).toBe('soup 1');
    setMinutes(30);
    expect(textOf(await response.get())).toBe('soup 2');
  });
});
