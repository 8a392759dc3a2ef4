import { useState } from 'react';
import type { MenuItem } from '../../menu/menuAnswers';
import { ActionDialog } from '../components/ActionDialog';
import { toUntil, UntilFields } from '../site/UntilFields';
import type { Place } from './menuContent';
import { useMenuContext } from './menuContext';
import { leaveMenu } from './menuEdits';
import { SmallButton } from './menuStyles';

/** The buttons with which the owner chooses when an item on the menu goes off by itself, or keeps it on. */
export function LeaveButton({ place, item: { name, leaves } }: { place: Place; item: MenuItem }) {
  const { client, focusUndo } = useMenuContext();
  const [isChoosing, setIsChoosing] = useState(false);
  const choose = async (values: Record<string, FormDataEntryValue>) => {
    const until = toUntil(values);
    return until ? (await client.send(leaveMenu(place, name, until), () => false))?.message : 'Choose a day.';
  };
  const keep = () => {
    void client.send(leaveMenu(place, name, null));
    focusUndo();
  };
  return (
    <>
      <SmallButton
        type="button"
        aria-label={`Take off on…: ${name}`}
        aria-haspopup="dialog"
        onClick={() => setIsChoosing(true)}
      >
        Take off on…
      </SmallButton>
      {leaves && (
        <SmallButton type="button" aria-label={`Keep it on: ${name}`} onClick={keep}>
          Keep it on
        </SmallButton>
      )}
      {isChoosing && (
        <ActionDialog
          title="Until when is it on the menu?"
          explanation={`“${name}” goes off the menu then by itself. Its words stay here for the next time.`}
          confirmLabel="Take it off then"
          onConfirm={choose}
          onClose={() => setIsChoosing(false)}
        >
          <UntilFields label="Last day" help="After it, guests don’t see it any more." />
        </ActionDialog>
      )}
    </>
  );
}
