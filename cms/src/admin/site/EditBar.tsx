import { type ReactNode, type Ref, useState } from 'react';
import { styled } from 'styled-components';
import type { PlannedSummary } from '../../site/plannedChange';
import { ActionDialog } from '../components/ActionDialog';
import { Button, Buttons, NARROW, Outcome } from '../components/styles';
import type { EditProblem, EditState } from './editClient';
import { MomentDialog } from './MomentDialog';

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

interface EditBarProps {
  state: Pick<EditState<never, never>, 'notice' | 'problem'> & Record<'queue' | 'undoStack', unknown[]>;
  /** Tells what waits to be published. */
  waiting: string;
  isWaiting: boolean;
  isPublishing: boolean;
  /** Whether *Undo* takes back what is being typed: it is saved when the press leaves it. */
  isTyping?: boolean;
  labels: Record<'publish' | 'plan', string>;
  /** What goes out next. */
  next: PlannedSummary | undefined;
  /** The time zone of the restaurant, and when the screen's content was read. */
  answer: Record<'timeZone' | 'readAt', string>;
  onUndo: () => void;
  onPublish: () => void;
  /** @param seenAt when what goes out was read */
  onPlan: (time: string, seenAt: string, until: string) => Promise<EditProblem | undefined>;
  /** Gets the focus when what had it is gone. */
  undoButton?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/** At the bottom of a screen: what has happened last, with *Undo*, and what waits to be published, now or at a time. */
export function EditBar({
  state,
  isWaiting,
  isPublishing,
  isTyping = false,
  next,
  labels,
  ...props
}: EditBarProps) {
  /** The dialog that is open; it covers the screen, so what the owner has seen is from when she opened it. */
  const [dialog, setDialog] = useState<'now' | { seenAt: string }>();
  const { queue, undoStack, notice, problem } = state;
  const isBusy = queue.length > 0;
  const canUndo = isTyping || isBusy || undoStack.length > 0;
  const close = () => setDialog(undefined);
  return (
    <Bar aria-label="Publishing">
      {props.children}
      <Words>
        {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
        <div role="status">{notice && !problem && !isBusy && <Outcome>{notice}</Outcome>}</div>
        <div role="alert">{problem && <Outcome $isProblem>{problem}</Outcome>}</div>
        <p>{props.waiting}</p>
      </Words>
      <Buttons>
        <Button
          type="button"
          ref={props.undoButton}
          aria-disabled={!canUndo}
          // A field that is left saves its words, and then these would be undone and not what the bar tells.
          onMouseDown={(event) => isTyping || event.preventDefault()}
          onClick={() => canUndo && props.onUndo()}
        >
          Undo
        </Button>
        {isWaiting && (
          <Button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setDialog({ seenAt: props.answer.readAt })}
          >
            {labels.plan}
          </Button>
        )}
        {(isWaiting || isPublishing) && (
          <Button
            type="button"
            $isFilled
            aria-disabled={isPublishing}
            onClick={() => isPublishing || (next ? setDialog('now') : props.onPublish())}
          >
            {isPublishing ? 'Publishing…' : labels.publish}
          </Button>
        )}
      </Buttons>
      {dialog === 'now' && next && (
        <ActionDialog
          title="Publish all of it now?"
          explanation={`Planned for ${next.when}: ${next.change}. The site shows at once everything that you see here, also what waits for that time.`}
          confirmLabel="Publish now"
          onConfirm={async () => props.onPublish()}
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
          timeZone={props.answer.timeZone}
          canEnd
          onConfirm={async (time, until) => (await props.onPlan(time, dialog.seenAt, until))?.message}
          onClose={close}
        />
      )}
    </Bar>
  );
}
