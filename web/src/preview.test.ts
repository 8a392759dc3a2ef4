// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PREVIEW_STATE_PATH, PREVIEW_TOKEN_HEADER } from '../../cms/src/shared/requests/siteRequests.ts';
import { createPageEvent } from '../testing/pageEvent.ts';
import { startPreview } from './preview.ts';

/** On a busy machine, another process may run for a second, the default. */
const waitFor = (check: () => void) => vi.waitFor(check, 30_000);

const TICK_MS = 1_000;
const FORBIDDEN = () => new Response('', { status: 403 });
const UNAVAILABLE = () => new Response('', { status: 503 });

/** The site's response to every query with a token. */
let respondWithDraft: () => Response | Promise<Response>;
/** The site's response to the question whether content has changed. */
let respondWithState: () => Response | Promise<Response>;
const siteFetch = vi.fn(async (path: string, init: RequestInit) => {
  if (path === PREVIEW_STATE_PATH) return respondWithState();
  return new Headers(init.headers).has(PREVIEW_TOKEN_HEADER)
    ? respondWithDraft()
    : Response.json(`published ${path}`);
});
const refresh = vi.fn();
let visibility: DocumentVisibilityState = 'visible';

/** Starts a preview of a page with two queries. */
async function start(fragment = 'at=') {
  const transport = { fetch: siteFetch };
  const options = { fragment: `preview=1767225600000.signature&${fragment}`, queries: ['tabs', 'sides'] };
  const config = await startPreview({ ...options, transport, refresh });
  const query = async (path: string) =>
    (await transport.fetch(path, { headers: { accept: 'application/json' } })).json();
  return { config, query };
}

const label = () => document.querySelector('[role="status"]')?.textContent ?? '';
const sendMessage = (data: unknown, source: Window | null) =>
  window.dispatchEvent(new MessageEvent('message', { data, source }));
const setState = (state: string) => {
  respondWithState = () => Response.json({ state });
};
const checks = () => siteFetch.mock.calls.filter(([path]) => path === PREVIEW_STATE_PATH).length;
const tick = () => vi.advanceTimersByTimeAsync(TICK_MS);
const setVisibility = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(createPageEvent('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  respondWithDraft = () => Response.json('draft');
  setState('first');
});
afterEach(async () => {
  visibility = 'visible';
  // Ends the preview, whose listeners stay.
  respondWithState = FORBIDDEN;
  await tick();
  vi.clearAllMocks();
  document.body.replaceChildren();
});

test('sends the token with every request and stores no response in the HTTP cache', async () => {
  const { query } = await start();
  expect(await query('/api/menu-sides')).toBe('draft');
  for (const [, { cache, headers }] of siteFetch.mock.calls) {
    expect(cache).toBe('no-store');
    expect(new Headers(headers).get('x-preview-token')).toBe('1767225600000.signature');
  }
  expect(siteFetch.mock.calls.map(([path]) => path)).toEqual([PREVIEW_STATE_PATH, '/api/menu-sides']);
});

test('asks once a second whether content has changed, and revalidates only after a change', async () => {
  await start();
  await tick();
  await tick();
  expect(checks()).toBe(3);
  expect(refresh).not.toHaveBeenCalled();
  setState('second');
  await tick();
  await tick();
  expect(refresh).toHaveBeenCalledOnce();
});

test('waits for a slow response before it asks again', async () => {
  await start();
  let respond = (_response: Response) => {};
  respondWithState = () =>
    new Promise((resolve) => {
      respond = resolve;
    });
  await tick();
  await tick();
  expect(checks()).toBe(2);
  respond(Response.json({ state: 'second' }));
  await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
  await tick();
  expect(checks()).toBe(3);
});

test('sends nothing while it is hidden, and asks at once when it is visible again', async () => {
  await start();
  setVisibility('hidden');
  sendMessage({ type: 'strapiUpdate' }, window.parent);
  await tick();
  await tick();
  expect(checks()).toBe(1);
  setState('second');
  setVisibility('visible');
  expect(checks()).toBe(2);
  await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
});

test('after a rejected token, sends no token and shows published content', async () => {
  const { config, query } = await start();
  respondWithDraft = FORBIDDEN;
  expect(await Promise.all([query('/api/website-tabs'), query('/api/menu-sides')])).toEqual([
    'published /api/website-tabs',
    'published /api/menu-sides',
  ]);
  expect(refresh).toHaveBeenCalledOnce();
  config.onSuccess?.(undefined, 'tabs', expect.anything());
  expect(label()).toMatch(/^This preview has ended/);
  siteFetch.mockClear();
  await query('/api/menu-sides');
  await tick();
  expect(siteFetch).toHaveBeenCalledOnce();
});

test('ends at the next check after the token is rejected', async () => {
  await start();
  respondWithState = FORBIDDEN;
  await tick();
  expect(label()).toMatch(/^This preview has ended/);
  expect(refresh).toHaveBeenCalledOnce();
});

describe.each([
  ['an error', UNAVAILABLE],
  ['no response', () => Promise.reject(new TypeError('Failed to fetch'))],
])('after %s', (_, respond) => {
  test('says that it can’t show changes, and catches up by itself', async () => {
    const { config } = await start();
    for (const query of ['tabs', 'sides']) config.onSuccess?.(undefined, query, expect.anything());
    respondWithState = respond;
    await tick();
    expect(label()).toMatch(/can’t be shown at the moment/);
    setState('second');
    await tick();
    expect(label()).toBe('Preview with all that is saved, published or not.');
    expect(refresh).toHaveBeenCalledOnce();
  });

  test('sends the query again although nothing has changed', async () => {
    const { query } = await start();
    respondWithDraft = respond;
    await query('/api/menu-sides').catch(() => undefined);
    await tick();
    await tick();
    expect(refresh).toHaveBeenCalledOnce();
  });
});

