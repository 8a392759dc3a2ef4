import { useRef } from 'react';
import type { MenuItem } from '../../menu/menuAnswers';
import { describeStatement } from '../../shared/diet/describeStatement';
import { useEditState } from '../site/useEdits';
import type { StatementChange } from './changeStatement';
import { findText } from './menuClient';
import { type Place, textOf } from './menuContent';
import { useMenuContext } from './menuContext';
import { stateDish } from './menuEdits';
import { Line, SmallButton, Waiting } from './menuStyles';
import { StatementPanel, toPanelId } from './StatementPanel';
import { askAboutStatement, makeStatement } from './statementEdit';
import { useMenuAnswer } from './useMenu';

const UNTIL = 'Until you answer and publish, the site says “Ask us” beside these words.';

interface StatementLineProps {
  place: Place;
  item: MenuItem;
  /** Whether the answers about each allergen are open. */
  isOpen: boolean;
}

/** What is stated about a dish, with the buttons that state, confirm and change it. */
export function StatementLine({ place, item, isOpen }: StatementLineProps) {
  const { id } = place;
  const { name, statement } = item;
  const { client, open } = useMenuContext();
  const restoreId = useMenuAnswer((menu) => menu.restoreId) ?? null;
  const text = useEditState(client, (state) => findText(state, id)?.text) ?? textOf(item);
  const toggle = useRef<HTMLButtonElement>(null);
  const question = askAboutStatement(item, text, restoreId);
  // While the panel is open, nothing above it may become longer: it would move away under the finger.
  const line = statement && !isOpen ? describeStatement(statement) : '';
  const state = (change: StatementChange) =>
    void client.send(stateDish(place, item, makeStatement(statement, change, text, restoreId)));
  const confirm = () => {
    state({ type: 'confirm' });
    // The button goes away.
    toggle.current?.focus();
  };
  const close = () => {
    open({ id, part: 'words' });
    toggle.current?.focus();
  };
  return (
    <>
      {question && (
        <Waiting>
          {question} {line} {UNTIL}
        </Waiting>
      )}
      <Line>
        {!question && line && <p>{line}</p>}
        {question && (
          <SmallButton type="button" aria-label={`Still right: ${name}`} onClick={confirm}>
            Still right
          </SmallButton>
        )}
        <SmallButton
          type="button"
          ref={toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? toPanelId(id) : undefined}
          aria-label={`${statement ? 'Change' : 'State'} allergens and diet: ${name}`}
          onClick={() => open({ id, part: isOpen ? 'words' : 'statement' })}
        >
          {statement ? 'Change allergens and diet' : 'State allergens and diet'}
        </SmallButton>
      </Line>
      {isOpen && <StatementPanel id={id} item={item} onState={state} onDone={close} />}
    </>
  );
}
