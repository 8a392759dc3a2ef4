import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { HOURS_FORM } from '../../shared/content/contentManager';
import type { PlannedSummary } from '../../site/plannedChange';
import type { TodayAnswer } from '../../today/todayRoutes';
import { ActionDialog } from '../components/ActionDialog';
import { Box, Button, ButtonRow, Card, Outcome } from '../components/styles';
import { explainFailure } from '../requests/explainFailure';
import { openPage } from '../requests/openPage';
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

const Result = styled(Outcome)`
  margin-bottom: 2.4rem;
  font-size: 1.5rem;
`;

/** What the owner can do with a change; `look` opens a page, `move` and `cancel` open a dialog. */
type Action = 'look' | 'make' | 'move' | 'cancel' | 'forget';

/** The words of the button that makes a change now, where they are not those of publishing. */
const MAKE: Partial<Record<PlannedSummary['scope'], string>> = {
  item: 'Put it back now',
  end: 'End it now',
};

/** Lists what the account can do with a change, with the texts of the buttons. */
function listActions({ state, scope, canChange }: PlannedSummary): [Action, string][] {
  const isOpen = state === 'waiting' || state === 'asking';
  const look: [Action, string][] = isOpen ? [['look', 'View']] : [];
  if (!canChange) return look;
  if (!isOpen) return [['forget', 'I have read this']];
  const make: [Action, string][] = state === 'asking' ? [['make', MAKE[scope] ?? 'Publish now']] : [];
  return [...make, ...look, ['move', 'Change'], ['cancel', 'Cancel']];
}

interface ChangeItemProps {
  change: PlannedSummary;
  onAction: (action: Action) => void;
}

/** A change: what, when, by whom, what the owner should know about it, and its buttons. */
function ChangeItem({ change: scheduled, onAction }: ChangeItemProps) {
  const id = useId();
  const { title, change, when, author, problem, state } = scheduled;
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
        {listActions(scheduled).map(([action, label]) => (
          <Button
            key={action}
            type="button"
            aria-describedby={id}
            aria-haspopup={action === 'move' || action === 'cancel' ? 'dialog' : undefined}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))}
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
const REQUESTS: Record<Exclude<Action, 'look'>, { method: 'PUT' | 'POST' | 'DELETE'; path?: string }> = {
  make: { method: 'POST', path: '/make' },
  move: { method: 'PUT' },
  cancel: { method: 'DELETE' },
  forget: { method: 'DELETE' },
};

/** Tells what has happened; `left` is what is still listed of the change. */
function describeResult(action: Exclude<Action, 'look'>, left: PlannedSummary | undefined): string {
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
  /** What happened after the latest press. */
  const [result, setResult] = useState<{ text: string; isProblem?: boolean }>();
  const [forgetEntries] = useForgetEntriesMutation();
  const outcome = useRef<HTMLDivElement>(null);
  /** Whether a change is under way: a second press must not send it again. */
  const isBusy = useRef(false);

  // What is no longer planned was published, so that forms show it when they are opened.
  const planned = answer?.changes.map(({ id, state }) => `${id} ${state}`).join();
  const known = useRef(planned);
  useEffect(() => {
    if (known.current !== undefined && known.current !== planned) void forgetEntries();
    known.current = planned;
  }, [planned, forgetEntries]);

  /** Moves the focus, which a removed button had, to what happened. */
  const keepFocus = useCallback(() => {
    if (document.activeElement === document.body) outcome.current?.focus();
  }, []);
  useEffect(() => {
    if (result) keepFocus();
  }, [result, keepFocus]);

  /** Sends an action; `time` is the other time of a change. */
  const change = async ({ id }: PlannedSummary, action: Exclude<Action, 'look'>, time?: string) => {
    const { method, path = '' } = REQUESTS[action];
    const { changes } = await send({ method, path: `/schedule/${id}${path}`, body: { time } });
    setResult({
      text: describeResult(
        action,
        changes.find((other) => other.id === id),
      ),
    });
  };

  /** Does what needs no question. */
  const act = async (scheduled: PlannedSummary, action: 'make' | 'forget') => {
    if (isBusy.current) return;
    isBusy.current = true;
    await change(scheduled, action).catch((error) =>
      setResult({ text: explainFailure(error), isProblem: true }),
    );
    isBusy.current = false;
  };

  const press = async (scheduled: PlannedSummary, action: Action) => {
    setResult(undefined);
    if (action === 'move' || action === 'cancel') return setDialog({ action, change: scheduled });
    if (action !== 'look') return act(scheduled, action);
    const problem = await openPage(`/schedule/${scheduled.id}/look`);
    if (problem) setResult({ text: problem, isProblem: true });
  };

  const close = () => {
    setDialog(undefined);
    keepFocus();
  };
  const isComing = title === 'Coming up';
  const listed = (answer?.changes ?? []).filter(({ state }) => (state === 'waiting') === isComing);
  return (
    <>
      {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
      <div role="status" ref={outcome} tabIndex={-1}>
        {result && <Result $isProblem={result.isProblem}>{result.text}</Result>}
      </div>
      {listed.length + days.length > 0 && (
        <ChangesSection aria-label={title}>
          <h2>{title}</h2>
          <ol>
            {listed.map((scheduled) => (
              <ChangeItem
                key={scheduled.id}
                change={scheduled}
                onAction={(action) => void press(scheduled, action)}
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
          onConfirm={(time) => change(dialog.change, 'move', time)}
          onClose={close}
        />
      )}
      {dialog?.action === 'cancel' && (
        <ActionDialog
          title="Cancel this?"
          explanation={describeCancelling(dialog.change)}
          confirmLabel="Cancel it"
          cancelLabel="Leave it planned"
          onConfirm={() => change(dialog.change, 'cancel')}
          onClose={close}
        />
      )}
    </>
  );
}
