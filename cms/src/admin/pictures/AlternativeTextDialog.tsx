import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { ActionDialog, DialogField } from '../ActionDialog';
import { answerQuestions, readQuestions, subscribeToQuestions } from './askAtUpload';

/** The length of the column in the database. */
const MAX_LENGTH = 255;
/** With these events, Strapi's dialog below takes the focus back, closes itself or stops scrolling. */
const KEPT_EVENTS = ['pointerdown', 'focusin', 'focusout', 'wheel', 'touchstart', 'touchmove'];

const Layer = styled.div`
  /* Strapi's dialog below takes the pointer away from everything else. */
  pointer-events: auto;
`;

const Picture = styled.div`
  display: grid;
  grid-template-columns: 9.6rem 1fr;
  gap: 1.2rem;
  align-items: start;
  overflow-wrap: anywhere;

  img {
    width: 100%;
    max-height: 9.6rem;
    border-radius: ${({ theme }) => theme.borderRadius};
    object-fit: contain;
  }
`;

/** The browser's dialog above Strapi's: keeps its events from Strapi's, which would not know that they are not its own. */
function Questions() {
  const questions = useSyncExternalStore(subscribeToQuestions, readQuestions);
  const layer = useRef<HTMLDivElement>(null);
  const answer = () => {
    const form = layer.current?.querySelector('form');
    answerQuestions(form ? Object.fromEntries(new FormData(form)) : {});
  };
  useEffect(() => {
    const stop = (event: Event) => event.stopPropagation();
    const stopEscape = (event: KeyboardEvent) => event.key === 'Escape' && event.stopImmediatePropagation();
    for (const type of KEPT_EVENTS) layer.current?.addEventListener(type, stop);
    window.addEventListener('keydown', stopEscape, true);
    return () => window.removeEventListener('keydown', stopEscape, true);
  }, []);
  return (
    <Layer ref={layer}>
      <ActionDialog
        title={questions.length === 1 ? 'What does this picture show?' : 'What do these pictures show?'}
        explanation="A few words for guests who can’t see it. A picture without them can be added, but not published."
        confirmLabel="Add"
        cancelLabel="Write it later"
        onConfirm={async () => undefined}
        // However it was closed: what is written already is kept.
        onClose={answer}
      >
        {questions.map(({ file, preview }, index) => (
          <Picture key={preview}>
            <img src={preview} alt="" />
            <DialogField
              name={String(index)}
              label={file.name}
              help={index ? '' : 'Such as “Ribeye with rosemary on a board”'}
              maxLength={MAX_LENGTH}
            />
          </Picture>
        ))}
      </ActionDialog>
    </Layer>
  );
}

/** Asks the owner for the alternative text of the pictures whose upload waits for it. */
export function AlternativeTextDialog() {
  const isAsking = useSyncExternalStore(subscribeToQuestions, readQuestions).length > 0;
  // In the body, because Strapi's dialog hides the application below it from screen readers.
  return isAsking && createPortal(<Questions />, document.body);
}
