import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { HOURS_FORM, toContentManagerPath } from '../../shared/content/contentManager';
import { uidOf } from '../../shared/content/contentTypes';
import { describeOpeningStatus, type OpeningStatus } from '../../shared/hours/openingStatus';
import { readReason } from '../../shared/hours/specialDays';
import type { TodayAnswer } from '../../today/todayRoutes';
import { ActionDialog, DialogField } from '../components/ActionDialog';
import { Button, ButtonLink, ButtonRow, Card, Outcome } from '../components/styles';
import { useSettled } from '../forms/useSettled';
import { useLive } from '../requests/useLive';
import { HoursField, reasonField } from './HoursField';
import { NoticeFields } from './NoticeFields';

const NOTICE_ENTRY = toContentManagerPath(uidOf('website-name'));

const TodaySection = styled(Card)`
  display: grid;
  gap: 0.8rem;
  /* The space of the usual content, so that nothing moves when it arrives. */
  min-height: 17rem;
  align-content: start;
  margin-bottom: 2.4rem;

  p > a {
    color: ${({ theme }) => theme.colors.primary700};
  }

  @media (width < 480px) {
    min-height: 23rem;
    padding: 1.6rem;

    h2 {
      font-size: 1.6rem;
    }
  }
`;

const Facts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 2.4rem;
`;

const Line = styled.strong`
  font-size: 1.8rem;
  font-weight: 600;
