import { flushSync } from 'react-dom';
import { styled } from 'styled-components';
import type { MenuItem } from '../../menu/menuAnswers';
import { allergens } from '../../shared/diet/allergens';
import { Button, Buttons } from '../components/styles';
import { Choices } from './Choices';
import { listUnanswered, type StatementChange } from './changeStatement';
import { findNextDish } from './menuContent';
import { useMenuContext } from './menuContext';
import { useMenuAnswer } from './useMenu';

const Panel = styled.div`
  display: grid;
  gap: 0.8rem;
  padding: 0.8rem;
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};
  font-size: 1.4rem;

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }

  &,
  button,
  input {
    /* Between the header and the bar at the bottom, which stay in view, also when the bar tells what has happened. */
    scroll-margin-block: 15rem 20rem;
  }
`;

/** In as many columns as fit, so that “Next dish” is in view. */
const Questions = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 40rem), 1fr));
  gap: 0.4rem 2.4rem;
`;

const DIET_OPTIONS = [
  [null, 'None stated'],
  ['vegetarian', 'Vegetarian'],
  ['vegan', 'Vegan'],
] as const;

const ANSWER_OPTIONS = [
  [null, 'Ask us'],
  ['contains', 'Contains'],
  ['onRequest', 'Can leave out'],
  ['free', 'Has none'],
] as const;

export const toPanelId = (id: string) => `allergens-and-diet-${id}`;

/** Moves the focus to the panel of a dish, and its first line to the top of the screen. */
function focusPanel(id: string): void {
  const panel = document.getElementById(toPanelId(id));
  panel?.focus({ preventScroll: true });
  panel?.scrollIntoView({ block: 'start' });
}

interface StatementPanelProps {
  /** The id of the dish. */
  id: string;
  item: MenuItem;
  onState: (change: StatementChange) => void;
  onDone: () => void;
}

/** Where the owner answers for each allergen what a dish has of it, and which diet it suits. */
export function StatementPanel({ id, item, onState, onDone }: StatementPanelProps) {
  const { open } = useMenuContext();
  const { name, statement } = item;
  const next = useMenuAnswer((menu) => findNextDish(menu, id));
  const hasUnanswered = listUnanswered(statement).length > 0;
  const openNext = (nextId: string) => {
    flushSync(() => open({ id: nextId, part: 'statement' }));
    focusPanel(nextId);
  };
  return (
    <Panel id={toPanelId(id)} role="group" tabIndex={-1} aria-label={`Allergens and diet of ${name}`}>
      <strong>{name}</strong>
      <p>Where you don’t answer, the site says “Ask us”.</p>
      <Questions>
        <Choices
          label="Diet"
          dish={name}
          options={DIET_OPTIONS}
          value={statement?.diet ?? null}
          onChoose={(diet) => onState({ type: 'diet', diet })}
        />
        {allergens.map((allergen) => (
          <Choices
            key={allergen.id}
            label={allergen.name.replace(/^./, (letter) => letter.toUpperCase())}
            dish={name}
            options={ANSWER_OPTIONS}
            value={statement?.answers[allergen.id] ?? null}
            onChoose={(answer) => onState({ type: 'answer', allergen: allergen.id, answer })}
          />
        ))}
      </Questions>
      <Buttons>
        <Button
          type="button"
          aria-disabled={!hasUnanswered}
          onClick={() => hasUnanswered && onState({ type: 'freeOfOthers' })}
        >
          Free of all the others
        </Button>
        {next !== undefined && (
          <Button type="button" $isFilled onClick={() => openNext(next)}>
            Next dish
          </Button>
        )}
        <Button type="button" onClick={onDone}>
          Done
        </Button>
      </Buttons>
    </Panel>
  );
}
