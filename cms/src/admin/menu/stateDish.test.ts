import { describe, expect, test } from 'vitest';
import { createAnswer, openMenu, TYPE } from '../../../testing/fakeMenu';
import type { MenuItem } from '../../menu/menuAnswers';
import type { Answer, StoredStatement } from '../../shared/diet/dietaryStatement';
import type { StatementChange } from './changeStatement';
import type { MenuEvent } from './menuReducer';
import { askAboutStatement, isSiteAsking } from './statementEdit';

const FOR_COLA = { name: 'Cola', description: '', restoreId: null };
const CONTAINS_MILK: StoredStatement = { diet: null, answers: { milk: 'contains' }, confirmedFor: FOR_COLA };

/** The menu, where the owner states something about “Cola” as she would about a dish. */
function openStated(statement?: StoredStatement) {
  const menu = openMenu();
  const place = menu.placeOf('Cola');
  const [cola] = menu.server.items;
  if (cola && statement) cola.statement = statement;
  menu.run({ type: 'refreshRequested' });
  const state = (change: StatementChange): MenuEvent => ({ type: 'stated', place, change });
  return {
    ...menu,
    place,
    cola,
    state,
    answer: (allergen: string, answer: Answer | null) => state({ type: 'answer', allergen, answer }),
    item: () => menu.listShown()[0],
  };
}

test('shows an answer at once, saves it for the words of the dish, and can undo it', () => {
  const { dispatch, answerAll, answer, item, server, getState } = openStated();
  dispatch(answer('milk', 'contains'));
  expect(item()?.statement).toEqual(CONTAINS_MILK);
  answerAll();
  expect(server.commands).toEqual([
    { type: 'state', list: TYPE, id: '0', statement: CONTAINS_MILK, seen: null },
  ]);
  expect(getState().undoStack).toHaveLength(1);
  expect(getState().notice).toBe('What you state about “Cola” is saved. It waits for “Publish the menu”.');
});

test('refuses a contradiction with a sentence, until another press', () => {
  const { run, answer, state, item, server, getState } = openStated(CONTAINS_MILK);
  run(state({ type: 'diet', diet: 'vegan' }));
  expect(getState().refused).toEqual({
    id: '0',
    change: { type: 'diet', diet: 'vegan' },
    message: 'A vegan dish can’t contain milk.',
  });
  expect(item()?.statement).toEqual(CONTAINS_MILK);
  expect(server.commands).toEqual([]);
  run(answer('eggs', 'free'));
  expect(getState().refused).toBe(undefined);
});

describe('two at once', () => {
  const EGGS: StoredStatement = { ...CONTAINS_MILK, answers: { eggs: 'contains' } };

  test('nor do presses that wait behind the one that failed', () => {
    const { run, answer, cola, item, getState } = openStated();
    if (cola) cola.statement = EGGS;
    run(answer('milk', 'contains'), answer('fish', 'free'));
    expect(getState().problem).toMatch(/^What is stated about “Cola” has changed in the meantime/);
    expect(item()?.statement).toEqual(EGGS);
  });

  test.each(['lost', 'response lost'] as const)('a press behind one that was %s is saved', (failure) => {
    const { run, answer, server, cola } = openStated();
    server.failures = [failure];
    run(answer('milk', 'contains'), answer('fish', 'free'));
    expect(cola?.statement?.answers).toEqual({ milk: 'contains', fish: 'free' });
  });
});

describe('“Still right”', () => {
  const FOR_SODA = { ...CONTAINS_MILK, confirmedFor: { ...FOR_COLA, name: 'Soda' } };
  const RESTORED = { ...CONTAINS_MILK, confirmedFor: { ...FOR_COLA, restoreId: 'earlier' } };

  test.each([
    [CONTAINS_MILK, 'Cola', undefined],
    [CONTAINS_MILK, 'Cherry cola', 'The words have changed since: is this still right?'],
    [FOR_SODA, 'Cola', 'The words have changed since: is this still right?'],
    [RESTORED, 'Cola', 'The site was restored: is this still right?'],
  ])('is asked about words and restores since (%#)', (statement, name, question) => {
    const item: MenuItem = { id: '0', name: 'Cola', isShown: true, isNew: false, statement };
    expect(askAboutStatement(item, { name }, { restoreId: null })).toBe(question);
  });

  test.each([
    [{ statement: CONTAINS_MILK }, false],
    [{ statement: FOR_SODA }, true],
    // The site shows the words for which it was stated.
    [{ statement: FOR_SODA, shown: { name: 'Soda' } }, false],
    [{ statement: FOR_SODA, isShown: false }, false],
  ])('is urgent when the site asks (%#)', (values, isAsking) => {
    const server = createAnswer([{ name: 'Cola', ...values }]);
    expect(isSiteAsking({ server }, { type: TYPE, id: '0' })).toBe(isAsking);
  });
});
