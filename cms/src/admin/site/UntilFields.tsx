import { DialogField } from '../components/ActionDialog';

interface UntilFieldsProps {
  label: string;
  /** What happens when the restaurant closes on the day. */
  help: string;
}

/** The fields of a dialog in which the owner chooses when something ends: a day, and a time if it is not the closing. */
export function UntilFields({ label, help }: UntilFieldsProps) {
  return (
    <>
      <DialogField name="lastDay" label={label} type="date" help={help} />
      <DialogField
        name="lastTime"
        label="Until what time (optional)"
        type="time"
        help="Without a time, it ends when you close on that day."
      />
    </>
  );
}

/** Returns when something ends: a date 'YYYY-MM-DD', or with a time 'YYYY-MM-DDTHH:MM'; `''` when the owner has chosen nothing. */
export const toUntil = ({ lastDay = '', lastTime = '' }: Record<string, FormDataEntryValue>): string =>
  lastTime ? `${lastDay}T${lastTime}` : String(lastDay);
