import { useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { uidOf } from '../../shared/content/contentTypes';
import type { HolidayQuestion, HolidaysAnswer } from '../../today/holidayRoutes';
import { ActionDialog, DialogField } from '../components/ActionDialog';
import { Button, ButtonRow, Card, NARROW } from '../components/styles';
import { explainFailure } from '../requests/explainFailure';
import { sendRequest } from '../requests/sendRequest';
import { useLive } from '../requests/useLive';
import { useForgetEntriesMutation } from '../strapi/forgetEntries';
import { HoursField, reasonField } from './HoursField';

const Questions = styled(Card)`
  margin-bottom: 2.4rem;
  padding-block: 0.8rem;

  ${NARROW} {
    padding-inline: 1.6rem;
  }

  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.8rem 1.6rem;
    padding-block: 0.4rem;
  }

  > div > :first-child {
    min-width: min(36rem, 100%);
  }
`;

const Outcome = styled.p<{ $isProblem: boolean }>`
  color: ${({ theme, $isProblem }) => ($isProblem ? theme.colors.danger700 : theme.colors.success700)};
`;

/** A question, and what is sent as its answer: as usual, or a special day. */
interface Answered {
  question: HolidayQuestion;
  values: Record<string, unknown>;
}

interface QuestionRowProps {
  question: HolidayQuestion;
  onAnswer: (values: Answered['values']) => void;
  onOtherHours: () => void;
}

function QuestionRow({ question, onAnswer, onOtherHours }: QuestionRowProps) {
  const id = useId();
  const choices = [
    ['As usual', () => onAnswer({ usual: true })],
    ['Closed', () => onAnswer({ closed: true, reason: question.name })],
    ['Other hours', onOtherHours],
  ] as const;
  return (
    <div>
      <p id={id}>{question.sentence}:</p>
      <ButtonRow role="group" aria-labelledby={id}>
        {choices.map(([label, choose]) => (
          <Button
            key={label}
            type="button"
            aria-haspopup={choose === onOtherHours ? 'dialog' : undefined}
            // The second press of a double one would answer the question that has come to its place.
            onClick={({ detail }) => detail < 2 && choose()}
          >
            {label}
          </Button>
        ))}
      </ButtonRow>
    </div>
  );
}

const findWait = ({ validMs }: HolidaysAnswer) => validMs;

interface HolidayCardProps {
  /** Is called when the special days have changed. */
  onChange: () => void;
}

/** Asks whether the next holidays are as usual; nothing for accounts that may not change the hours, and when nothing is open. */
export function HolidayCard({ onChange }: HolidayCardProps) {
  const { answer, accept, refresh } = useLive('/today/holidays', findWait);
  const [outcome, setOutcome] = useState<{ text: string; isProblem: boolean; undo?: Answered }>();
  const [asked, setAsked] = useState<HolidayQuestion>();
  const [forgetEntries] = useForgetEntriesMutation();
  const status = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);
  useEffect(() => {
    // What had the focus is gone.
    if (outcome && !asked && document.activeElement === document.body) status.current?.focus();
  }, [outcome, asked]);

  const send = async ({ question, values }: Answered, undo = false) => {
    const path = `/today/holidays/${question.date}`;
    try {
      const latest = await sendRequest<HolidaysAnswer>({ method: 'PUT', path, body: { ...values, undo } });
      await accept(latest);
      const { decision = `${question.name} is asked about again` } = latest;
      setOutcome({
        text: `Done. ${decision}.`,
        isProblem: false,
        ...(!undo && { undo: { question, values } }),
      });
    } catch (error) {
      // Somebody else can have answered, or the answer can be stored although its response is lost.
      void refresh();
      throw error;
    } finally {
      onChange();
      void forgetEntries(uidOf('contactpage'));
    }
  };

  const press = async (answered: Answered, undo = false) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await send(answered, undo).catch((error) => setOutcome({ text: explainFailure(error), isProblem: true }));
    isBusy.current = false;
  };

  const undo = outcome?.undo;
  if (!answer?.questions.length && !outcome) return null;
  return (
    <Questions aria-label="Holidays">
      {/* The status is in the page from the start, so that screen readers announce the sentence that it gets. */}
      <div>
        <div role="status" ref={status} tabIndex={-1}>
          {outcome && <Outcome $isProblem={outcome.isProblem}>{outcome.text}</Outcome>}
        </div>
        {undo && (
          <Button type="button" onClick={() => void press(undo, true)}>
            Undo
          </Button>
        )}
      </div>
      {answer?.questions.map((question) => (
        <QuestionRow
          key={question.date}
          question={question}
          onAnswer={(values) => void press({ question, values })}
          onOtherHours={() => setAsked(question)}
        />
      ))}
      {asked && (
        <ActionDialog
          title="Other hours"
          explanation={`${asked.sentence}. Every page shows these hours for that day at once. The other days stay as they are.`}
          confirmLabel="Show these hours"
          onConfirm={(values) => send({ question: asked, values })}
          onClose={() => setAsked(undefined)}
        >
          <HoursField hours={asked.hours} />
          <DialogField {...reasonField} defaultValue={asked.name} />
        </ActionDialog>
      )}
    </Questions>
  );
}
