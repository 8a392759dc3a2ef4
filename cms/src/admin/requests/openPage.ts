import { explainFailure } from './explainFailure';
import { load } from './sendRequest';

const NOT_OPENED = 'The page did not open. Check the connection, then press View again.';
const BLOCKED = 'Your browser stops the page from opening: allow new tabs here, then press View again.';

/**
 * Opens the page whose address a path of the server answers with, in a new tab. Call it at once after a press.
 * @returns a sentence for the owner when that fails
 */
export async function openPage(path: string): Promise<string | undefined> {
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
