import { useState } from 'react';
import { ActionDialog } from '../components/ActionDialog';
import { Button } from '../components/styles';
import type { MenuClient } from './menuClient';
import { isPublishing } from './menuState';
import { useMenuState } from './useMenu';

/** The button that publishes the menu; it asks first when something waits for its time, because it is published too. */
export function PublishNow({ client, isFilled }: { client: MenuClient; isFilled: boolean }) {
  const isBusy = useMenuState(client, isPublishing);
  const planned = useMenuState(client, ({ menu }) => menu?.planned);
  const [isAsking, setIsAsking] = useState(false);
  const publish = () => client.dispatch({ type: 'publishPressed' });
  const next = planned?.[0];
  return (
    <>
      <Button
        type="button"
        $isFilled={isFilled}
        aria-disabled={isBusy}
        onClick={() => (isFilled && next ? setIsAsking(true) : publish())}
      >
        {isBusy ? 'Publishing…' : 'Publish the menu'}
      </Button>
      {isAsking && next && (
        <ActionDialog
          title="Publish all of it now?"
          explanation={`Planned for ${next.when}: ${next.change}. The site shows at once everything that you see here, also what waits for that time.`}
          confirmLabel="Publish now"
          onConfirm={async () => publish()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
