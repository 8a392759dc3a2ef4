import { useRef } from 'react';
import { styled } from 'styled-components';
import type { MenuItem } from '../../menu/menuAnswers';
import { describeStatement } from '../../shared/diet/describeStatement';
import { Button } from '../components/styles';
import type { MenuClient } from './menuClient';
import { type Place, textOf } from './menuContent';
import { findText } from './menuState';
import { NARROW, Problem, SmallButton, Waiting } from './menuStyles';
import { StatementPanel, toPanelId } from './StatementPanel';
import { askAboutStatement, isSiteAsking } from './statementEdit';
import { useMenuState } from './useMenu';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-column: 2 / -1;
  align-items: center;
  gap: 0.4rem 0.8rem;
  min-width: 0;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.4rem;
  overflow-wrap: anywhere;

  [role='alert'] {
    flex-basis: 100%;
  }

  ${NARROW} {
    grid-column: 2;
  }
`;

/** In line with the text of the fields above it. */
const Words = styled.p`
  flex: 0 1 auto;
  padding-inline-start: 1.3rem;

  ${NARROW} {
    flex: 1 1 18rem;
  }
`;

const Question = styled(Waiting)`
  flex: 1 1 100%;
`;

const QuietButton = styled(Button)`
  padding-inline: 1.3rem;
  border-color: transparent;
  background: transparent;
  font-size: 1.4rem;
  text-decoration: underline;
  text-underline-offset: 0.3rem;
`;

interface StatementLineProps {
  client: MenuClient;
  place: Place;
  item: MenuItem;
}

type QuestionLineProps = Pick<StatementLineProps, 'client' | 'place'> & { question: string; line: string };

/** Asks whether a statement is right for other words than those it was made for, and tells what guests read until then. */
function QuestionLine({ client, place, question, line }: QuestionLineProps) {
  const isAsking = useMenuState(client, (state) => isSiteAsking(state, place));
  const until = isAsking
    ? 'Until you answer and publish, the site says “Ask us”.'
    : 'Until you answer, the site says “Ask us” beside these words.';
  return (
    <Question>
      {question} {line} {until}
    </Question>
  );
}

/** What is stated about a dish, with the buttons that state, confirm and change it. */
export function StatementLine({ client, place, item }: StatementLineProps) {
  const { id } = place;
  const { name, statement } = item;
  const isOpen = useMenuState(client, ({ openDish }) => openDish === id);
  const text = useMenuState(client, (state) => findText(state, id)?.text);
  const question = useMenuState(
    client,
    ({ menu }) => menu && askAboutStatement(item, text ?? textOf(item), menu),
  );
  const refused = useMenuState(client, (state) =>
    state.refused?.id === id && state.refused.change.type === 'confirm' ? state.refused.message : '',
  );
  const toggle = useRef<HTMLButtonElement>(null);
  // While the panel is open, nothing above it may become longer: it would move away under the finger.
  const line = statement && !isOpen ? describeStatement(statement) : '';
  const confirm = () => {
    client.dispatch({ type: 'stated', place, change: { type: 'confirm' } });
    // The button goes away.
    toggle.current?.focus();
  };
  const close = () => {
    client.dispatch({ type: 'dishClosed' });
    toggle.current?.focus();
  };
  return (
    <>
      <Line>
        {question ? (
          <QuestionLine client={client} place={place} question={question} line={line} />
        ) : (
          line && <Words>{line}</Words>
        )}
        {question && (
          <SmallButton type="button" aria-label={`Still right: ${name}`} onClick={confirm}>
            Still right
          </SmallButton>
        )}
        <QuietButton
          type="button"
          ref={toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? toPanelId(id) : undefined}
          aria-label={`${statement ? 'Change' : 'State'} allergens and diet: ${name}`}
          onClick={() => client.dispatch(isOpen ? { type: 'dishClosed' } : { type: 'dishOpened', id })}
        >
          {statement ? 'Change' : 'State allergens and diet'}
        </QuietButton>
        <div role="alert">{refused && <Problem>{refused}</Problem>}</div>
      </Line>
      {isOpen && <StatementPanel client={client} place={place} item={item} onDone={close} />}
    </>
  );
}
