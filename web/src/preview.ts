import type { SWRConfiguration } from 'swr';
import type { transport } from './content/fetchQuery.ts';
import { PREVIEW_TOKEN_HEADER } from './content/previewTokenHeader.ts';

/** Strapi's admin sends no message when the owner saves a draft, so the preview polls. */
const REFRESH_MS = 2_000;

const LABELS = {
  loading: 'Preview: your unpublished words are on their way.',
  complete: 'Preview with your unpublished words.',
  partial:
    'Preview. Some unpublished words can’t be shown yet: perhaps a field that must have words is empty.',
  expired: 'This preview has expired and shows what is published. Reload the admin’s page to open it again.',
};

interface PreviewOptions {
  /** The fragment that the admin adds to the page's URL: `preview`, the token, and `at`, the id of the edited record. */
  fragment: string;
  /** The names of the page's queries. */
  queries: readonly string[];
  transport: typeof transport;
  /** Revalidates all content on the page. */
  refresh: () => void;
}

/** Adds a label at the bottom of the window. Script sets its styles, so that visitors' style sheet does not need them. */
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
 * Turns the page into a preview: every query asks for drafts until the token expires. Other modules are parameters, not
 * imports: a module that this script shares with the application would become a third file, which every visitor loads.
 * @returns the SWR configuration that polls for drafts
 */
export function startPreview({ fragment, queries, transport, refresh }: PreviewOptions): SWRConfiguration {
  const parameters = new URLSearchParams(fragment);
  const token = parameters.get('preview') ?? '';
  const recordId = parameters.get('at') ?? '';
  const settledQueries = new Set<string>();
  const failingQueries = new Set<string>();
  const fetchPublished = transport.fetch;
  const label = addLabel();
  let isExpired = false;
  let hasScrolled = false;

  const update = () => {
    const isComplete = queries.every((query) => settledQueries.has(query));
    const loadState = isComplete ? 'complete' : 'loading';
    const state = isExpired ? 'expired' : failingQueries.size > 0 ? 'partial' : loadState;
    // Screen readers announce every assignment, so an unchanged text is not assigned again.
    if (label.textContent !== LABELS[state]) label.textContent = LABELS[state];
    if (!isComplete || hasScrolled) return;
    hasScrolled = true;
    // React renders the drafts before the next frame.
    requestAnimationFrame(() => document.getElementById(recordId)?.scrollIntoView({ behavior: 'instant' }));
  };

  transport.fetch = async (path, init) => {
    if (isExpired) return fetchPublished(path, init);
    const headers = new Headers(init.headers);
    headers.set(PREVIEW_TOKEN_HEADER, token);
    const response = await fetchPublished(path, { ...init, headers, cache: 'no-store' });
    if (response.status !== 403) return response;
    if (!isExpired) {
      isExpired = true;
      refresh();
    }
    return fetchPublished(path, init);
  };

  // The origin needs no check: only the admin may frame the site (frame-ancestors), and a message only revalidates.
  window.addEventListener('message', ({ source, data }) => {
    if (source === window.parent && data?.type === 'strapiUpdate') refresh();
  });

  update();
  return {
    refreshInterval: () => (isExpired ? 0 : REFRESH_MS),
    dedupingInterval: REFRESH_MS / 2,
    onErrorRetry: (_error, _query, _config, revalidate, options) => {
      setTimeout(() => void revalidate(options), REFRESH_MS);
    },
    onSuccess: (_content, query) => {
      settledQueries.add(query);
      failingQueries.delete(query);
      update();
    },
    onError: (_error, query) => {
      settledQueries.add(query);
      failingQueries.add(query);
      update();
    },
  };
}
