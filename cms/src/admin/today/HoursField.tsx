import { useState } from 'react';
import { suggestHoursOfDay } from '../../shared/hours/suggestHours';
import { DialogField } from '../components/ActionDialog';
import { FieldStatus } from '../forms/FieldStatus';
import { useSettled } from '../forms/useSettled';

/** The field for the reason of a special day. */
export const reasonField = {
  name: 'reason',
  label: 'Reason',
  help: 'Optional. A few words, such as “Thanksgiving”.',
  maxLength: 40,
};

/** The hours of a day in a dialog, which starts from some. */
export function HoursField({ hours }: { hours: string }) {
  const [text, setText] = useState(hours);
  const settled = useSettled(text);
  return (
    <div>
      <DialogField
        name="hours"
        label="Hours"
        help="For example “5:00 pm – 9:00 pm”."
        maxLength={80}
        value={text}
        onChange={setText}
      />
      <FieldStatus text={text} suggestions={suggestHoursOfDay(settled)} onWrite={setText} />
    </div>
  );
}
