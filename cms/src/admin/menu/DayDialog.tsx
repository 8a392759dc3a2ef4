import { chooseMoment } from '../../shared/hours/describeMoment';
import { ActionDialog, DialogField } from '../components/ActionDialog';

interface DayDialogProps {
  /** What the item is called. */
  name: string;
  /** The time zone of the restaurant. */
  timeZone: string;
  /** Receives a date 'YYYY-MM-DD'. */
  onChoose: (date: string) => void;
  onClose: () => void;
}

/** A dialog in which the owner chooses the day on which an item comes back. */
export function DayDialog({ name, timeZone, onChoose, onClose }: DayDialogProps) {
  const choose = async ({ date }: Record<string, FormDataEntryValue>) => {
    if (!date) return 'Choose a day.';
    const { problem } = chooseMoment(`${date}T23:59`, Date.now(), timeZone);
    if (problem === undefined) onChoose(String(date));
    return problem;
  };
  return (
    <ActionDialog
      title="Until which day?"
      explanation={`“${name}” comes back by itself when you open on this day, with the words that the site showed last.`}
      confirmLabel="Off until then"
      onConfirm={choose}
      onClose={onClose}
    >
      <DialogField
        name="date"
        label="Day"
        type="date"
        help="If you are closed on this day, it comes back when you open next."
      />
    </ActionDialog>
  );
}
