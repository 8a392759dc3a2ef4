import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { explainFailure } from '../requests/explainFailure';
import { Button, Buttons, field } from './styles';

const Dialog = styled.dialog`
  /* At the top of the screen, where the keyboard of a phone does not cover it. */
  margin: 1.6rem auto auto;
  width: min(48rem, 100vw - 3.2rem);
  max-height: calc(100dvh - 3.2rem);
  padding: 2rem;
  overflow: auto;
  /* The height of the footer with a problem, so that it never covers the field with the focus. */
  scroll-padding-bottom: 14rem;
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral0};
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.5rem;
  line-height: 1.5;
  /* The colors of the browser's own date picker. */
  color-scheme: ${({ theme }) => theme.colorScheme};

  &::backdrop {
    background: rgb(3 3 5 / 60%);
  }

  h2 {
    font-size: 1.8rem;
    font-weight: 600;
  }

  form {
    display: grid;
    gap: 1.6rem;
    margin-top: 1.6rem;
  }
`;

/** Stays in view while the fields scroll, so that the buttons and a problem are never below the edge. */
const Footer = styled.div`
  position: sticky;
  bottom: -2rem;
  margin: 0 -2rem -2rem;
  padding: 0.8rem 2rem 2rem;
  background: ${({ theme }) => theme.colors.neutral0};
`;

const Problem = styled.p`
  margin-bottom: 1.2rem;
  padding: 1.2rem;
  border: 1px solid ${({ theme }) => theme.colors.danger200};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.danger100};
  color: ${({ theme }) => theme.colors.danger700};
`;

const EndButtons = styled(Buttons)`
  justify-content: flex-end;
`;

const UNFINISHED = 'A day or a time is not complete: choose it again.';

interface ActionDialogProps {
  title: string;
  /** What happens on the site when the owner confirms. */
  explanation: string;
  confirmLabel: string;
  cancelLabel?: string;
  /**
   * Receives what the owner typed, by the names of the fields. A rejection stays in the dialog as a sentence, and so does a
   * sentence that it returns.
   */
  onConfirm: (values: Record<string, FormDataEntryValue>) => Promise<unknown>;
  onClose: () => void;
  /** The fields. */
  children?: ReactNode;
}

/**
 * A dialog in which the owner confirms an action. It is the browser's own: the focus stays inside, Escape closes it, and the
 * focus returns to the button that opened it. It stays open until a request, which can't be taken back, is answered.
 */
export function ActionDialog({
  title,
  explanation,
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  onClose,
  children,
}: ActionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Also when it is removed without a press: the browser returns the focus only from a dialog that is still in the page.
    return () => element?.close();
  }, []);

  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    // The browser leaves out a day without its year.
    if (event.currentTarget.querySelector(':invalid')) return setProblem(UNFINISHED);
    const values = Object.fromEntries(new FormData(event.currentTarget));
    setIsBusy(true);
    setProblem('');
    try {
      const mistake = await onConfirm(values);
      if (typeof mistake !== 'string') return dialog.current?.close();
      setProblem(mistake);
    } catch (error) {
      setProblem(explainFailure(error));
    }
    setIsBusy(false);
  };

  return (
    <Dialog
      ref={dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}text`}>{explanation}</p>
      {/* A problem is about what was in the fields when the owner confirmed. */}
      <form onSubmit={confirm} onInput={() => setProblem('')} noValidate>
        {children}
        <Footer>
          {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
          <div role="alert">{problem && <Problem>{problem}</Problem>}</div>
          <EndButtons>
            <Button type="button" aria-disabled={isBusy} onClick={() => !isBusy && dialog.current?.close()}>
              {cancelLabel}
            </Button>
            <Button type="submit" $isFilled aria-disabled={isBusy}>
              {confirmLabel}
            </Button>
          </EndButtons>
        </Footer>
      </form>
    </Dialog>
  );
}

const FieldBox = styled.div`
  display: grid;
  gap: 0.4rem;

  label {
    font-weight: 600;
  }

  span {
    color: ${({ theme }) => theme.colors.neutral600};
    font-size: 1.3rem;
  }

  input,
  textarea {
    ${field}
    width: 100%;
    padding: 0.8rem 1.2rem;
  }

  /* It grows with its text. */
  textarea {
    field-sizing: content;
    min-height: 9rem;
  }

  input:focus-visible,
  textarea:focus-visible {
    border-color: ${({ theme }) => theme.colors.primary600};
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 0;
  }
`;

interface DialogFieldProps {
  name: string;
  label: string;
  help: string;
  /** `code` is one that the phone can fill in from a message. */
  type?: 'text' | 'code' | 'lines' | 'date' | 'time' | 'datetime-local';
  maxLength?: number;
  defaultValue?: string;
  /** With `onChange`, for a field whose text the dialog changes too. */
  value?: string;
  onChange?: ((text: string) => void) | undefined;
}

/** A field of an `ActionDialog`. */
export function DialogField({ label, help, type = 'text', onChange, ...attributes }: DialogFieldProps) {
  const id = useId();
  const shared = {
    ...attributes,
    id,
    'aria-describedby': `${id}help`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange?.(event.target.value),
  };
  return (
    <FieldBox>
      <label htmlFor={id}>{label}</label>
      {type === 'lines' ? (
        <textarea {...shared} rows={3} />
      ) : (
        <input
          {...shared}
          onFocus={({ target }) => type === 'text' && target.select()}
          {...(type === 'code'
            ? { inputMode: 'numeric', autoComplete: 'one-time-code' }
            : { type, autoComplete: 'off' })}
        />
      )}
      <span id={`${id}help`}>{help}</span>
    </FieldBox>
  );
}
