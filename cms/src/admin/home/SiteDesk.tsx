import { type ReactNode, useCallback, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { toContentManagerPath } from '../../shared/content/contentManager';
import { contentTypes, uidOf } from '../../shared/content/contentTypes';
import type { AdminMessage, TextPlace } from '../../shared/requests/editMessages';
import type { WaitingAnswer } from '../../words/wordsAnswers';
import { Button, ButtonRow, NARROW } from '../components/styles';
import { EditBar } from '../site/EditBar';
import { useEditState } from '../site/useEdits';
import { type Pressed, usePage } from './usePage';
import { usePermissions } from './usePermissions';
import { planSite, publishSite, saveWords, useWords } from './useWords';

const Desk = styled.section`
  display: grid;
  gap: 0.8rem;
  padding: 0 5.6rem 2.4rem;

  iframe {
    width: 100%;
    height: max(48rem, calc(100dvh - 18rem));
    border: 1px solid ${({ theme }) => theme.colors.neutral200};
    background: ${({ theme }) => theme.colors.neutral0};
    /* The bar. */
    scroll-margin-block-end: 8rem;
  }

  ${NARROW} {
    padding: 0 0 1.6rem;

    > :not(iframe) {
      margin-inline: 1.6rem;
    }

    iframe {
      /* Between the bars at the top and the bottom. */
      height: max(40rem, calc(100dvh - 22rem));
      border-inline: 0;
      scroll-margin-block: 6rem 16rem;
    }

    button {
      padding-inline: 0.8rem;
    }
  }
`;

const NOT_PUBLISHING = 'What you type is saved when you leave it. Your account does not publish it.';

/** Tells what waits for “Publish”, and where. */
function describeWaiting({ entries }: WaitingAnswer, isOpen: boolean): string {
  if (entries.length === 0)
    return isOpen
      ? 'Leave the text to save it as a draft, or publish.'
      : 'Everything is published. Press words or a picture to change them.';
  const names = entries.map(({ name, fields }) => (fields.length ? `${name} (${fields.join(', ')})` : name));
  const verb = entries.length === 1 ? '1 change is' : `${entries.length} changes are`;
  return `${verb} not on the site yet: ${names.join('; ')}`;
}

/** Returns the screen that changes what was pressed on a page and can't be typed there. */
function toFormPath({ type, documentId, field }: TextPlace): string {
  if (field === 'dietaryStatement') return '/menu';
  // Not Strapi's parameter `field`: its lists of rows throw when it names another field.
  return `${toContentManagerPath(uidOf(type), documentId)}#${field}`;
}

interface SiteDeskProps {
  /** Opens what changes the notice. */
  onNotice: () => void;
  /** What is shown below the pages; `isMissing` when these can't be shown. */
  children: (isMissing: boolean) => ReactNode;
}

/** The pages of the site, whose texts are pressed and typed, and what of it waits to be published. */
export function SiteDesk({ onNotice, children }: SiteDeskProps) {
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const frame = useRef<HTMLIFrameElement>(null);
  /** Of the text that was left last. */
  const saving = useRef<Promise<AdminMessage>>();
  /** Whether another page comes once that text is saved. */
  const isLeaving = useRef(false);
  const { client, waiting } = useWords();
  const can = usePermissions();
  const canPublish = Object.keys(contentTypes).some((type) => can('publish', uidOf(type)));
  const state = useEditState(client, (whole) => whole);

  const receive = useCallback(
    async (message: Pressed): Promise<AdminMessage | undefined> => {
      const { place } = message;
      if (message.type === 'words-left') {
        const { current: sender } = frame;
        // The page tells a problem, unless another is shown by then.
        saving.current = saveWords(client, message, () => isLeaving.current || frame.current !== sender);
        return saving.current;
      }
      if (place.field === 'notice') onNotice();
      else {
        await saving.current;
        // The way back leads to the same place.
        const page = new URL(frame.current?.src ?? '').pathname;
        setQuery({ path: page, type: place.type, id: place.documentId }, { replace: true });
        navigate(toFormPath(place));
      }
      return undefined;
    },
    [client, navigate, setQuery, onNotice],
  );
  const { page, problem, isOpen, send, saveTyped, handleLoad } = usePage(frame, query.toString(), receive);

  const isWaiting = ({ uid, documentId }: { uid: string; documentId: string }) =>
    waiting?.entries.some((entry) => entry.uid === uid && entry.documentId === documentId);
  const next = waiting?.planned.find(({ entries }) => entries.some(isWaiting));
  const publish = async (edit: typeof publishSite) => {
    await saveTyped();
    return client.send(edit);
  };
  /** Takes back what is typed, or else what has happened last. */
  const undo = async () => {
    if (isOpen) await saveTyped();
    // A text that could not be saved is in its field only, and nothing else is undone in its place.
    const isLost = isOpen && (await saving.current)?.type === 'words-failed';
    if (isLost) send({ type: 'words-undo' });
    else client.undo();
  };
  const openPage = async (path: string) => {
    isLeaving.current = true;
    await saveTyped();
    // The page forgets what it knows to be saved: else it would be there again, also once it is undone.
    await saving.current;
    isLeaving.current = false;
    // Unless a form was opened meanwhile.
    if (frame.current) setQuery({ path }, { replace: true });
  };

  return (
    <>
      <Desk aria-label="The site">
        <ButtonRow role="group" aria-label="Pages">
          {page?.pages.map(({ path, name }) => (
            <Button
              key={path}
              type="button"
              aria-pressed={path === page.path}
              onClick={() => void openPage(path)}
            >
              {name}
            </Button>
          ))}
        </ButtonRow>
        <div role="status">{problem && <p>{problem}</p>}</div>
        {page && (
          <iframe
            key={page.url}
            ref={frame}
            src={page.url}
            title="The page, with words to press"
            onLoad={handleLoad}
          />
        )}
        {children(problem !== undefined)}
      </Desk>
      {waiting && (
        <EditBar
          state={state}
          waiting={canPublish ? describeWaiting(waiting, isOpen) : NOT_PUBLISHING}
          isWaiting={canPublish && (isOpen || waiting.entries.length > 0)}
          isPublishing={state.queue.includes(publishSite)}
          labels={{ publish: 'Publish', plan: 'At…' }}
          next={next}
          answer={waiting}
          isTyping={isOpen}
          onUndo={() => void undo()}
          onPublish={() => void publish(publishSite)}
          onPlan={(...plan) => publish(planSite(...plan))}
        />
      )}
    </>
  );
}
