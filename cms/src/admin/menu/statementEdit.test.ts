import { expect, test } from 'vitest';
import type { MenuItem } from '../../menu/menuAnswers';
import type { StoredStatement } from '../../shared/diet/dietaryStatement';
import { askAboutStatement, makeStatement } from './statementEdit';

const FOR_COLA = { name: 'Cola', description: '', restoreId: null };
const CONTAINS_MILK: StoredStatement = { diet: null, answers: { milk: 'contains' }, confirmedFor: FOR_COLA };
const FOR_SODA = { ...CONTAINS_MILK, confirmedFor: { ...FOR_COLA, name: 'Soda' } };
const RESTORED = { ...CONTAINS_MILK, confirmedFor: { ...FOR_COLA, restoreId: 'earlier' } };
const COLA: MenuItem = { id: '0', name: 'Cola', isShown: true, isNew: false };

test('a statement is for the words on the screen, and the last answer that is taken back leaves nothing', () => {
  const answer = (previous: StoredStatement | undefined, value: 'contains' | null) =>
    makeStatement(previous, { type: 'answer', allergen: 'milk', answer: value }, { name: ' Cola ' }, null);
  expect(answer(undefined, 'contains')).toEqual(CONTAINS_MILK);
  expect(answer(CONTAINS_MILK, null)).toBeNull();
});

test('an answer does not confirm the others for new words, and “Still right” does', () => {
  const eggs = { type: 'answer', allergen: 'eggs', answer: 'free' } as const;
  expect(makeStatement(FOR_SODA, eggs, { name: 'Cola' }, null)?.confirmedFor.name).toBe('Soda');
  expect(makeStatement(FOR_SODA, { type: 'confirm' }, { name: 'Cola' }, null)).toEqual(CONTAINS_MILK);
});

test.each([
  [CONTAINS_MILK, 'Cola', undefined],
  [CONTAINS_MILK, 'Cherry cola', 'The words have changed since: is this still right?'],
  [FOR_SODA, 'Cola', 'The words have changed since: is this still right?'],
  [RESTORED, 'Cola', 'The site was restored: is this still right?'],
])('“Still right” is asked about words and restores (%#)', (statement, name, question) => {
  expect(askAboutStatement({ ...COLA, statement }, { name }, null)).toBe(question);
});
