import { useRef } from 'react';
import { styled } from 'styled-components';
import { ActionDialog, DialogField } from '../components/ActionDialog';
import { openDialog } from '../components/openDialog';

/** The length of the column in the database. */
const MAX_LENGTH = 255;

const Pictures = styled.div`
  display: grid;
  gap: 1.6rem;
`;

const PictureBox = styled.div`
  display: grid;
  grid-template-columns: 9.6rem 1fr;
  gap: 1.2rem;
  align-items: start;
  overflow-wrap: anywhere;

  img {
    width: 100%;
    max-height: 9.6rem;
    border-radius: ${({ theme }) => theme.borderRadius};
    object-fit: contain;
  }
`;

interface Picture {
  file: File;
  /** An address at which the browser shows the picture. */
  preview: string;
}

interface AlternativeTextDialogProps {
  pictures: Picture[];
  /** Receives a text for each picture; an empty one is left for later. */
  answer: (texts: string[]) => void;
}

function AlternativeTextDialog({ pictures, answer }: AlternativeTextDialogProps) {
  const fields = useRef<HTMLDivElement>(null);
  return (
    <ActionDialog
      title={pictures.length === 1 ? 'What does this picture show?' : 'What do these pictures show?'}
      explanation="A few words for guests who can’t see it. A picture without them can be added, but not published."
      confirmLabel="Add"
      cancelLabel="Write it later"
      onConfirm={async () => undefined}
      // However it was closed: what is written already is kept.
      onClose={() =>
        answer(Array.from(fields.current?.querySelectorAll('input') ?? [], ({ value }) => value.trim()))
      }
    >
      <Pictures ref={fields}>
        {pictures.map(({ file, preview }, index) => (
          <PictureBox key={preview}>
            <img src={preview} alt="" />
            <DialogField
              name={String(index)}
              label={file.name}
              help={index ? '' : 'Such as “Ribeye with rosemary on a board”'}
              maxLength={MAX_LENGTH}
            />
          </PictureBox>
        ))}
      </Pictures>
    </ActionDialog>
  );
}

/** Whether the browser can show a picture; the CMS rejects most others, with a sentence. */
async function canShow({ preview }: Picture): Promise<boolean> {
  const image = new Image();
  image.src = preview;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** Asks the owner what each picture shows; returns the texts that she has written. */
export async function askForAlternativeTexts(files: readonly File[]): Promise<ReadonlyMap<File, string>> {
  const all = files.map((file) => ({ file, preview: URL.createObjectURL(file) }));
  const isShown = await Promise.all(all.map(canShow));
  const pictures = all.filter((_, index) => isShown[index]);
  const texts = pictures.length
    ? await openDialog<string[]>((answer) => <AlternativeTextDialog pictures={pictures} answer={answer} />)
    : [];
  for (const { preview } of all) URL.revokeObjectURL(preview);
  return new Map(pictures.map(({ file }, index) => [file, texts?.[index] ?? '']));
}
