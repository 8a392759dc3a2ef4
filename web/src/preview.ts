import type { SWRConfiguration } from 'swr';
import {
  PREVIEW_STATE_PATH,
  PREVIEW_TOKEN_HEADER,
  type PreviewFragment,
} from '../../cms/src/shared/requests/siteRequests.ts';
import type { transport } from './content/fetchQuery.ts';

/** How often a visible preview asks whether there is something new: Strapi's admin sends no message when a draft is saved. */
const CHECK_INTERVAL_MS = 1_000;
const CHECK_TIMEOUT_MS = 5_000;

const ENDED =
  'This preview has ended and shows what is on the site. To see your unpublished words, open it again from the admin.';
const UNREACHABLE =
  'Preview. What you change now can’t be shown at the moment; it appears here as soon as it can.';

const DRAFT_LABELS = {
  loading: 'Preview: your unpublished words are on their way.',
  complete: 'Preview with all that is saved, published or not.',
  partial:
    'Preview. Some unpublished words can’t be shown yet: perhaps a field that must have words is empty.',
  unreachable: UNREACHABLE,
  ended: ENDED,
};

interface PreviewOptions {
  /** The fragment that the admin adds to the page's URL, with the parameters of `PreviewFragment`. */
  fragment: string;
  /** The names of the page's queries. */
  queries: readonly string[];
  transport: typeof transport;
  /** Revalidates all content on the page. */
  refresh: () => Promise<unknown>;
}

/** Writes a time as the rest of the site does, with “pm”. */
const writeTime = (time: Date, format: Intl.DateTimeFormatOptions) =>
  time.toLocaleString('en-US', format).replace(/[AP]M$/, (half) => half.toLowerCase());

/** Returns the texts of the label for a scheduled change. */
function describeScheduled(localTime: string): typeof DRAFT_LABELS {
  // A clock in UTC that shows the same as that of the restaurant.
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' } as const;
  const when = writeTime(new Date(`${localTime}Z`), format);
  return {
    loading: `How it will be from ${when} is on its way.`,
    complete: `This is how it will be from ${when}. Only you see it here; the site stays as it is until then.`,
    partial: `This is how it will be from ${when}, but some of it can’t be shown.`,
    unreachable: `How it will be from ${when} can’t be shown at the moment; it appears here as soon as it can.`,
    ended: 'This look ahead has ended and shows what is on the site. Open it again from the admin.',
  };
}

/** Returns the texts of the label: for an earlier version or a scheduled change when the fragment has its time, else for drafts. */
function chooseLabels(parameters: URLSearchParams): typeof DRAFT_LABELS {
  const on = parameters.get('on');
  if (on !== null) return describeScheduled(on);
  const kind = (['from', 'until'] as const).find((name) => parameters.has(name));
  if (!kind) return DRAFT_LABELS;
  const time = new Date(parameters.get(kind) ?? '');
  const when = `${kind} ${writeTime(time, { dateStyle: 'long', timeStyle: 'short' })}`;
  return {
    loading: `How it was ${when} is on its way.`,
    complete: `This is how it was ${when}. Only you see it here; the site stays as it is.`,
    partial: `This is how it was ${when}, but some of it can’t be shown.`,
    unreachable: `How it was ${when} can’t be shown at the moment; it appears here as soon as it can.`,
    ended: 'This look back has ended and shows what is on the site. Open it again from the admin.',
  };
}

/** Adds a label at the bottom of the window, below the page's own bar. Script sets its styles, so that visitors' style sheet does not need them. */
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
  document.body.style.paddingBlockEnd = 'var(--preview-label)';
  return document.body.appendChild(label);
}

/**
 * Turns the page into a preview: every query asks for drafts, or an earlier version, until the token expires or its sign-in ends.
 * While the page is visible, it asks every second whether content has changed, and only then sends its queries again. Other
 * modules are parameters, not imports: a module that this script shares with the application would become a third file, which
 * every visitor loads.
 * @returns the SWR configuration of the page, once the state is known that its first queries return or a later one
 */
