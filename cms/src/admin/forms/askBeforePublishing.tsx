import { ActionDialog } from '../components/ActionDialog';
import { openDialog } from '../components/openDialog';
import { explainField } from './explanations';

/**
 * Asks before an entry is published whose hours, phone number, e-mail or postal address the site doesn't understand.
 * @returns whether to publish it; `true` where the question can't be shown
 */
export async function askBeforePublishing(documentId: string | undefined, content: object): Promise<boolean> {
  const explanation = explainField(`${documentId}.description`, content, Date.now());
  if (explanation?.understood !== false) return true;
  const answer = await openDialog<boolean>((answer) => (
    <ActionDialog
      title="Publish anyway?"
      explanation={explanation.text}
      confirmLabel="Publish"
      onConfirm={async () => answer(true)}
      onClose={() => answer(false)}
    />
  ));
  return answer ?? true;
}
