import { useState } from 'react';
import type { MenuItem } from '../../menu/menuAnswers';
import { chooseMoment } from '../../shared/hours/describeMoment';
import { ActionDialog, DialogField } from '../components/ActionDialog';
import { describeNextOpening, type Place } from './menuContent';
import { useMenuContext } from './menuContext';
import { showItem } from './menuEdits';
import { Line, SmallButton } from './menuStyles';
import { useMenuAnswer } from './useMenu';

/** Until when an item is off the menu, and the buttons that change it. */
export function OffLine({ place, item: { name, returns } }: { place: Place; item: MenuItem }) {
  const { client } = useMenuContext();
  const nextOpening = useMenuAnswer((menu) => menu.nextOpening) ?? '';
  const timeZone = useMenuAnswer((menu) => menu.timeZone) ?? '';
  const [isChoosing, setIsChoosing] = useState(false);
  const stayOff = (until?: string) => void client.send(showItem(place, name, false, until));
  const chooseDay = async ({ date }: Record<string, FormDataEntryValue>) => {
    if (!date) return 'Choose a day.';
    const { problem } = chooseMoment(`${date}T23:59`, Date.now(), timeZone);
    if (problem === undefined) stayOff(String(date));
    return problem;
  };
  const isTomorrow = returns?.localTime === nextOpening;
  const choices = [
    {
      words: describeNextOpening(nextOpening, Date.now(), timeZone),
      isChosen: isTomorrow,
      choose: () => stayOff('tomorrow'),
    },
    { words: 'Until a day…', isChosen: false, choose: () => setIsChoosing(true) },
    { words: 'Until I put it back', isChosen: !returns, choose: () => stayOff() },
  ];
  return (
    <Line>
      <p>{returns ? `Off, back ${returns.when}` : 'Off until you put it back'}</p>
      {/* The one that is chosen stays, so that it keeps the focus. */}
      {choices.map(({ words, isChosen, choose }) => (
        <SmallButton
          key={words}
          type="button"
          aria-label={`${words}: ${name}`}
          aria-pressed={isChosen}
          onClick={() => isChosen || choose()}
        >
          {words}
        </SmallButton>
      ))}
      {isChoosing && (
        <ActionDialog
          title="Until which day?"
          explanation={`“${name}” comes back by itself when you open on this day, with the words that the site showed last.`}
          confirmLabel="Off until then"
          onConfirm={chooseDay}
          onClose={() => setIsChoosing(false)}
        >
          <DialogField
            name="date"
            label="Day"
            type="date"
            help="If you are closed on this day, it comes back when you open next."
          />
        </ActionDialog>
      )}
    </Line>
  );
}
