import type { SWRConfiguration } from 'swr';
import type { transport } from './content/fetchQuery.ts';

/** Saving a draft sends no message, so the preview looks for what was saved. */
const REFRESH_MS = 2_000;

const SAYS = {
  begun: 'Preview: your unpublished words are on their way.',
  whole: 'Preview with your unpublished words.',
  partial:
    'Preview. Some unpublished words can’t be shown yet: perhaps a field that must have words is empty.',
  expired: 'This preview has expired and shows what is published. Reload the admin’s page to open it again.',
};

interface Preview {
  /** What the admin has put behind the page's address: the token, and the id of the record that is edited. */
  fragment: string;
  /** The reads of the page. */
  queries: readonly string[];
  transport: typeof transport;
  /** Reads everything that is shown anew. */
  refresh: () => void;
}

/** A label at the edge of the window; styled by script, because a visitor's style sheet has no use for it. */
function addLabel(): HTMLElement {
  const label = document.createElement('p');
  label.role = 'status';
  Object.assign(label.style, {
    position: 'fixed',
    zIndex: '9',
    insetBlockEnd: '0',
    insetInlineStart: '0',
    maxInlineSize: '100%',
    padding: '0.5rem 1rem',
    background: 'var(--brick)',
    color: 'var(--paper)',
    font: '600 var(--size-small) / 1.4 var(--text)',
  });
  return document.body.appendChild(label);
}

/**
 * Turns the page into a preview: from now on each read asks for drafts, until the token expires. Imports nothing, so
 * that the parts of the application that it works on stay in the visitor's one file.
 * @returns how the page's reads are made and refreshed meanwhile
 */
export function startPreview({ fragment, queries, transport, refresh }: Preview): SWRConfiguration {
  const parameters = new URLSearchParams(fragment);
  const token = parameters.get('preview') ?? '';
  const place = parameters.get('at') ?? '';
  const answered = new Set<string>();
  const failing = new Set<string>();
  const publishedFetch = transport.fetch;
  const label = addLabel();
  let expired = false;
  let scrolled = false;

  const say = () => {
    const whole = queries.every((query) => answered.has(query));
    const state = expired ? 'expired' : failing.size > 0 ? 'partial' : whole ? 'whole' : 'begun';
    // Only a change is said aloud.
    if (label.textContent !== SAYS[state]) label.textContent = SAYS[state];
    if (!whole || scrolled) return;
    scrolled = true;
    // By the next frame the words that have just come are on the page.
    requestAnimationFrame(() => document.getElementById(place)?.scrollIntoView({ behavior: 'instant' }));
  };

  transport.fetch = async (path, init) => {
    if (expired) return publishedFetch(path, init);
    const headers = new Headers(init.headers);
    headers.set('x-preview-token', token);
    const response = await publishedFetch(path, { ...init, headers, cache: 'no-store' });
    if (response.status !== 403) return response;
    if (!expired) {
      expired = true;
      refresh();
    }
    return publishedFetch(path, init);
  };

  // Nobody but the admin may frame the site (frame-ancestors), and all that a message brings about is this.
  window.addEventListener('message', ({ source, data }) => {
    if (source === window.parent && data?.type === 'strapiUpdate') refresh();
  });

  say();
  return {
    refreshInterval: () => (expired ? 0 : REFRESH_MS),
    dedupingInterval: REFRESH_MS / 2,
    onErrorRetry: (_error, _read, _config, revalidate, options) => {
      setTimeout(() => void revalidate(options), REFRESH_MS);
    },
    onSuccess: (_words, read) => {
      answered.add(read);
      failing.delete(read);
      say();
    },
    onError: (_error, read) => {
      answered.add(read);
      failing.add(read);
      say();
    },
  };
}
