import { FetchError, useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { toContentManagerPath } from '../../shared/content/contentManager';
import { uidOf } from '../../shared/content/contentTypes';
import { describeOpeningStatus, type OpeningStatus } from '../../shared/hours/openingStatus';
import { readReason } from '../../shared/hours/specialDays';
import type { TodayAnswer } from '../../today/todayRoutes';
import { ActionDialog, DialogField } from '../components/ActionDialog';
import { Button, Card } from '../components/styles';
import { useSettled } from '../forms/useSettled';
import { useForgetEntriesMutation } from '../strapi/forgetEntries';
import { HoursField } from './HoursField';

const HOURS_ENTRY = toContentManagerPath(uidOf('contactpage'), 'contact-hours');
const NOTICE_ENTRY = toContentManagerPath(uidOf('website-name'));
/** The longest time that a browser's timer can wait is 24 days. */
const MAX_TIMER_MS = 3_600_000;
const RETRY_MS = 30_000;

const TodaySection = styled(Card)`
  display: grid;
  gap: 0.8rem;
  /* The space of the usual content, so that nothing moves when it arrives. */
  min-height: 23rem;
  align-content: start;
  margin-bottom: 2.4rem;

  a {
    color: ${({ theme }) => theme.colors.primary700};
  }

  @media (width < 480px) {
    min-height: 36rem;
  }
`;

const Line = styled.strong`
  font-size: 1.8rem;
  font-weight: 600;
`;

const Done = styled.p`
  margin-bottom: 0.8rem;
  color: ${({ theme }) => theme.colors.success700};
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;

  @media (width < 480px) {
    button {
      flex: 1 1 100%;
    }
  }
`;

const reasonField = {
  name: 'reason',
  label: 'Reason',
  help: 'A few words, such as “Thanksgiving”. They may stay empty.',
  maxLength: 40,
};

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

/** Everything that the owner can do about today. */
const actions = {
  close: {
    button: 'Closed today',
    title: 'Closed today?',
    explanation:
      'Every page says at once that you are closed. The hours of the days after today stay as they are.',
    confirm: 'Close for today',
    method: 'put',
    type: 'contactpage',
    path: '/today/hours',
    fixedValues: { closed: true },
  },
  changeHours: {
    button: 'Different hours today',
    title: 'Different hours today',
    explanation: 'Every page says these hours at once. The hours of the days after today stay as they are.',
    confirm: 'Show these hours',
    method: 'put',
    type: 'contactpage',
    path: '/today/hours',
    fixedValues: { closed: false },
  },
  restoreHours: {
    button: 'Back to the usual hours',
    title: 'Back to the usual hours?',
    explanation: 'Every page says at once that the usual hours of this day of the week apply today.',
    confirm: 'Show the usual hours',
    method: 'del',
    type: 'contactpage',
    path: '/today/hours',
  },
  putUpNotice: {
    button: 'Put up a notice',
    title: 'Put up a notice',
    explanation: 'The notice is at the top of every page at once, and goes by itself.',
    confirm: 'Show the notice',
    method: 'put',
    type: 'website-name',
    path: '/today/notice',
  },
  takeNoticeDown: {
    button: 'Take the notice down',
    title: 'Take the notice down?',
    explanation: 'The notice leaves every page at once.',
    confirm: 'Take it down',
    method: 'del',
    type: 'website-name',
    path: '/today/notice',
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
  if (action === 'putUpNotice') return `Done: the notice is on the site ${notice?.shown ?? ''}.`;
  return line ? `Done: the site says now “${line}”.` : 'Done: the site shows it now.';
}

/** The fields of an action's dialog. */
function ActionFields({ action, today }: { action: ActionName; today: TodayAnswer }) {
  if (action === 'close') return <ClosedReasonField status={today.statusIfClosed} />;
  if (action === 'changeHours')
    return (
      <>
        <HoursField />
        <DialogField {...reasonField} />
      </>
    );
  if (action === 'putUpNotice')
    return (
      <>
        <DialogField
          name="text"
          label="Words"
          type="lines"
          help="One or two sentences, at most 140 characters."
          maxLength={140}
        />
        <DialogField
          name="until"
          label="Until"
          type="datetime-local"
          help="By the restaurant’s clock. Then it is gone by itself."
          defaultValue={today.nextOpening}
        />
        <DialogField
          name="address"
          label="Link"
          type="url"
          help="The web address that a press on the words opens. It may stay empty."
          maxLength={255}
        />
      </>
    );
  return null;
}

/** The site's line about today, and the buttons that change it. It is empty for accounts that may change none of it. */
export function TodayCard() {
  const { get, put, del } = useFetchClient();
  const [today, setToday] = useState<TodayAnswer | 'unknown' | 'forbidden'>();
  /** The action of the open dialog, and what the owner saw of today when it opened. */
  const [dialog, setDialog] = useState<{ action: ActionName; today: TodayAnswer }>();
  const [result, setResult] = useState('');
  /** The requests that have failed since the last success. */
  const [failures, setFailures] = useState(0);
  const [forgetEntries] = useForgetEntriesMutation();
  /** Counts the responses to changes: what was requested before the latest is out of date. */
  const changes = useRef(0);

  const refresh = useCallback(async () => {
    const changesBefore = changes.current;
    try {
      const { data } = await get<TodayAnswer>('/today');
      if (changes.current === changesBefore) setToday(data);
      setFailures(0);
    } catch (error) {
      const isForbidden = error instanceof FetchError && error.status === 403;
      // What the card shows already is still the latest that is known.
      setToday((latest) => (isForbidden ? 'forbidden' : (latest ?? 'unknown')));
      setFailures((count) => count + 1);
    }
  }, [get]);

  useEffect(() => {
    void refresh();
    window.addEventListener('focus', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      window.removeEventListener('focus', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [refresh]);

  useEffect(() => {
    if (today === undefined || today === 'forbidden') return;
    const validMs = failures > 0 || today === 'unknown' ? RETRY_MS : today.validMs;
    const timer = setTimeout(refresh, Math.min(validMs, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [today, failures, refresh]);

  if (today === 'forbidden') return null;
  const isKnown = typeof today === 'object';

  const confirm = async (values: Record<string, FormDataEntryValue>) => {
    if (!dialog) return;
    const { action } = dialog;
    const { date } = dialog.today;
    const { path, method, type, ...rest } = actions[action];
    const fixedValues = 'fixedValues' in rest ? rest.fixedValues : {};
    try {
      const { data } = await (method === 'del'
        ? del<TodayAnswer>(path, { params: { date } })
        : put<TodayAnswer>(path, { ...values, ...fixedValues, date }));
      changes.current += 1;
      setToday(data);
      setResult(describeResult(action, data));
    } catch (error) {
      // The change can be published although its response is lost.
      void refresh();
      throw error;
    } finally {
      void forgetEntries(uidOf(type));
    }
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
        <h2>Today</h2>
        {today === 'unknown' && (
          <p>There is no connection to the site right now. This comes back by itself.</p>
        )}
        {isKnown && (
          <>
            <p>{today.daySentence}</p>
            {today.line === null ? (
              <p>
                The site says nothing about today, because it doesn’t understand the opening hours.{' '}
                <Link to={HOURS_ENTRY}>Look at the opening hours</Link>
              </p>
            ) : (
              <p>
                The site says now: <Line>{today.line}</Line>
              </p>
            )}
            {today.hours !== null && <p>Hours today: {today.hours}</p>}
            {today.notice && (
              <p>
                Notice, shown {today.notice.shown}: “{today.notice.text}”
              </p>
            )}
            {today.hasOtherHoursInDraft && (
              <p>
                Today’s special day was changed and not published: the next Publish shows that change.{' '}
                <Link to={HOURS_ENTRY}>Look at the special days</Link>
              </p>
            )}
            {today.hasOtherNoticeInDraft && (
              <p>
                The notice was changed and not published: the next Publish shows that change.{' '}
                <Link to={NOTICE_ENTRY}>Look at the notice</Link>
              </p>
            )}
          </>
        )}
        {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
        <div role="status">{result && <Done>{result}</Done>}</div>
        {isKnown && (
          <Buttons>
            {today.canChangeHours &&
              // By their places, a button has the focus after an action replaces it by the one that undoes it.
              listHoursActions(today).map((action, place) => createButton(`hours ${place}`, action, today))}
            {today.canChangeNotice &&
              createButton('notice', today.notice ? 'takeNoticeDown' : 'putUpNotice', today)}
          </Buttons>
        )}
      </TodaySection>
      {isKnown && dialog && (
        <ActionDialog
          title={actions[dialog.action].title}
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