test('the preview’s label says whether drafts are loading, all shown, or one can’t be shown', async () => {
  const { config } = await start();
  expect(label()).toMatch(/on their way/);
  config.onSuccess?.(undefined, 'tabs', expect.anything());
  expect(label()).toMatch(/on their way/);
  config.onError?.(undefined, 'sides', expect.anything());
  expect(label()).toMatch(/can’t be shown yet/);
  config.onSuccess?.(undefined, 'sides', expect.anything());
  expect(label()).toBe('Preview with all that is saved, published or not.');
});

test('the label of an earlier version says when the site showed it', async () => {
  const { config } = await start(`at=soup&until=${new Date(2026, 4, 3, 14, 10).toISOString()}`);
  for (const query of ['tabs', 'sides']) config.onSuccess?.(undefined, query, expect.anything());
  expect(label()).toMatch(/^This is how it was until May 3, 2026 at 2:10\spm\. Only you see it/);
});

test('scrolls once to the edited record when all drafts are shown', async () => {
  const scroll = vi.fn();
  const record = Object.assign(document.createElement('li'), { id: 'soup', scrollIntoView: scroll });
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((render) => {
    queueMicrotask(() => render(0));
    return 0;
  });
  const { config } = await start('at=soup');
  document.body.append(record);
  config.onSuccess?.(undefined, 'tabs', expect.anything());
  config.onSuccess?.(undefined, 'sides', expect.anything());
  config.onSuccess?.(undefined, 'sides', expect.anything());
  await tick();
  expect(scroll).toHaveBeenCalledOnce();
});

test('asks at once after an update message of the parent window and ignores all other messages', async () => {
  await start();
  const otherWindow = document.body.appendChild(document.createElement('iframe')).contentWindow;
  sendMessage({ type: 'strapiUpdate' }, otherWindow);
  sendMessage({ type: 'strapiScript', payload: { script: 'alert(1)' } }, window.parent);
  sendMessage(null, window.parent);
  expect(checks()).toBe(1);
  sendMessage({ type: 'strapiUpdate' }, window.parent);
  expect(checks()).toBe(2);
});

describe('a preview that can be edited', () => {
  const EDIT = `edit=${encodeURIComponent('https://admin.table.example')}`;
  const SERVICES = { data: [{ documentId: 'services-bowls', description: 'Soup' }] };
  /** Frames the page, and returns what it sends to its parent. */
  const frame = () => {
    const parent = document.body.appendChild(document.createElement('iframe')).contentWindow;
    vi.stubGlobal('parent', parent);
    return parent ? vi.spyOn(parent, 'postMessage').mockImplementation(() => {}) : vi.fn();
  };
  /** Makes the admin answer with another token. */
  const answerWithToken = (send: ReturnType<typeof frame>) =>
    send.mockImplementation(() => {
      const data = { type: 'words-token', token: 'renewed' };
      const event = { data, source: window.parent, origin: 'https://admin.table.example' };
      window.dispatchEvent(new MessageEvent('message', event));
    });
  beforeEach(() => {
    vi.stubGlobal(
      'CSSStyleSheet',
      class {
        replaceSync = () => {};
      },
    );
    Object.defineProperty(document, 'adoptedStyleSheets', { configurable: true, value: [] });
    respondWithDraft = () => Response.json(SERVICES);
  });

  test('marks the texts of drafts, and tells the admin alone that it is ready', async () => {
    const send = frame();
    const { query } = await start(EDIT);
    expect(JSON.stringify(await query('/api/servicespages'))).toMatch(/Soup[\u2061-\u2064]{6}"/);
    expect(send.mock.calls).toEqual([[{ type: 'words-ready' }, 'https://admin.table.example']]);
  });

  test('asks the admin once for another token when its own has ended, and goes on with that', async () => {
    const send = frame();
    const { query } = await start(EDIT);
    send.mockClear();
    answerWithToken(send);
    siteFetch.mockImplementation(async (_path, init) =>
      new Headers(init.headers).get(PREVIEW_TOKEN_HEADER) === 'renewed'
        ? Response.json(SERVICES)
        : FORBIDDEN(),
    );
    const answers = await Promise.all([query('/api/servicespages'), query('/api/servicespages')]);
    expect(JSON.stringify(answers)).toMatch(/Soup[\u2061-\u2064].*Soup[\u2061-\u2064]/);
    expect(send.mock.calls).toEqual([[{ type: 'words-ended' }, 'https://admin.table.example']]);
    expect(label()).not.toMatch(/has ended/);
    siteFetch.mockReset();
  });

  test('shows the drafts also when the origin of the admin is none', async () => {
    frame().mockImplementation(() => {
      throw new SyntaxError('Invalid target origin');
    });
    const { query } = await start('at=&edit=nowhere');
    expect(await query('/api/servicespages')).toEqual(SERVICES);
  });

  test('leaves other answers as they are: without the parameter, without a frame, of an earlier version, of published content', async () => {
    const fragments = ['at=soup', `${EDIT}&until=2026-05-03T18:10:00Z`, `${EDIT}&on=2026-12-01T17:00`];
    const send = frame();
    for (const fragment of fragments)
      expect(await (await start(fragment)).query('/api/servicespages')).toEqual(SERVICES);
    const { query } = await start(EDIT);
    answerWithToken(send);
    respondWithDraft = FORBIDDEN;
    expect(await query('/api/servicespages')).toBe('published /api/servicespages');
    vi.stubGlobal('parent', window);
    send.mockClear();
    respondWithDraft = () => Response.json(SERVICES);
    expect(await (await start(EDIT)).query('/api/servicespages')).toEqual(SERVICES);
    expect(send).not.toHaveBeenCalled();
  });
});
