import { describe, expect, test } from 'vitest';
import { CONFLICT, createAnswer, openMenu, TYPE } from '../../../testing/fakeMenu';
import type { MenuItem } from '../../menu/menuAnswers';
import type { Answer, StoredStatement } from '../../shared/diet/dietaryStatement';
import type { StatementChange } from './changeStatement';
import { findNextDish } from './menuContent';
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
    item: () => menu.listDrinks()[0],
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

test('sends at most two commands for ten quick presses, and the last one has all answers', () => {
  const { run, answer, server, cola } = openStated();
  const ids = ['milk', 'eggs', 'fish', 'crustaceans', 'nuts', 'peanuts', 'wheat', 'soy', 'sesame', 'gluten'];
  run(...ids.map((id) => answer(id, 'contains')));
  expect(server.commands).toHaveLength(2);
  expect(Object.keys(cola?.statement?.answers ?? {})).toEqual(ids);
});

test('states nothing any more when the last answer is taken back', () => {
  const { run, answer, server, getState } = openStated(CONTAINS_MILK);
  run(answer('milk', null));
  expect(server.commands).toMatchObject([{ statement: null, seen: CONTAINS_MILK }]);
  expect(getState().notice).toMatch(/^Nothing is stated about “Cola” any more\./);
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

test('states for the words that are typed and not saved yet', () => {
  const { run, place, answer, cola, getState } = openStated();
  run({ type: 'textTyped', place, part: { name: 'Cherry cola ' } }, answer('milk', 'contains'));
  expect(cola?.statement?.confirmedFor.name).toBe('Cherry cola');
  expect(getState().notice).toMatch(/“Cherry cola”/);
});

describe('two at once', () => {
  const EGGS: StoredStatement = { ...CONTAINS_MILK, answers: { eggs: 'contains' } };

  test('shows what somebody else has stated, and saves nothing over it', () => {
    const { run, answer, cola, item, getState } = openStated();
    if (cola) cola.statement = EGGS;
    run(answer('milk', 'contains'));
    expect(getState().problem).toBe(CONFLICT.message);
    expect(item()?.statement).toEqual(EGGS);
  });

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

  test('confirms the same for the present words', () => {
    const { run, state, cola, getState } = openStated(FOR_SODA);
    run(state({ type: 'confirm' }));
    expect(cola?.statement).toEqual(CONTAINS_MILK);
    expect(getState().notice).toBe(
      'What you state about “Cola” is confirmed. It waits for “Publish the menu”. Until then, the site says “Ask us”.',
    );
  });

  test('is still asked after another answer, which says nothing of the answers for the earlier words', () => {
    const { run, answer, state, cola } = openStated(FOR_SODA);
    run(answer('eggs', 'free'));
    expect(cola?.statement).toEqual({ ...FOR_SODA, answers: { milk: 'contains', eggs: 'free' } });
    run(state({ type: 'confirm' }));
    expect(cola?.statement?.confirmedFor).toEqual(FOR_COLA);
  });

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
    [{ statement: FOR_SODA, otherChanges: ['Allergens and diet'] }, false],
  ])('is urgent when the site asks (%#)', (values, isAsking) => {
    const server = createAnswer([{ name: 'Cola', ...values }]);
    expect(isSiteAsking({ server }, { type: TYPE, id: '0' })).toBe(isAsking);
  });
});

test('one dish is open at a time, and the next one may be in the next list', () => {
  const { run, getState } = openStated();
  run({ type: 'dishOpened', id: '0' }, { type: 'dishOpened', id: '1' });
  expect(getState().openDish).toBe('1');
  run({ type: 'dishClosed' });
  expect(getState().openDish).toBe(undefined);

  const [section] = createAnswer([]).sections;
  const [list] = section?.lists ?? [];
  if (!section || !list) throw new Error('the menu has no list');
  const item = (id: string) => ({ id, name: id, isShown: true, isNew: false });
  const lists = [
    { ...list, type: 'menu-appetizer' as const, kind: 'dishes' as const, items: [item('soup')] },
    { ...list, type: 'menu-entree' as const, kind: 'dishes' as const, items: [] },
    { ...list, type: 'menu-side' as const, kind: 'dishes' as const, items: [item('fries')] },
    { ...list, items: [item('cola')] },
  ];
  const menu = { ...createAnswer([]), sections: [{ ...section, lists }] };
  expect(findNextDish(menu, 'soup')).toEqual({ type: 'menu-side', id: 'fries' });
  expect(findNextDish(menu, 'fries')).toBe(undefined);
  expect(findNextDish(menu, 'gone')).toBe(undefined);
});

test('an answer of the server leaves the items that have not changed as they are', () => {
  const { run, answer, listDrinks } = openStated();
  const [, tea] = listDrinks();
  run(answer('milk', 'contains'));
  expect(listDrinks()[1]).toBe(tea);
  run({ type: 'refreshRequested' });
  expect(listDrinks()[1]).toBe(tea);
});
