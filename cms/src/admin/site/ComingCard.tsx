import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { HOURS_FORM } from '../../shared/content/contentManager';
import type { PlannedSummary } from '../../site/plannedChange';
import type { TodayAnswer } from '../../today/todayRoutes';
import { ActionDialog } from '../components/ActionDialog';
import { Box, Button, ButtonRow, Card, Outcome } from '../components/styles';
import { type Result, usePress } from '../components/usePress';
import { ViewButton } from '../components/ViewButton';
import { useLive } from '../requests/useLive';
import { useForgetEntriesMutation } from '../strapi/forgetEntries';
import { MomentDialog } from './MomentDialog';
import { useSchedule } from './useSchedule';

const ChangesSection = styled(Card)`
  display: grid;
  gap: 1.2rem;
  margin-bottom: 2.4rem;

  ol {
    display: grid;
    gap: 1.2rem;
  }
`;

const Item = styled(Box)`
  display: grid;
  gap: 0.4rem;

  h3 {
    font-weight: 600;
  }
`;

const Day = styled(Link)`
  display: block;
  padding: 1.1rem 0;
  color: ${({ theme }) => theme.colors.primary700};
`;

const When = styled.p`
  &::first-letter {
    text-transform: uppercase;
  }

  span {
    color: ${({ theme }) => theme.colors.neutral600};
  }
`;

const Told = styled(Outcome)`
  margin-bottom: 2.4rem;
  font-size: 1.5rem;
`;

/** What the owner can do with a change; `move` and `cancel` open a dialog. */
type Action = 'make' | 'move' | 'cancel' | 'forget';

/** The words of the button that makes a change now, where they are not those of publishing. */
const MAKE: Partial<Record<PlannedSummary['scope'], string>> = {
  item: 'Put it back now',
  end: 'End it now',
};

interface ChangeItemProps {
  change: PlannedSummary;
  onAction: (action: Action) => void;
}

/** A change: what, when, by whom, what the owner should know about it, and its buttons. */
function ChangeItem({ change: scheduled, onAction }: ChangeItemProps) {
  const id = useId();
  const { title, change, when, author, problem, state, scope, canChange } = scheduled;
  const isOpen = state === 'waiting' || state === 'asking';
  const createButton = (action: Action, label: string) => (
    <Button
      type="button"
      aria-describedby={id}
      aria-haspopup={action === 'move' || action === 'cancel' ? 'dialog' : undefined}
      onClick={() => onAction(action)}
    >
      {label}
    </Button>
  );
  return (
    <Item $isReport={state !== 'waiting'}>
      <h3 id={id}>{title}</h3>
      {problem !== null && <p>{problem}</p>}
      <p>{change}</p>
      <When>
        {when}
        {author !== null && <span>, planned by {author}</span>}
      </When>
      <ButtonRow>
        {canChange && state === 'asking' && createButton('make', MAKE[scope] ?? 'Publish now')}
        {isOpen && <ViewButton path={`/schedule/${scheduled.id}/look`} aria-describedby={id} />}
        {canChange && isOpen && createButton('move', 'Change')}
        {canChange && isOpen && createButton('cancel', 'Cancel')}
        {canChange && !isOpen && createButton('forget', 'I have read this')}
      </ButtonRow>
    </Item>
  );
}

/** What cancelling means where it is not that some words don't go out. */
const EFFECTS: Partial<Record<PlannedSummary['scope'], string>> = {
  item: 'It stays off the menu until you put it back.',
  end: 'What the site shows stays until you change it.',
};

/** Says what cancelling a change means. */
function describeCancelling({ scope, title, change, when }: PlannedSummary): string {
  const effect = EFFECTS[scope] ?? 'The site stays as it is, and nothing that you wrote is lost.';
  return `${title}: ${change}. Planned for ${when}. ${effect}`;
}

/** How the actions are sent. */
const REQUESTS: Record<Action, { method: 'PUT' | 'POST' | 'DELETE'; path?: string }> = {
  make: { method: 'POST', path: '/make' },
  move: { method: 'PUT' },
  cancel: { method: 'DELETE' },
  forget: { method: 'DELETE' },
};

