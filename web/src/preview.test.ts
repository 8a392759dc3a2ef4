import { afterEach, expect, test, vi } from 'vitest';
import { startPreview } from './preview.ts';

const published = (path: string) => Response.json(`published ${path}`);

/** Starts a preview of a page with two reads, in front of a site that answers reads with a token as it is told. */
function start(answerDraft: () => Response, place = '') {
  const transport = {
    fetch: vi.fn(async (path: string, init: RequestInit) =>
      new Headers(init.headers).has('x-preview-token') ? answerDraft() : published(path),
    ),
  };
  const site = transport.fetch;
  const refresh = vi.fn();
  const config = startPreview({
    fragment: `preview=1767225600000.signature&at=${place}`,
    queries: ['tabs', 'sides'],
    transport,
    refresh,
  });
  const read = async (path: string) =>
    (await transport.fetch(path, { headers: { accept: 'application/json' } })).json();
  return { config, read, refresh, site };
}

const label = () => document.querySelector('[role="status"]')?.textContent ?? '';
const message = (data: unknown, source: Window | null) =>
  window.dispatchEvent(new MessageEvent('message', { data, source }));

afterEach(() => document.body.replaceChildren());

test('every read carries the token, and is kept by no cache', async () => {
  const { read, site } = start(() => Response.json('draft'));
  expect(await read('/api/menu-sides')).toBe('draft');
  const { cache, headers } = site.mock.calls[0]?.[1] ?? {};
  expect(cache).toBe('no-store');
  expect(Object.fromEntries(new Headers(headers))).toEqual({
    accept: 'application/json',
    'x-preview-token': '1767225600000.signature',
  });
});

test('a token that is refused is not shown again: what is published comes in place of drafts', async () => {
  const { config, read, refresh, site } = start(() => new Response('', { status: 403 }));
  expect(await Promise.all([read('/api/website-tabs'), read('/api/menu-sides')])).toEqual([
    'published /api/website-tabs',
    'published /api/menu-sides',
  ]);
  expect(refresh).toHaveBeenCalledOnce();
  config.onSuccess?.(undefined, 'tabs', expect.anything());
  expect(label()).toMatch(/^This preview has expired/);
  site.mockClear();
  await read('/api/menu-sides');
  expect(site).toHaveBeenCalledOnce();
  expect(config.refreshInterval).toBeTypeOf('function');
  if (typeof config.refreshInterval === 'function') expect(config.refreshInterval(undefined)).toBe(0);
});

test('says whether the drafts are here, and when one can’t be shown', () => {
  const { config } = start(() => Response.json('draft'));
  expect(label()).toMatch(/on their way/);
  config.onSuccess?.(undefined, 'tabs', expect.anything());
  expect(label()).toMatch(/on their way/);
  config.onError?.(undefined, 'sides', expect.anything());
  expect(label()).toMatch(/can’t be shown yet/);
  config.onSuccess?.(undefined, 'sides', expect.anything());
  expect(label()).toBe('Preview with your unpublished words.');
});

test('goes once to the record that is edited, when the drafts are here', async () => {
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

test('reads anew when the window around it says that words have changed, and listens to nothing else', () => {
  const { refresh } = start(() => Response.json('draft'));
  const stranger = document.body.appendChild(document.createElement('iframe')).contentWindow;
  message({ type: 'strapiUpdate' }, stranger);
  message({ type: 'strapiScript', payload: { script: 'alert(1)' } }, window.parent);
  message(null, window.parent);
  expect(refresh).not.toHaveBeenCalled();
  message({ type: 'strapiUpdate' }, window.parent);
  expect(refresh).toHaveBeenCalledOnce();
});
