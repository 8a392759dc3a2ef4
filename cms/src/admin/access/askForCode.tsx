import { useState } from 'react';
import { ActionDialog, DialogField } from '../components/ActionDialog';
import { openDialog } from '../components/openDialog';
import { Button } from '../components/styles';
import { changeSignIn, type RequestResult, type SendSignIn } from '../strapi/requests';

const NO_CONNECTION = 'That did not work. Check your connection, and try once more.';
/** Without a sentence, so that the sign-in shows none. */
const CLOSED: RequestResult = { error: { name: 'ValidationError', message: '' } };

interface CodeDialogProps {
  /** What the server says about the mail. */
  message: string;
  send: SendSignIn;
  onEnd: (result: RequestResult) => void;
}

/** The dialog in which a user types the code from the mail, above the sign-in. */
function CodeDialog({ message, send, onEnd }: CodeDialogProps) {
  const [sent, setSent] = useState('');
  const [isSending, setIsSending] = useState(false);

  const signIn = async ({ code }: Record<string, FormDataEntryValue>) => {
    setSent('');
    const result = await send({ code });
    if (result.error) return result.error.status ? result.error.message : NO_CONNECTION;
    onEnd(result);
  };
  const sendAgain = async () => {
    if (isSending) return;
    setIsSending(true);
    setSent('The mail is being sent …');
    const result = await send();
    setIsSending(false);
    if (!result.error) return onEnd(result);
    setSent(result.error.status ? result.error.message : NO_CONNECTION);
  };

  return (
    <ActionDialog
      title="Look into your mailbox"
      explanation={message}
      confirmLabel="Sign in"
      cancelLabel="Back"
      onConfirm={signIn}
      onClose={() => onEnd(CLOSED)}
    >
      <DialogField
        name="code"
        label="Code"
        type="code"
        help="Nothing there after two minutes? Look into the folder for spam. If no mail comes at all, whoever looks after the site can give you a link that needs no code, with “npm run password”."
      />
      <Button type="button" aria-disabled={isSending} onClick={() => void sendAgain()}>
        Send the mail again
      </Button>
      <div role="status">{sent}</div>
    </ActionDialog>
  );
}

/** Asks for the code that the CMS has mailed when somebody signs in with a new browser, and sends it with the sign-in. */
export const askForCode = (): void =>
  changeSignIn(async (send) => {
    const result = await send();
    const { error } = result;
    const details: { isSent?: unknown } = error?.details ?? {};
    if (error?.name !== 'CodeRequiredError' || details.isSent !== true) return result;
    const asked = await openDialog<RequestResult>((answer) => (
      <CodeDialog message={error.message} send={send} onEnd={answer} />
    ));
    return asked ?? result;
  });
