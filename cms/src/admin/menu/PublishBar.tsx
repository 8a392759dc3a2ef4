import { type Ref, useState } from 'react';
import { styled } from 'styled-components';
import type { MenuAnswer } from '../../menu/menuAnswers';
import { ActionDialog } from '../components/ActionDialog';
import { Button } from '../components/styles';
import { MomentDialog } from '../site/MomentDialog';
import { listUnsaved } from './menuClient';
import { useMenuContext } from './menuContext';
import { planMenu, publishMenu } from './menuEdits';
import { Buttons, NARROW } from './menuStyles';
import { PlannedMenus } from './PlannedMenus';
import { useMenuState } from './useMenu';

const Bar = styled.section`
  position: sticky;
  z-index: 2;
  bottom: 0;
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem 1.6rem;
  align-items: center;
  margin-block-start: auto;
  padding: 0.8rem 5.6rem;
  border-block-start: 1px solid ${({ theme }) => theme.colors.neutral200};
  background: ${({ theme }) => theme.colors.neutral0};
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.5rem;
  line-height: 1.4;
  overflow-wrap: anywhere;

  ${NARROW} {
    padding: 0.8rem 1.6rem;

    button {
      padding-inline: 1.2rem;
    }
  }
`;

const Words = styled.div`
  flex: 1 1 28rem;
  min-width: 0;
`;

const Outcome = styled.p<{ $isProblem: boolean }>`
  color: ${({ theme, $isProblem }) => ($isProblem ? theme.colors.danger700 : theme.colors.success700)};
`;

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
  const { queue, undoStack, notice, problem, ...state } = useMenuState(client, (whole) => whole);
  const { unpublished, planned, timeZone, readAt } = menu;
  /** The dialog that is open; it covers the menu, so what the owner has seen is from when she opened it. */
  const [dialog, setDialog] = useState<'now' | { seenAt: string }>();
  const isBusy = queue.length > 0;
  const canUndo = isBusy || undoStack.length > 0;
  const isPublishing = queue.includes(publishMenu);
  const hasUnsaved = listUnsaved({ ...state, queue, undoStack, notice, problem }).length > 0;
  const isWaiting = hasUnsaved || unpublished > 0;
  const [next] = planned;
  const publish = () => void client.publish(publishMenu);
  const close = () => setDialog(undefined);
  return (
    <Bar aria-label="Publishing">
      <PlannedMenus planned={planned} isPublished={unpublished === 0} />
      <Words>
        {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
        <div role="status">
          {notice && !problem && !isBusy && <Outcome $isProblem={false}>{notice}</Outcome>}
        </div>
        <div role="alert">{problem && <Outcome $isProblem>{problem}</Outcome>}</div>
        <p>{describeWaiting(unpublished, hasUnsaved)}</p>
      </Words>
      <Buttons>
        <Button
          type="button"
          ref={undoButton}
          aria-disabled={!canUndo}
          // A field that is left saves its words, and then these would be undone and not what the bar tells.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => canUndo && client.undo()}
        >
          Undo
        </Button>
        {isWaiting && (
          <Button type="button" aria-haspopup="dialog" onClick={() => setDialog({ seenAt: readAt })}>
            Publish at…
          </Button>
        )}
        {(isWaiting || isPublishing) && (
          <Button
            type="button"
            $isFilled
            aria-disabled={isPublishing}
            onClick={() => isPublishing || (next ? setDialog('now') : publish())}
          >
            {isPublishing ? 'Publishing…' : 'Publish the menu'}
          </Button>
        )}
      </Buttons>
      {dialog === 'now' && next && (
        <ActionDialog
          title="Publish all of it now?"
          explanation={`Planned for ${next.when}: ${next.change}. The site shows at once everything that you see here, also what waits for that time.`}
          confirmLabel="Publish now"
          onConfirm={async () => publish()}
          onClose={close}
        />
      )}
      {dialog && dialog !== 'now' && (
        <MomentDialog
          title="When does it go out?"
          explanation="Choose when the site shows the new words and dishes that you see here. Until then it stays as it is."
          confirmLabel="Publish at this time"
          // The same time replaces what is planned for it.
          {...(next?.isBehindDraft && { defaultValue: next.localTime })}
          timeZone={timeZone}
          onConfirm={async (time) => (await client.publish(planMenu(time, dialog.seenAt)))?.message}
          onClose={close}
        />
      )}
    </Bar>
  );
}
