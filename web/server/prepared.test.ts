// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Prepared, prepare, RenderError, WordsAnswer } from './prepared.ts';

const page = (text: string) => prepare(text, 'text/html', {});
const textOf = ({ bodies }: Prepared) => bodies.identity.bytes.toString();

/** Cached content that tests change, and a response rendered from it by `make`. */
function setUp() {
  const content = { text: 'soup', refresh: (): Promise<void> | undefined => undefined };
  const make = vi.fn(() => page(content.text));
  return { content, make, response: new WordsAnswer('/menu', [content], make) };
}

const fails = () => Promise.reject(new Error('out of memory'));
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
  const { make, response } = setUp();
  const first = await response.newest();
  expect(textOf(first)).toBe('soup');
  expect(await response.newest()).toBe(first);
  expect(make).toHaveBeenCalledOnce();
});

test('renders changed content anew, and waits for content that is being revalidated', async () => {
  const { content, response } = setUp();
  await response.newest();
  content.text = 'stew';
  expect(textOf(await response.newest())).toBe('stew');
  content.refresh = async () => {
    content.text = await Promise.resolve('roast');
  };
  expect(textOf(await response.newest())).toBe('roast');
});

test('tries again at the next request after a failure with the same content', async () => {
  const { make, response } = setUp();
  make.mockImplementationOnce(fails);
  await expect(response.newest()).rejects.toThrow(RenderError);
  expect(textOf(await response.newest())).toBe('soup');
  expect(make).toHaveBeenCalledTimes(2);
});

test('tries again after a failure that is thrown at once', async () => {
  const { make, response } = setUp();
  make.mockImplementationOnce(() => {
    throw new Error('out of memory');
  });
  await expect(response.newest()).rejects.toThrow(RenderError);
  expect(textOf(await response.newest())).toBe('soup');
});

test('serves the last good response while changed content fails to render', async () => {
  const { content, make, response } = setUp();
  const good = await response.newest();
  content.text = 'stew';
  make.mockImplementationOnce(fails).mockImplementationOnce(fails);
  expect(await response.newest()).toBe(good);
  expect(await response.newest()).toBe(good);
  expect(textOf(await response.newest())).toBe('stew');
});

test('shares one attempt among concurrent requests, whether it fails or succeeds', async () => {
  const { make, response } = setUp();
  make.mockImplementationOnce(fails);
  const results = await Promise.allSettled([response.newest(), response.newest(), response.newest()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(make).toHaveBeenCalledTimes(1);
  const [first, ...others] = await Promise.all([response.newest(), response.newest(), response.newest()]);
  for (const other of others) expect(other).toBe(first);
  expect(make).toHaveBeenCalledTimes(2);
});

test('starts a new attempt when content changes during one', async () => {
  const { content, make, response } = setUp();
  const old = response.newest();
  content.text = 'stew';
  const [first, second] = await Promise.all([response.newest(), response.newest()]);
  expect(textOf(first)).toBe('stew');
  expect(second).toBe(first);
  expect(textOf(await old)).toBe('soup');
  expect(make).toHaveBeenCalledTimes(2);
});

test('logs a failure once until it heals, and the recovery once', async () => {
  const { content, make, response } = setUp();
  make.mockImplementation(fails);
  for (let request = 0; request < 3; request++) await expect(response.newest()).rejects.toThrow(RenderError);
  expect(failures()).toEqual([FAILED]);
  expect(recoveries()).toEqual([]);

  make.mockImplementation(() => page(content.text));
  await response.newest();
  await response.newest();
  expect(recoveries()).toEqual([RECOVERED]);

  content.text = 'stew';
  make.mockImplementation(fails);
  await response.newest();
  expect(failures()).toEqual([FAILED, FAILED]);
});

test('logs the recovery when the last good content comes back', async () => {
  const { content, make, response } = setUp();
  await response.newest();
  content.text = 'stew';
  make.mockImplementation(fails);
  await response.newest();
  content.text = 'soup';
  await response.newest();
  expect(recoveries()).toEqual([RECOVERED]);
});
