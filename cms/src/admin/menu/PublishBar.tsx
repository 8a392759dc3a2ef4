import type { Ref } from 'react';
import type { MenuAnswer } from '../../menu/menuAnswers';
import { EditBar } from '../site/EditBar';
import { PlannedChanges } from '../site/PlannedChanges';
import { useEditState } from '../site/useEdits';
import { listUnsaved } from './menuClient';
import { useMenuContext } from './menuContext';
import { planMenu, publishMenu } from './menuEdits';

/** Tells what waits for “Publish the menu”. */
function describeWaiting(count: number, hasUnsaved: boolean): string {
  if (hasUnsaved) return 'Something that you typed is not saved yet.';
  // Not that the site shows all of this: new words of what is off the menu don't wait for the publishing alone.
  if (count === 0) return 'Everything is published.';
  return count === 1 ? '1 change is not on the site yet' : `${count} changes are not on the site yet`;
}

interface PublishBarProps {
  menu: MenuAnswer;
  /** Gets the focus when the item that had it is deleted. */
  undoButton: Ref<HTMLButtonElement>;
}

/** At the bottom of the screen: what is planned, what has happened last, with *Undo*, and what waits for *Publish the menu*. */
export function PublishBar({ menu, undoButton }: PublishBarProps) {
  const { client } = useMenuContext();
  const state = useEditState(client, (whole) => whole);
  const { unpublished, planned } = menu;
  const hasUnsaved = listUnsaved(state).length > 0;
  return (
    <EditBar
      state={state}
      waiting={describeWaiting(unpublished, hasUnsaved)}
      isWaiting={hasUnsaved || unpublished > 0}
      isPublishing={state.queue.includes(publishMenu)}
      labels={{ publish: 'Publish the menu', plan: 'Publish at…' }}
      next={planned[0]}
      answer={menu}
      onUndo={client.undo}
      onPublish={() => void client.publish(publishMenu)}
      onPlan={(...plan) => client.publish(planMenu(...plan))}
      undoButton={undoButton}
    >
      <PlannedChanges changes={planned} />
    </EditBar>
  );
}
