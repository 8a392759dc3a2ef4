import { type ReactElement, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useBlocker } from 'react-router-dom';
import { styled } from 'styled-components';
import { keepDialogEvents } from '../strapi/page';

interface Question {
  id: number;
  dialog: ReactElement;
}

let questions: readonly Question[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setQuestions(next: readonly Question[]): void {
  questions = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Shows an `ActionDialog` above the admin, after those that are open already, and waits for its answer.
 * @param createDialog receives the function that answers and closes the dialog
 * @returns `undefined` at once where Strapi does not show `OpenDialog`, so that nothing waits for an answer
 */
export function openDialog<Answer>(
  createDialog: (answer: (value: Answer) => void) => ReactElement,
): Promise<Answer | undefined> {
  if (listeners.size === 0) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const answer = (value: Answer) => {
      setQuestions(questions.filter((question) => question.id !== id));
      resolve(value);
    };
    setQuestions([...questions, { id, dialog: createDialog(answer) }]);
  });
}

const Layer = styled.div`
  /* A dialog of Strapi's below takes the pointer away from everything else. */
  pointer-events: auto;
`;

/** Keeps the events of a dialog from Strapi's code, and closes the dialog when the owner presses the browser's *Back*. */
function DialogLayer({ dialog }: { dialog: ReactElement }) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => (layer.current ? keepDialogEvents(layer.current) : undefined), []);
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP');
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    layer.current?.querySelector('dialog')?.close();
  }, [blocker]);
  return <Layer ref={layer}>{dialog}</Layer>;
}

/** Shows the dialog that `openDialog` has opened. */
export function OpenDialog() {
  const question = useSyncExternalStore(subscribe, () => questions[0]);
  // In the body, because a dialog of Strapi's hides the application below it from screen readers.
  return question && createPortal(<DialogLayer key={question.id} dialog={question.dialog} />, document.body);
}
