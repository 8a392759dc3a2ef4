import { useState } from 'react';
import { explainFailure } from '../requests/explainFailure';
import { load } from '../requests/sendRequest';
import { Button, Outcome } from './styles';

const NOT_OPENED = 'The page did not open. Check the connection, then press View again.';
const BLOCKED = 'Your browser stops the page from opening: allow new tabs here, then press View again.';

/**
 * Opens the page whose address a path of the server answers with, in a new tab. Call it at once after a press.
 * @returns a sentence for the owner when that fails
 */
async function openPage(path: string): Promise<string | undefined> {
  // Browsers open a tab only at once after a press, so it opens before its address is known.
  const tab = window.open('about:blank', '_blank');
  if (!tab) return BLOCKED;
  // The page must not be able to change the admin.
  tab.opener = null;
  try {
    const { url } = await load<{ url: string }>(path);
    tab.location.replace(url);
  } catch (error) {
    tab.close();
    return explainFailure(error, NOT_OPENED);
  }
}

interface ViewButtonProps {
  /** Where the address of the page comes from. */
  path: string;
  label?: string;
  'aria-describedby'?: string;
}

/** Opens the real page, such as with a version or a planned change, and says so when that fails. */
export function ViewButton({ path, label = 'View', ...button }: ViewButtonProps) {
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <Button type="button" {...button} onClick={async () => setProblem(await openPage(path))}>
        {label}
      </Button>
      {problem && (
        <Outcome $isProblem role="alert">
          {problem}
        </Outcome>
      )}
    </>
  );
}
