import type { Conflict } from '../../conflicts/conflict';

/** By the names of the fields that both have changed: whose value stays. */
export type Choices = Record<string, 'yours' | 'theirs'>;

/** A conflict about which the owner is asked. */
export interface ConflictQuestion {
  conflict: Conflict;
  /** What the owner has pressed. */
  action: 'Save' | 'Publish';
  /** Receives `undefined` when nothing is to be saved. */
  answer: (choices: Choices | undefined) => void;
}

const listeners = new Set<() => void>();
let current: ConflictQuestion | undefined;

function show(question: ConflictQuestion | undefined): void {
  current = question;
  for (const listener of listeners) listener();
}

/** The question that is open; `undefined` when none is. */
export const getConflictQuestion = (): ConflictQuestion | undefined => current;

/**
 * Calls the listener when a question is opened or closed, and returns a function that ends this. A question that nothing
 * shows any more is answered: nothing is saved.
 */
export function subscribeToConflictQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) current?.answer(undefined);
  };
}

/** Asks the owner what to do about a conflict; `undefined` means that nothing is to be saved. */
export function askAboutConflict(
  conflict: Conflict,
  action: ConflictQuestion['action'],
): Promise<Choices | undefined> {
  // Nothing shows the question, so nothing is saved.
  if (listeners.size === 0) return Promise.resolve(undefined);
  current?.answer(undefined);
  return new Promise((resolve) => {
    const answer = (choices: Choices | undefined) => {
      if (current === question) show(undefined);
      resolve(choices);
    };
    const question = { conflict, action, answer };
    show(question);
  });
}
