import { afterEach, expect, test, vi } from 'vitest';
import { PREVIEW_TOKEN_HEADER } from './content/previewTokenHeader.ts';
import { startPreview } from './preview.ts';

const published = (path: string) => Response.json(`published ${path}`);

/** Starts a preview of a page with two queries; `respondWithDraft` answers the queries that have a token. */
function start(respondWithDraft: () => Response, recordId = '') {
  const transport = {
    fetch: vi.fn(async (path: string, init: RequestInit) =>
      new Headers(init.headers).has(PREVIEW_TOKEN_HEADER) ? respondWithDraft() : published(path),
    ),
  };
  const siteFetch = transport.fetch;
  const refresh = vi.fn();
  const config = startPreview({
    fragment: `preview=1767225600000.signature&at=${recordId}`,
    queries: ['tabs', 'sides'],
    transport,
    refresh,
  });
  const query = async (path: string) =>
    (await transport.fetch(path, { headers: { accept: 'application/json' } })).json();
  return { config, query, refresh, siteFetch };
}

const label = () => document.querySelector('[role="status"]')?.textContent ?? '';
const sendMessage = (data: unknown, source: Window | null) =>
  window.dispatchEvent(new MessageEvent('message', { data, source }));

afterEach(() => document.body.replaceChildren());

test('sends the token with every query and stores no response in the HTTP cache', async () => {
  const { query, siteFetch } = start(() => Response.json('draft'));
  expect(await query('/api/menu-sides')).toBe('draft');
  const { cache, headers } = siteFetch.mock.calls[0]?.[1] ?? {};
  expect(cache).toBe('no-store');
  expect(Object.fromEntries(new Headers(headers))).toEqual({
    accept: 'application/json',
    'x-preview-token': '1767225600000.signature',
  });
});

test('after a rejected token, sends no token and shows published content', async () => {
  const { config, query, refresh, siteFetch } = start(() => new Response('', { status: 403 }));
  expect(await Promise.all([query('/api/website-tabs'), query('/api/menu-sides')])).toEqual([
    'published /api/website-tabs',
    'published /api/menu-sides',
  ]);
  expect(refresh).toHaveBeenCalledOnce();
  config.onSuccess?.(undefined, 'tabs', expect.anything());
  expect(label()).toMatch(/^This preview has expired/);
  siteFetch.mockClear();
  await query('/api/menu-sides');
  expect(siteFetch).toHaveBeenCalledOnce();
  expect(config.refreshInterval).toBeTypeOf('function');
  if (typeof config.refreshInterval === 'function') expect(config.refreshInterval(undefined)).toBe(0);
});

test('the preview’s label says whether drafts are loading, all shown, or one can’t be shown', () => {
  const { config } = start(() => Response.json('draft'));
  expect(label()).toMatch(/on their way/);
  config.onSuccess?.(undefined, 'tabs', expect.anything());
  expect(label()).toMatch(/on their way/);
  config.onError?.(undefined, 'sides', expect.anything());
  expect(label()).toMatch(/can’t be shown yet/);
  config.onSuccess?.(undefined, 'sides', expect.anything());
  expect(label()).toBe('Preview with your unpublished words.');
});

test('scrolls once to the edited record when all drafts are shown', async () => {
  const record = Object.assign(document.createElement('li'), { id: 'soup' });
  const scroll = vi.fn();
  Object.assign(record, { scrollIntoView: scroll });
  const { config } = start(() => Response.json('draft'), 'soup');
  document.body.append(record);
  config.onSuccess?.(undefined, 'tabs', expect.anything());
  config.onSuccess?.(undefined, 'sides', expect.anything());
  await vi.waitFor(() => expect(scroll).toHaveBeenCalledOnce());
  config.onSuccess?.(undefined, 'sides', expect.anything());
  await new Promise(requestAnimationFrame);
  expect(scroll).toHaveBeenCalledOnce();
});

test('revalidates on an update message of the parent window and ignores all other messages', () => {
  const { refresh } = start(() => Response.json('draft'));
  const otherWindow = document.body.appendChild(document.createElement('iframe')).contentWindow;
  sendMessage({ type: 'strapiUpdate' }, otherWindow);
  sendMessage({ type: 'strapiScript', payload: { script: 'alert(1)' } }, window.parent);
  sendMessage(null, window.parent);
  expect(refresh).not.toHaveBeenCalled();
  sendMessage({ type: 'strapiUpdate' }, window.parent);
  expect(refresh).toHaveBeenCalledOnce();
});
