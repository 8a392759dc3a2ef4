import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { MenuItem } from '../../menu/menuAnswers';
import { DayDialog } from './DayDialog';
import type { MenuClient } from './menuClient';
import type { Place } from './menuContent';
import { NARROW, SmallButton } from './menuStyles';
import { describeNextOpening } from './untilReturn';
import { useMenuState } from './useMenu';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-column: 2 / -1;
  align-items: center;
  gap: 0.4rem 0.8rem;
  margin-block-start: 0.4rem;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.4rem;

  ${NARROW} {
    grid-column: 1 / -1;
    padding-inline: 0.4rem;

    p {
      flex-basis: 100%;
    }
  }
`;

interface OffLineProps {
  client: MenuClient;
  place: Place;
  item: MenuItem;
}

/** Until when an item is off the menu, and the buttons that change it. */
export function OffLine({ client, place, item }: OffLineProps) {
  const nextOpening = useMenuState(client, ({ menu }) => menu?.nextOpening ?? '');
  const timeZone = useMenuState(client, ({ menu }) => menu?.timeZone ?? '');
  const [isChoosing, setIsChoosing] = useState(false);
  const firstButton = useRef<HTMLButtonElement>(null);
  const { name, returns } = item;
  const stayOff = (until?: string) =>
    client.dispatch({
      type: 'edited',
      edit: { type: 'show', place, name, shown: false, ...(until !== undefined && { until }) },
    });
  const close = () => {
    setIsChoosing(false);
    // The button that opened the dialog is not there any more, so that the browser can't return the focus to it.
    if (returns) firstButton.current?.focus();
  };
  const label = returns ? 'Until I put it back' : describeNextOpening(nextOpening, Date.now(), timeZone);
  return (
    <Line>
      <p>{returns ? `Off the menu, back ${returns.when}` : 'Off the menu until I put it back'}</p>
      {/* One button that changes its words, so that it keeps the focus. */}
      <SmallButton
        type="button"
        ref={firstButton}
        aria-label={`${label}: ${name}`}
        onClick={() => stayOff(returns ? undefined : 'tomorrow')}
      >
        {label}
      </SmallButton>
      {!returns && (
        <SmallButton
          type="button"
          aria-haspopup="dialog"
          aria-label={`Until a day…: ${name}`}
          onClick={() => setIsChoosing(true)}
        >
          Until a day…
        </SmallButton>
      )}
      {isChoosing && <DayDialog name={name} timeZone={timeZone} onChoose={stayOff} onClose={close} />}
    </Line>
  );
}
