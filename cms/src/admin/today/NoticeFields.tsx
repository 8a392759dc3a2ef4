import { useState } from 'react';
import { completeNoticeLink, explainNoticeLink } from '../../shared/contact/noticeLink';
import { componentFields } from '../../shared/content/contentTypes';
import type { TodayAnswer } from '../../today/todayRoutes';
import { DialogField } from '../components/ActionDialog';
import { useSettled } from '../forms/useSettled';

type EditedNotice = Omit<NonNullable<TodayAnswer['notice']>, 'shown'>;

const INPUTS = {
  text: { type: 'lines', maxLength: 140 },
  from: { type: 'datetime-local' },
  until: { type: 'datetime-local' },
  address: { type: 'text', maxLength: 255 },
} as const;

/** The fields of the notice in a dialog. */
export function NoticeFields({ notice }: { notice: EditedNotice }) {
  const [address, setAddress] = useState(notice.address);
  const link = completeNoticeLink(useSettled(address));
  return (
    <>
      {Object.entries(componentFields['site.notice'] ?? {}).map(([name, { label, help }]) => {
        // Cast: a test compares the fields with the schema.
        const key = name as keyof EditedNotice;
        return (
          <DialogField
            key={key}
            name={key}
            label={label}
            help={help}
            {...INPUTS[key]}
            defaultValue={notice[key]}
            onChange={key === 'address' ? setAddress : undefined}
          />
        );
      })}
      {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
      <p role="status">{link && (explainNoticeLink(link) ?? `A press opens ${link}`)}</p>
    </>
  );
}
