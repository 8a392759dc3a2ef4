import { flushSync } from 'react-dom';
import { styled } from 'styled-components';
import type { MenuItem } from '../../menu/menuAnswers';
import { allergens } from '../../shared/diet/allergens';
import { Button } from '../components/styles';
import { Choices } from './Choices';
import { listUnanswered, type StatementChange } from './changeStatement';
import type { MenuClient } from './menuClient';
import { findNextDish, type Place } from './menuContent';
import { NARROW } from './menuStyles';
import { useMenuState } from './useMenu';

const Panel = styled.div`
  display: grid;
  grid-column: 2 / -1;
  gap: 0.4rem;
  margin-block-start: 0.4rem;
  padding: 0.8rem 1.2rem 1.2rem;
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};
  color: ${({ theme }) => theme.colors.neutral800};
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

  ${NARROW} {
    grid-column: 1 / -1;
    padding-inline: 0.4rem;
  }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;
  margin-block-start: 0.4rem;

  button {
    padding-inline: 1.2rem;
    font-size: 1.4rem;
  }
`;

const DIET_OPTIONS = [
  [null, 'None stated'],
  ['vegetarian', 'Vegetarian'],
  ['vegan', 'Vegan'],
] as const;

const ANSWER_OPTIONS = [
  [null, 'Ask us'],
  ['contains', 'Contains'],
  ['onRequest', 'On request'],
  ['free', 'Free'],
] as const;

export const toPanelId = (id: string) => `allergens-and-diet-${id}`;

/** Moves the focus to the panel of a dish, and its first line to the top of the screen. */
function focusPanel(id: string): void {
  const panel = document.getElementById(toPanelId(id));
  panel?.focus({ preventScroll: true });
  panel?.scrollIntoView({ block: 'start' });
}

interface StatementPanelProps {
  client: MenuClient;
  place: Place;
  item: MenuItem;
  onDone: () => void;
}

/** Where the owner answers for each allergen what a dish has of it, and which diet it suits. */
export function StatementPanel({ client, place, item, onDone }: StatementPanelProps) {
  const { id } = place;
  const { name, statement } = item;
  const next = useMenuState(client, ({ menu }) => menu && findNextDish(menu, id)?.id);
  const refused = useMenuState(client, (state) => (state.refused?.id === id ? state.refused : undefined));
  const state = (change: StatementChange) => client.dispatch({ type: 'stated', place, change });
  const explain = (type: StatementChange['type'], allergen?: string) => {
    const change = refused?.change;
    const isRefused = change?.type === type && (change.type !== 'answer' || change.allergen === allergen);
    return isRefused ? refused?.message : undefined;
  };
  const hasUnanswered = listUnanswered(statement).length > 0;
  const openNext = (nextId: string) => {
    flushSync(() => client.dispatch({ type: 'dishOpened', id: nextId }));
    focusPanel(nextId);
  };
  return (
    <Panel id={toPanelId(id)} role="group" tabIndex={-1} aria-label={`Allergens and diet of ${name}`}>
      <strong>{name}</strong>
      <p>Where you do not answer, the site says “Ask us”.</p>
      <Choices
        label="Diet"
        dish={name}
        options={DIET_OPTIONS}
        value={statement?.diet ?? null}
        problem={explain('diet')}
        onChoose={(diet) => state({ type: 'diet', diet })}
      />
      {allergens.map((allergen) => (
        <Choices
          key={allergen.id}
          label={allergen.name.replace(/^./, (letter) => letter.toUpperCase())}
          dish={name}
          options={ANSWER_OPTIONS}
          value={statement?.answers[allergen.id] ?? null}
          problem={explain('answer', allergen.id)}
          onChoose={(answer) => state({ type: 'answer', allergen: allergen.id, answer })}
        />
      ))}
      <Buttons>
        <Button
          type="button"
          aria-disabled={!hasUnanswered}
          onClick={() => hasUnanswered && state({ type: 'freeOfOthers' })}
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
