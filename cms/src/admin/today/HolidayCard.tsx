import { useId, useState } from 'react';
import { styled } from 'styled-components';
import type { HolidayQuestion } from '../../today/holidayQuestions';
import type { HolidaysAnswer } from '../../today/holidayRoutes';
import { ActionDialog, DialogField } from '../components/ActionDialog';
import { Button, ButtonRow, Card, NARROW, Outcome } from '../components/styles';
import { type Result, usePress } from '../components/usePress';
import { useLive } from '../requests/useLive';
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

/** An hour: midnight may bring another question. */
const findWait = () => 3_600_000;

/** Asks whether the next holidays are as usual; nothing for accounts that may not change the hours, and when nothing is open. */
export function HolidayCard() {
  const { answer, send } = useLive<HolidaysAnswer>('/today/holidays', findWait);
  /** The question whose dialog is open. */
  const [asked, setAsked] = useState<HolidayQuestion>();
  const { result, setResult, press, line } = usePress(asked !== undefined);
  const id = useId();

  /** @param values as usual, or a special day */
  const decide = async (question: HolidayQuestion, values: object, undo = false): Promise<Result> => {
    // Undo takes back the latest answer only.
    if (!undo) setResult(undefined);
    const path = `/today/holidays/${question.date}`;
    const latest = await send({ method: 'PUT', path, body: { ...values, undo } });
    const { decision = `${question.name} is asked about again` } = latest;
    const takeBack = () => void press(() => decide(question, values, true));
    return { text: `Done. ${decision}.`, undo: undo ? undefined : takeBack };
  };

  if (!answer?.questions.length && !result && !asked) return null;
  return (
    <>
      <Questions aria-label="Holidays">
        <div>
          {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
          <div role="status" ref={line} tabIndex={-1}>
            {result && <Outcome $isProblem={result.isProblem}>{result.text}</Outcome>}
          </div>
          {result?.undo && (
            <Button type="button" onClick={result.undo}>
              Undo
            </Button>
          )}
        </div>
        {answer?.questions.map((question) => (
          <div key={question.date}>
            <p id={id + question.date}>{question.sentence}:</p>
            <ButtonRow role="group" aria-labelledby={id + question.date}>
              {Object.entries({
                'As usual': { usual: true },
                Closed: { closed: true, reason: question.name },
              }).map(([label, values]) => (
                <Button
                  key={label}
                  type="button"
                  // The second press of a double one would answer the question that has come to its place.
                  onClick={({ detail }) => detail < 2 && void press(() => decide(question, values))}
                >
                  {label}
                </Button>
              ))}
              <Button type="button" aria-haspopup="dialog" onClick={() => setAsked(question)}>
                Other hours
              </Button>
            </ButtonRow>
          </div>
        ))}
      </Questions>
      {asked && (
        <ActionDialog
          title="Other hours"
          explanation={`${asked.sentence}. Every page shows these hours for that day at once. The other days stay as they are.`}
          confirmLabel="Show these hours"
          onConfirm={async (values) => setResult(await decide(asked, values))}
          onClose={() => setAsked(undefined)}
        >
          <HoursField hours={asked.hours} />
          <DialogField {...reasonField} defaultValue={asked.name} />
        </ActionDialog>
      )}
    </>
  );
}
