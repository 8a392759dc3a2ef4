import { useState } from 'react';
import { styled } from 'styled-components';
import { chooseMoment, describeMoment, suggestMoments } from '../../shared/hours/describeMoment';
import { ActionDialog, DialogField } from '../components/ActionDialog';
import { Button, ButtonRow } from '../components/styles';
import { toUntil, UntilFields } from './UntilFields';

const Line = styled.p<{ $isProblem: boolean }>`
  color: ${({ theme, $isProblem }) => ($isProblem ? theme.colors.danger700 : theme.colors.neutral800)};
  font-weight: 600;

  &::first-letter {
    text-transform: uppercase;
  }
`;

interface MomentDialogProps {
  title: string;
  /** What happens at the time that the owner chooses. */
  explanation: string;
  confirmLabel: string;
  /** The day and time at first, as 'YYYY-MM-DDTHH:MM'; by default the next full hour. */
  defaultValue?: string;
  /** The time zone of the restaurant. */
  timeZone: string;
  /** Whether the owner may choose an end, too. */
  canEnd?: boolean;
  /**
   * Receives the day and time by the clock of the restaurant, as 'YYYY-MM-DDTHH:MM'. A rejection stays in the dialog as a sentence, and
   * so does a sentence that it returns. `until` is the end, as `toUntil` returns it.
   */
  onConfirm: (time: string, until: string) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog in which the owner chooses when something happens. */
export function MomentDialog({ defaultValue, timeZone, canEnd, onConfirm, ...dialog }: MomentDialogProps) {
  const [suggestions] = useState(() => suggestMoments(Date.now(), timeZone));
  const [time, setTime] = useState(defaultValue ?? suggestions[0]?.localTime ?? '');
  /** Whether the dialog says already what is wrong with the time. */
  const [isRefused, setIsRefused] = useState(false);

  const choose = (value: string) => {
    setTime(value);
    setIsRefused(false);
  };

  const now = Date.now();
  const { moment, problem } = chooseMoment(time, now, timeZone);
  const confirm = async (values: Record<string, FormDataEntryValue>) => {
    setIsRefused(problem !== undefined);
    return problem ?? onConfirm(time, toUntil(values));
  };

  return (
    <ActionDialog {...dialog} onConfirm={confirm}>
      <DialogField
        name="time"
        label="Day and time"
        type="datetime-local"
        help="By the restaurant’s clock."
        value={time}
        onChange={choose}
      />
      <ButtonRow>
        {suggestions.map(({ localTime, label }) => (
          <Button key={localTime} type="button" onClick={() => choose(localTime)}>
            {label}
          </Button>
        ))}
      </ButtonRow>
      {/* In the page from the start, so that screen readers announce how the owner would say the day and time, or what is wrong with it. */}
      <Line role="status" $isProblem={problem !== undefined}>
        {time && !isRefused && (problem ?? `${describeMoment(moment, now, timeZone)}.`)}
      </Line>
      {canEnd && (
        <UntilFields
          label="Last day (optional)"
          help="After that day, the site shows what it showed before. What somebody has changed since stays."
        />
      )}
    </ActionDialog>
  );
}
