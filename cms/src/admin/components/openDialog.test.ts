import { expect, test, vi } from 'vitest';
import { openDialog } from './openDialog';

test('answers at once where Strapi does not show the dialogs', async () => {
  const createDialog = vi.fn();
  expect(await openDialog(createDialog)).toBeUndefined();
  expect(createDialog).not.toHaveBeenCalled();
});
