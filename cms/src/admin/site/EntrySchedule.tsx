import { useNotification } from '@strapi/strapi/admin';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { findContentType } from '../../shared/content/contentTypes';
import type { PlannedAnswer } from '../../site/plannedChange';
import { Button } from '../components/styles';
import { askBeforePublishing } from '../forms/askBeforePublishing';
import { onSaved, type SavedEntry } from '../forms/saveForm';
import { sendRequest } from '../requests/sendRequest';
import { type EntryForm, useEntryForm } from '../strapi/entryForm';
import { findEntryHeader } from '../strapi/page';
import { askAboutPlanned } from './askAboutPlanned';
import { MomentDialog } from './MomentDialog';
import { PlannedChanges } from './PlannedChanges';
import { PublishedLine } from './PublishedLine';
import { useSchedule } from './useSchedule';

const NEW = 'Press Save first: then you can choose when it is published.';
const NO_CONNECTION = 'There is no connection to the site. This screen tries again on its own.';
const NOTHING = 'There is nothing to publish: the site shows these words already.';
const NOT_VALID = 'Not planned yet: something is not right, see the words in red.';

const Buttons = styled.div`
  display: flex;
  gap: 0.8rem;
  width: 100%;

  /* One below the other, as Strapi's buttons above. */
  @media (width >= 1080px) {
    flex-direction: column;
  }
`;

const WideButton = styled(Button)`
  width: 100%;
  font-size: 1.2rem;
  font-weight: 600;
  line-height: 1.33;

  /* The height of Strapi's buttons beside it. */
  @media (width >= 1080px) {
    min-height: 3.2rem;
  }

  &[aria-disabled='true'] {
    cursor: not-allowed;
  }
`;

/** Publishes the draft of an entry at a time. */
const schedule = (
  { uid, documentId }: Pick<EntryForm, 'uid' | 'documentId'>,
  body: { time: string; savedAt: string; replaces?: number | undefined; until?: string },
) => sendRequest<PlannedAnswer>({ method: 'POST', path: `/schedule/entries/${uid}/${documentId}`, body });

interface PublishAtProps {
  form: EntryForm;
  /** What is planned for the entry; `undefined` until it is known. */
  answer: PlannedAnswer | undefined;
  /** Loads what is planned, after that has changed. */
  onPlanned: () => Promise<unknown>;
}

/** The button beside Publish that publishes the form at a time, and its dialog. */
function PublishAt({ form, answer, onPlanned }: PublishAtProps) {
  const { toggleNotification } = useNotification();
  const [isOpen, setIsOpen] = useState(false);
  const { uid, documentId } = form;
  /** Why the form can't be published at a time. */
  const reason =
    documentId === undefined ? NEW : !answer ? NO_CONNECTION : form.hasChanges ? undefined : NOTHING;

  const open = async () => {
    if (reason !== undefined) return toggleNotification({ type: 'info', message: reason });
    if (!(await form.isValid())) return toggleNotification({ type: 'danger', message: NOT_VALID });
    if (await askBeforePublishing(documentId, form.getValues())) setIsOpen(true);
  };

  const confirm = async (time: string, until: string) => {
    const { savedAt, problem } = await form.save();
    if (problem !== undefined) return problem;
    const sameTime = answer?.changes.find(({ scope, localTime }) => scope === 'entry' && localTime === time);
    await schedule({ uid, documentId }, { time, savedAt, replaces: sameTime?.id, until });
    await onPlanned();
  };

  return (
    <>
      <WideButton
        type="button"
        // The fields leave room for it: phoneStyles.
        data-publish-at
        aria-haspopup="dialog"
        aria-disabled={reason !== undefined}
        title={reason}
        onClick={() => void open()}
      >
        Publish at…
      </WideButton>
      {isOpen &&
        answer &&
        // Not inside of Strapi's form.
        createPortal(
          <MomentDialog
            title="When does it go out?"
            explanation="The site shows what you see here at this time. Until then it stays as it is."
            confirmLabel="Publish at this time"
            canEnd
            timeZone={answer.timeZone}
            onConfirm={confirm}
            onClose={() => setIsOpen(false)}
          />,
          document.body,
        )}
    </>
  );
}

/** The button that shows what is typed on its page. Strapi's own works only once everything is saved. */
function SaveAndPreview({ save }: Pick<EntryForm, 'save'>) {
  const { toggleNotification } = useNotification();
  const navigate = useNavigate();
  const open = async () => {
    const { problem } = await save();
    if (problem !== undefined) toggleNotification({ type: 'danger', message: problem });
    else navigate('preview');
  };
  return (
    <WideButton type="button" onClick={() => void open()}>
      Save and preview
    </WideButton>
  );
}

/**
 * The button Publish at of a form, what is planned for its entry, and the questions when the owner goes on editing. Strapi shows it
 * below Publish.
 */
export function EntrySchedule() {
  const form = useEntryForm();
  const { uid, documentId, isReadOnly, canPublish } = form;
  const isListed = documentId !== undefined && findContentType(uid) !== undefined;
  const path = isListed ? `/schedule?${new URLSearchParams({ uid, documentId })}` : undefined;
  const { answer, refresh } = useSchedule(path);
  const [header, setHeader] = useState<Element | null>(null);
  useEffect(() => setHeader(findEntryHeader()), []);
  /** Counts how often the form was published since it was opened. */
  const [publications, setPublications] = useState(0);
  /** Whether the button Publish at saves the form. */
  const isPlanning = useRef(false);

  useEffect(() => {
    const ask = async ({ uid: savedUid, action, document: saved }: SavedEntry) => {
      if (savedUid !== uid || saved.documentId !== documentId || isPlanning.current) return;
      if (action === 'Publish') setPublications((count) => count + 1);
      const latest = await refresh();
      for (const change of latest?.changes ?? []) {
        const { id, scope, state, localTime: time, isBehindDraft, canChange } = change;
        if (scope !== 'entry' || state !== 'waiting' || !isBehindDraft || !canChange) continue;
        await askAboutPlanned(action, change, () =>
          action === 'Save'
            ? schedule({ uid, documentId }, { time, savedAt: String(saved.updatedAt), replaces: id })
            : sendRequest({ method: 'DELETE', path: `/schedule/${id}`, body: {} }),
        );
        await refresh();
      }
    };
    return onSaved((saved) => void ask(saved));
  }, [uid, documentId, refresh]);

  if (!findContentType(uid)) return null;
  const save = async () => {
    isPlanning.current = true;
    try {
      return await form.save();
    } finally {
      isPlanning.current = false;
    }
  };
  return (
    <>
      {header && answer && createPortal(<PlannedChanges changes={answer.changes} />, header)}
      <Buttons>
        {canPublish && !isReadOnly && (
          <PublishAt form={{ ...form, save }} answer={answer} onPlanned={refresh} />
        )}
        {form.isModified && isListed && <SaveAndPreview save={form.save} />}
      </Buttons>
      {publications > 0 && !form.isModified && isListed && (
        <PublishedLine key={publications} uid={uid} documentId={documentId} />
      )}
    </>
  );
}
