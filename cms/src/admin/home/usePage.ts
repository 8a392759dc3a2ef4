import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { AdminMessage, PageMessage } from '../../shared/requests/editMessages';
import type { PageAnswer } from '../../words/wordsAnswers';
import { explainFailure } from '../requests/explainFailure';
import { load } from '../requests/sendRequest';
import { isAnswered } from '../site/useEdits';
import { readPageMessage } from './pageMessages';

/** A page that is not there by then is said to be missing; it can still come. */
const LATE_MS = 10_000;
/** When it is loaded again, once what came of it shows no page. */
const RETRY_MS = 30_000;
/** When a request that got no answer is sent again. */
const LOST_MS = 2_000;
/** The page answers at once, if it is there. */
const SETTLE_MS = 1_000;
const NOT_LOADED =
  'The pages of the site can’t be shown here right now. Everything else on this screen works.';

/** A text that was typed on the page, or something with a form that was pressed. */
export type Pressed = Extract<PageMessage, { type: 'words-left' | 'form-pressed' }>;

/**
 * Loads the preview of a page for a frame, and talks to it.
 * @param query which page
 * @param onPressed returns what the page is told then
 */
export function usePage(
  frame: RefObject<HTMLIFrameElement | null>,
  query: string,
  onPressed: (message: Pressed) => Promise<AdminMessage | undefined>,
) {
  const [page, setPage] = useState<PageAnswer & { query: string }>();
  /** The query of the page that has answered. */
  const [readyQuery, setReadyQuery] = useState<string>();
  const [problem, setProblem] = useState<string>();
  /** Whether a text is open. */
  const [isOpen, setIsOpen] = useState(false);
  /** Continues what waits until the page has sent all that is typed. */
  const settle = useRef(() => {});
  /** Loads the page again later, unless it answers before. */
  const retry = useRef((_wait: number) => {});

  const send = useCallback(
    (message: AdminMessage) =>
      page && frame.current?.contentWindow?.postMessage(message, new URL(page.url).origin),
    [page, frame],
  );

  /** Makes the page send all that is typed. */
  const saveTyped = useCallback(
    () =>
      new Promise<void>((resolve) => {
        settle.current = resolve;
        send({ type: 'words-save' });
        setTimeout(resolve, SETTLE_MS);
      }),
    [send],
  );

  useEffect(() => {
    if (readyQuery === query) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout>;
    const open = async () => {
      try {
        const answer = await load<PageAnswer>(`/words/page?${query}`);
        if (isCurrent) setPage({ ...answer, query });
      } catch (error) {
        if (!isCurrent) return;
        setProblem(explainFailure(error, NOT_LOADED));
        // A phone loses a request when it changes the network.
        retry.current(isAnswered(error) ? RETRY_MS : LOST_MS);
      }
    };
    retry.current = (wait) => {
      clearTimeout(timer);
      timer = setTimeout(open, wait);
    };
    void open();
    const late = setTimeout(() => setProblem((known) => known ?? NOT_LOADED), LATE_MS);
    return () => {
      isCurrent = false;
      retry.current = () => {};
      clearTimeout(late);
      clearTimeout(timer);
    };
  }, [query, readyQuery]);

  useEffect(() => {
    if (!page) return;
    let timer: ReturnType<typeof setTimeout>;
    const renewToken = async () => {
      try {
        const { url } = await load<PageAnswer>(`/words/page?${page.query}`);
        send({ type: 'words-token', token: new URLSearchParams(new URL(url).hash).get('#preview') ?? '' });
      } catch {
        timer = setTimeout(renewToken, RETRY_MS);
      }
    };
    const receive = async (event: MessageEvent) => {
      const message = readPageMessage(event, frame.current?.contentWindow, page);
      if (message?.type === 'words-ready') {
        setReadyQuery(page.query);
        setProblem(undefined);
        send({ type: 'words-start', texts: page.texts });
        setIsOpen(false);
      } else if (message?.type === 'words-kept') settle.current();
      else if (message?.type === 'words-closed') setIsOpen(false);
      else if (message?.type === 'words-opened') {
        setIsOpen(true);
        // With a mouse, the page would move between the two presses of a double one.
        if (matchMedia('(hover: none)').matches) frame.current?.scrollIntoView({ block: 'nearest' });
      } else if (message?.type === 'words-ended') void renewToken();
      else if (message) {
        const answer = await onPressed(message);
        if (answer) send(answer);
      }
    };
    // A phone can close a page that is not visible.
    const saveWhenHidden = () => document.hidden && send({ type: 'words-save' });
    window.addEventListener('message', receive);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', receive);
      document.removeEventListener('visibilitychange', saveWhenHidden);
    };
  }, [page, frame, send, onPressed]);

  /** Of the frame, also when it shows no page; as long as a slow connection brings the page, it is not loaded again. */
  const handleLoad = useCallback(() => retry.current(RETRY_MS), []);

  return { page, problem, isOpen, send, saveTyped, handleLoad };
}
