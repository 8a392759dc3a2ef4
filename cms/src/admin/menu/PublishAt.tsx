import { useState } from 'react';
import { Button } from '../components/styles';
import { MomentDialog } from '../site/MomentDialog';
import type { MenuClient } from './menuClient';

/** The button that publishes the menu at a time, and its dialog. */
export function PublishAt({ client, timeZone }: { client: MenuClient; timeZone: string }) {
  /** The `readAt` of the menu that the owner saw when she opened the dialog, which covers it. */
  const [opened, setOpened] = useState<{ seenAt: string | undefined }>();
  return (
    <>
      <Button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpened({ seenAt: client.getState().server?.readAt })}
      >
        Publish at…
      </Button>
      {opened && (
        <MomentDialog
          title="When does it go out?"
          explanation="Choose when the site shows the new words and dishes that you see here. Until then it stays as it is."
          confirmLabel="Publish then"
          timeZone={timeZone}
          onConfirm={(time) => client.schedule(time, opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
