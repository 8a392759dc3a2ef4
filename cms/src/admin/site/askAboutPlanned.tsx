import type { PlannedSummary } from '../../site/plannedChange';
import { ActionDialog } from '../components/ActionDialog';
import { openDialog } from '../components/openDialog';
import type { SavingAction } from './ConflictDialog';

/** The texts of the question about a planned change after other words were saved or published. */
function textsOf(action: SavingAction, { when, change }: PlannedSummary) {
  return action === 'Save'
    ? {
        title: 'Which words go out then?',
        explanation: `Planned for ${when}: ${change}. You have saved other words now. Do the new ones go out then instead?`,
        confirmLabel: 'The new words',
        cancelLabel: 'What was planned',
      }
    : {
        title: 'Something else is planned',
        explanation: `The site shows your words now. Planned for ${when}, and it replaces them then: ${change}.`,
        confirmLabel: 'Cancel what was planned',
        cancelLabel: 'Leave it planned',
      };
}

/**
 * Asks about a planned change that has other words than the owner has saved or published now.
 * @param confirm plans the new words instead, or after Publish cancels what was planned
 * @returns when the owner has answered
 */
export async function askAboutPlanned(
  action: SavingAction,
  change: PlannedSummary,
  confirm: () => Promise<unknown>,
): Promise<void> {
  await openDialog<boolean>((answer) => (
    <ActionDialog {...textsOf(action, change)} onConfirm={confirm} onClose={() => answer(true)} />
  ));
}