`;

/** The reason for which today is closed, and the sentence that guests will read. */
function ClosedReasonField({ status }: { status: OpeningStatus | null }) {
  const [reason, setReason] = useState('');
  const settled = useSettled(reason);
  return (
    <>
      <DialogField {...reasonField} value={reason} onChange={setReason} />
      {status && (
        <p role="status">
          Guests read:{' '}
          <strong>
            {describeOpeningStatus({ ...status, reason: status.isClosedToday ? readReason(settled) : '' })}
          </strong>
        </p>
      )}
    </>
  );
}

const HOURS = '/today/hours';
const NOTICE = '/today/notice';

/** Everything that the owner can do about today; an action without values takes something back. The dialog is called as its button. */
const actions = {
  close: {
    button: 'Closed today',
    explanation: 'Every page says so at once. The days after today stay as they are.',
    confirm: 'Close for today',
    path: HOURS,
    values: { closed: true },
  },
  changeHours: {
    button: 'Different hours today',
    explanation: 'Every page shows these hours at once. The days after today stay as they are.',
    confirm: 'Show these hours',
    path: HOURS,
    values: { closed: false },
  },
  restoreHours: {
    button: 'Back to the usual hours',
    explanation: 'Every page shows the usual hours at once.',
    confirm: 'Show the usual hours',
    path: HOURS,
  },
  putUpNotice: {
    button: 'Put up a notice',
    explanation: 'The notice is at the top of every page, and comes down on its own.',
    confirm: 'Show the notice',
    path: NOTICE,
    values: {},
  },
  changeNotice: {
    button: 'Change the notice',
    explanation: 'Every page shows the change at once.',
    confirm: 'Show the change',
    path: NOTICE,
    values: {},
  },
  takeNoticeDown: {
    button: 'Take the notice down',
    explanation: 'It leaves every page at once.',
    confirm: 'Take it down',
    path: NOTICE,
  },
} as const;

type ActionName = keyof typeof actions;

/** Lists what the owner can do about today's hours; a day that is closed already can't be closed. */
function listHoursActions({ isClosed, isSpecialDay }: TodayAnswer): ActionName[] {
  if (isSpecialDay) return ['restoreHours', 'changeHours'];
  return isClosed ? ['changeHours'] : ['close', 'changeHours'];
}

/** Describes what the site shows after an action. */
function describeResult(action: ActionName, { line, notice }: TodayAnswer): string {
  if (action === 'takeNoticeDown') return 'Done: the notice is off the site.';
  if (actions[action].path === NOTICE) return `Done: the notice is on the site ${notice?.shown ?? ''}.`;
  return line ? `Done: the site says “${line}”.` : 'Done: the site shows it now.';
}

/** The fields of an action's dialog. */
function ActionFields({ action, today }: { action: ActionName; today: TodayAnswer }) {
  if (action === 'close') return <ClosedReasonField status={today.statusIfClosed} />;
  if (action === 'changeHours')
    return (
      <>
        <HoursField hours={today.startingHours} />
        <DialogField {...reasonField} />
      </>
    );
  if (action === 'putUpNotice' || action === 'changeNotice')
    return (
      <NoticeFields notice={today.notice ?? { text: '', from: '', until: today.nextOpening, address: '' }} />
    );
  return null;
}

const findWait = ({ validMs }: TodayAnswer) => validMs;

/** The site's line about today, and the buttons that change it. It is empty for accounts that may change none of it. */
export function TodayCard() {
  const { answer: today, hasFailed, isForbidden, send } = useLive<TodayAnswer>('/today', findWait);
  /** The action of the open dialog, and what the owner saw of today when it opened. */
  const [dialog, setDialog] = useState<{ action: ActionName; today: TodayAnswer }>();
  const [result, setResult] = useState('');

  if (isForbidden) return null;

  const confirm = async (values: Record<string, FormDataEntryValue>) => {
    if (!dialog) return;
    const { action } = dialog;
    const { date } = dialog.today;
    const { path, ...change } = actions[action];
    const latest = await send(
      'values' in change
        ? { method: 'PUT', path, body: { ...values, ...change.values, date } }
        : { method: 'DELETE', path: `${path}?date=${date}`, body: {} },
    );
    setResult(describeResult(action, latest));
  };

  const createButton = (key: string, action: ActionName, shown: TodayAnswer) => (
    <Button
      key={key}
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        setResult('');
        setDialog({ action, today: shown });
      }}
    >
      {actions[action].button}
    </Button>
  );

  return (
    <>
      <TodaySection aria-label="Today">
        <h2>{today?.daySentence ?? 'Today'}</h2>
        {!today && hasFailed && (
          <p>There is no connection to the site. This screen tries again on its own.</p>
        )}
        {today && (
          <>
            <Facts>
              {today.line === null ? (
                <p>The site says nothing about today: it doesn’t understand the opening hours.</p>
              ) : (
                <p>
                  On the site: <Line>{today.line}</Line>
                </p>
              )}
              {today.hours !== null && <p>Hours today: {today.hours}</p>}
            </Facts>
            {today.notice && (
              <p>
                Notice, shown {today.notice.shown}: “{today.notice.text}”
              </p>
            )}
            {today.hasOtherHoursInDraft && (
              <p>
                Other hours for today are saved and not published: the next Publish of the hours shows them.
              </p>
            )}
            {today.hasOtherNoticeInDraft && (
              <p>
                Another notice is saved and not published: the next Publish of{' '}
                <Link to={NOTICE_ENTRY}>Name, logo, links</Link> shows it.
              </p>
            )}
          </>
        )}
        {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
        <div role="status">{result && <Outcome>{result}</Outcome>}</div>
        {today && (
          <ButtonRow>
            {today.canChangeHours &&
              // By their places, a button has the focus after an action replaces it by the one that undoes it.
              listHoursActions(today).map((action, place) => createButton(`hours ${place}`, action, today))}
            {today.canChangeHours && <ButtonLink to={HOURS_FORM}>Hours, special days</ButtonLink>}
            {today.canChangeNotice &&
              createButton('notice', today.notice ? 'changeNotice' : 'putUpNotice', today)}
            {today.canChangeNotice && today.notice && createButton('end of notice', 'takeNoticeDown', today)}
          </ButtonRow>
        )}
      </TodaySection>
      {dialog && (
        <ActionDialog
          title={actions[dialog.action].button}
          explanation={`${dialog.today.daySentence} ${actions[dialog.action].explanation}`}
          confirmLabel={actions[dialog.action].confirm}
          onConfirm={confirm}
          onClose={() => setDialog(undefined)}
        >
          <ActionFields action={dialog.action} today={dialog.today} />
        </ActionDialog>
      )}
    </>
  );
}
