import type { Ref } from 'react';
import { styled } from 'styled-components';
import { Button } from '../components/styles';
import { describeWaiting } from './describeWaiting';
import type { MenuClient } from './menuClient';
import { hasUnsaved } from './menuState';
import { NARROW } from './menuStyles';
import { PlannedMenus } from './PlannedMenus';
import { PublishAt } from './PublishAt';
import { PublishNow } from './PublishNow';
import { useMenuState } from './useMenu';

const Bar = styled.section`
  position: sticky;
  z-index: 2;
  bottom: 0;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0.8rem 1.6rem;
  align-items: center;
  min-height: 7.6rem;
  margin-block-start: auto;
  padding: 1.2rem 5.6rem;
  border-block-start: 1px solid ${({ theme }) => theme.colors.neutral200};
  background: ${({ theme }) => theme.colors.neutral0};
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.5rem;
  line-height: 1.4;
  overflow-wrap: anywhere;

  button {
    flex: none;
    white-space: nowrap;
  }

  /* Beside the other line, a long sentence would be a narrow column. */
  @media (width < 1100px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 0.4rem;
  }

  ${NARROW} {
    padding: 0.8rem 1.6rem;
  }
`;

const Line = styled.div<{ $isEmpty?: boolean }>`
  display: ${({ $isEmpty }) => ($isEmpty ? 'none' : 'flex')};
  align-items: center;
  justify-content: space-between;
  gap: 0.8rem 1.6rem;
  min-width: 0;
  min-height: 4.4rem;

  &:last-child {
    grid-column-end: -1;
  }
`;

/** On a phone, the words stand above the buttons. */
const WaitingLine = styled(Line)`
  ${NARROW} {
    flex-wrap: wrap;
  }
`;

const Buttons = styled.div`
  display: flex;
  gap: 0.8rem;
  margin-inline-start: auto;
`;

const Outcome = styled.p<{ $isProblem: boolean }>`
  color: ${({ theme, $isProblem }) => ($isProblem ? theme.colors.danger700 : theme.colors.success700)};
`;

const Count = styled.p<{ $isWaiting: boolean }>`
  flex: 1 1 12rem;
  color: ${({ theme, $isWaiting }) => ($isWaiting ? theme.colors.neutral800 : theme.colors.neutral600)};
  font-weight: ${({ $isWaiting }) => ($isWaiting ? 600 : 400)};
`;

interface PublishBarProps {
  client: MenuClient;
  /** Gets the focus when the item that had it is deleted. */
  undoButton: Ref<HTMLButtonElement>;
}

/** At the bottom of the screen: what is planned, what has happened last, with *Undo*, and what waits for *Publish the menu*. */
export function PublishBar({ client, undoButton }: PublishBarProps) {
  const { dispatch } = client;
  const state = useMenuState(client, (whole) => whole);
  const { menu, notice, problem } = state;
  const isBusy = state.queue.length > 0;
  const canUndo = isBusy || state.undoStack.length > 0;
  const unpublished = menu?.unpublished ?? 0;
  const isWaiting = hasUnsaved(state) || unpublished > 0;
  return (
    <Bar aria-label="Publishing">
      <PlannedMenus client={client} />
      <Line $isEmpty={!notice && !problem && !isBusy}>
        {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
        <div role="status">
          {notice && !problem && !isBusy && <Outcome $isProblem={false}>{notice}</Outcome>}
        </div>
        <div role="alert">{problem && <Outcome $isProblem>{problem}</Outcome>}</div>
        <Button
          type="button"
          ref={undoButton}
          aria-disabled={!canUndo}
          // A field that is left saves its words, and then these would be undone and not what the bar tells.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => dispatch({ type: 'edited', edit: { type: 'undo' } })}
        >
          Undo
        </Button>
      </Line>
      <WaitingLine>
        <Count $isWaiting={isWaiting}>{describeWaiting(unpublished, hasUnsaved(state))}</Count>
        <Buttons>
          {isWaiting && <PublishAt client={client} timeZone={menu?.timeZone ?? ''} />}
          <PublishNow client={client} isFilled={isWaiting} />
        </Buttons>
      </WaitingLine>
    </Bar>
  );
}