export async function startPreview(options: PreviewOptions): Promise<SWRConfiguration> {
  const { queries, transport, refresh } = options;
  const parameters = new URLSearchParams(options.fragment);
  const read = (name: keyof PreviewFragment) => parameters.get(name) ?? '';
  let token = read('preview');
  let renewal: Promise<void> | undefined;
  const recordId = read('at');
  const labels = chooseLabels(parameters);
  const settledQueries = new Set<string>();
  const failingQueries = new Set<string>();
  const fetchPublished = transport.fetch;
  const adminOrigin = read('edit');
  const isEditable = adminOrigin !== '' && labels === DRAFT_LABELS && window.parent !== window;
  // Without the script, the preview only shows the drafts.
  const press = isEditable
    ? await import('./press/startPressing.ts')
        .then(({ startPressing }) => startPressing(adminOrigin, refresh))
        .catch(() => undefined)
    : undefined;
  const label = addLabel();
  /** The state of which the page's content is, or a later one; `undefined` when a query has got no response. */
  let shownState: string | undefined;
  let isChecking = false;
  let isReachable = true;
  let isEnded = false;
  let hasScrolled = false;

  const update = () => {
    const isComplete = queries.every((query) => settledQueries.has(query));
    const loadState = isComplete ? 'complete' : 'loading';
    const contentState = failingQueries.size > 0 ? 'partial' : loadState;
    // The admin that makes the page editable says which page it is.
    label.hidden = press !== undefined && isComplete && isReachable && !isEnded && failingQueries.size === 0;
    const text = labels[isEnded ? 'ended' : isReachable ? contentState : 'unreachable'];
    // Screen readers announce every assignment, so an unchanged text is not assigned again.
    if (label.textContent !== text) {
      label.textContent = text;
      // The bar at the bottom of a phone's screen is above it.
      document.documentElement.style.setProperty('--preview-label', `${label.offsetHeight}px`);
    }
    if (!isComplete || hasScrolled) return;
    hasScrolled = true;
    // React renders the drafts before the next frame.
    requestAnimationFrame(() => document.getElementById(recordId)?.scrollIntoView({ behavior: 'instant' }));
  };

  const end = () => {
    if (isEnded) return;
    isEnded = true;
    press?.stop();
    void refresh();
    update();
  };

  /** Gets another token from the admin, whose first screen can be open for longer than an hour. */
  const renew = () => {
    renewal ??= press?.renewToken().then((renewed) => {
      token = renewed;
      renewal = undefined;
    });
    return renewal;
  };

  const fetchWithToken = async (path: string, init: RequestInit, isSecond = false): Promise<Response> => {
    const headers = new Headers(init.headers);
    const sent = token;
    headers.set(PREVIEW_TOKEN_HEADER, sent);
    const response = await fetchPublished(path, { ...init, headers, cache: 'no-store' });
    if (response.status !== 403 || isSecond || !press) return response;
    if (sent === token) await renew();
    return fetchWithToken(path, init, true);
  };

  /** Asks whether content has changed since the page's queries were sent, unless it is asking already. */
  const check = async (onChange?: () => void) => {
    if (isChecking || isEnded) return;
    isChecking = true;
    try {
      const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      const response = await fetchWithToken(PREVIEW_STATE_PATH, { signal });
      if (response.status === 403) return end();
      isReachable = response.ok;
      const state = await response.text();
      if (!isReachable || state === shownState) return;
      shownState = state;
      onChange?.();
    } catch {
      isReachable = false;
    } finally {
      isChecking = false;
      update();
    }
  };
  const checkIfVisible = () => {
    if (document.visibilityState === 'visible') void check(refresh);
  };

  transport.fetch = async (path, init) => {
    if (isEnded) return fetchPublished(path, init);
    try {
      const response = await fetchWithToken(path, init);
      if (response.status === 403) {
        end();
        return fetchPublished(path, init);
      }
      // The next check finds a change, so all queries are sent again.
      if (!response.ok) shownState = undefined;
      // Only here texts get marks, so that visitors' pages have none.
      return response.ok && press ? press.markResponse(path, response) : response;
    } catch (error) {
      shownState = undefined;
      throw error;
    }
  };

  update();
  await check();
  setInterval(checkIfVisible, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', checkIfVisible);
  // The origin needs no check: only the admin may frame the site (frame-ancestors), and a message only causes a check.
  window.addEventListener('message', ({ source, data }) => {
    if (source === window.parent && data?.type === 'strapiUpdate') checkIfVisible();
  });

  return {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
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