/** Tells what has happened; `left` is what is still listed of the change. */
function describeResult(action: Action, left: PlannedSummary | undefined): string {
  if (action === 'move' && left) return `Done: now planned for ${left.when}.`;
  if (action === 'make') return left ? 'Not everything could be done.' : 'Done: the site shows it now.';
  return action === 'cancel' ? 'Done: this is not planned any more.' : 'Done.';
}

interface ComingCardProps {
  title: 'Please read this' | 'Coming up';
  /** Whether the special days after today are listed too. */
  hasDays?: boolean;
}

/** What the owner should read or answer of what was planned, or what is planned, in order, with the special days; nothing when there is nothing. */
export function ComingCard({ title, hasDays = false }: ComingCardProps) {
  const { answer: today } = useLive<TodayAnswer>(hasDays ? '/today' : undefined);
  const days = today?.comingDays ?? [];
  const { answer, send } = useSchedule('/schedule');
  const [dialog, setDialog] = useState<{ action: 'move' | 'cancel'; change: PlannedSummary }>();
  const { result, setResult, press, line } = usePress(dialog !== undefined);
  const [forgetEntries] = useForgetEntriesMutation();

  // What is no longer planned was published, so that forms show it when they are opened.
  const planned = answer?.changes.map(({ id, state }) => `${id} ${state}`).join();
  const known = useRef(planned);
  useEffect(() => {
    if (known.current !== undefined && known.current !== planned) void forgetEntries();
    known.current = planned;
  }, [planned, forgetEntries]);

  /** Sends an action; `time` is the other time of a change. */
  const change = async ({ id }: PlannedSummary, action: Action, time?: string): Promise<Result> => {
    const { method, path = '' } = REQUESTS[action];
    const { changes } = await send({ method, path: `/schedule/${id}${path}`, body: { time } });
    const left = changes.find((other) => other.id === id);
    return { text: describeResult(action, left) };
  };

  const handleAction = (scheduled: PlannedSummary, action: Action) => {
    setResult(undefined);
    if (action === 'move' || action === 'cancel') setDialog({ action, change: scheduled });
    else void press(() => change(scheduled, action));
  };

  const close = () => setDialog(undefined);
  const isComing = title === 'Coming up';
  const listed = (answer?.changes ?? []).filter(({ state }) => (state === 'waiting') === isComing);
  return (
    <>
      {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
      <div role="status" ref={line} tabIndex={-1}>
        {result && <Told $isProblem={result.isProblem}>{result.text}</Told>}
      </div>
      {listed.length + days.length > 0 && (
        <ChangesSection aria-label={title}>
          <h2>{title}</h2>
          <ol>
            {listed.map((scheduled) => (
              <ChangeItem
                key={scheduled.id}
                change={scheduled}
                onAction={(action) => handleAction(scheduled, action)}
              />
            ))}
            {days.map(({ from, line }) => (
              <li key={from}>
                <Day to={HOURS_FORM}>{line}</Day>
              </li>
            ))}
          </ol>
        </ChangesSection>
      )}
      {answer && dialog?.action === 'move' && (
        <MomentDialog
          title="Another time"
          explanation={`${dialog.change.title}: ${dialog.change.change}. Planned for ${dialog.change.when}.`}
          confirmLabel="Move it"
          defaultValue={dialog.change.localTime}
          timeZone={answer.timeZone}
          onConfirm={async (time) => setResult(await change(dialog.change, 'move', time))}
          onClose={close}
        />
      )}
      {dialog?.action === 'cancel' && (
        <ActionDialog
          title="Cancel this?"
          explanation={describeCancelling(dialog.change)}
          confirmLabel="Cancel it"
          cancelLabel="Leave it planned"
          onConfirm={async () => setResult(await change(dialog.change, 'cancel'))}
          onClose={close}
        />
      )}
    </>
  );
}
