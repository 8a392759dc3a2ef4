import { styled } from 'styled-components';
import type { Conflict, ConflictingField } from '../../shared/requests/formConflict';
import { ActionDialog } from '../components/ActionDialog';
import { openDialog } from '../components/openDialog';

/** By the names of the fields that both have changed: whose value stays. */
export type Choices = Record<string, 'yours' | 'theirs'>;

/** What the owner has pressed. */
export type SavingAction = 'Save' | 'Publish';

const Changes = styled.div`
  h3 {
    margin-bottom: 0.4rem;
    font-weight: 600;
  }

  li {
    margin-top: 0.4rem;
    overflow-wrap: anywhere;
  }
`;

const ChoiceBox = styled.fieldset`
  display: grid;
  gap: 0.8rem;
  min-width: 0;
  padding: 0;
  border: 0;

  legend {
    margin-bottom: 0.4rem;
    padding: 0;
    font-weight: 600;
  }

  label {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0.4rem 1.2rem;
    min-height: 4.4rem;
    padding: 1.2rem;
    border: 1px solid ${({ theme }) => theme.colors.neutral500};
    border-radius: ${({ theme }) => theme.borderRadius};
    cursor: pointer;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  label:has(:checked) {
    border-color: ${({ theme }) => theme.colors.primary600};
    background: ${({ theme }) => theme.colors.primary100};
  }

  label:has(:focus-visible) {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }

  input {
    width: 2rem;
    height: 2rem;
    accent-color: ${({ theme }) => theme.colors.primary600};
  }

  span {
    grid-column: 2;
  }
`;

/** Both values of a field that both have changed, of which the owner chooses one. */
function ChoiceField({ name, label, choice }: Required<Pick<ConflictingField, 'name' | 'label' | 'choice'>>) {
  const options = [
    ['yours', 'What you typed', choice.yours],
    ['theirs', 'What is there now', choice.theirs],
  ] as const;
  return (
    <ChoiceBox>
      <legend>{label}: which one stays?</legend>
      {options.map(([value, title, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} />
          <strong>{title}</strong>
          <span>{text || 'Nothing'}</span>
        </label>
      ))}
    </ChoiceBox>
  );
}

/** The changes that stay beside the owner's own. */
function KeptChanges({ fields }: { fields: ConflictingField[] }) {
  if (fields.length === 0) return null;
  return (
    <Changes>
      <h3>This change stays, and so do yours</h3>
      <ul>
        {fields.map(({ name, label, change }) => (
          <li key={name}>
            {label}: {change}
          </li>
        ))}
      </ul>
    </Changes>
  );
}

interface ConflictDialogProps {
  conflict: Conflict;
  action: SavingAction;
  answer: (choices: Choices | undefined) => void;
}

function ConflictDialog({ conflict, action, answer }: ConflictDialogProps) {
  const choiceFields = conflict.fields.flatMap(({ choice, ...field }) =>
    choice ? [{ ...field, choice }] : [],
  );

  const confirm = async (values: Record<string, FormDataEntryValue>) => {
    const missing = choiceFields.find(({ name }) => values[name] === undefined);
    if (missing) return `${missing.label}: choose which one stays.`;
    const choices: Choices = Object.fromEntries(
      choiceFields.map(({ name }) => [name, values[name] === 'yours' ? 'yours' : 'theirs']),
    );
    answer(choices);
  };

  return (
    <ActionDialog
      title="This was changed in the meantime"
      explanation={conflict.explanation}
      confirmLabel={action}
      onConfirm={confirm}
      onClose={() => answer(undefined)}
    >
      <KeptChanges fields={conflict.fields.filter(({ choice }) => !choice)} />
      {choiceFields.map((field) => (
        <ChoiceField key={field.name} {...field} />
      ))}
    </ActionDialog>
  );
}

/** Asks the owner what to do when an entry was changed after its form was opened; `undefined` means that nothing is to be saved, also where the question can't be shown. */
export const askAboutConflict = (conflict: Conflict, action: SavingAction): Promise<Choices | undefined> =>
  openDialog<Choices | undefined>((answer) => (
    <ConflictDialog conflict={conflict} action={action} answer={answer} />
  ));

/** Asks the owner which of two texts stays, and returns it; `undefined` when she has not chosen. */
export async function askForText(
  explanation: string,
  label: string,
  choice: Record<'yours' | 'theirs', string>,
): Promise<'yours' | 'theirs' | undefined> {
  const fields = [{ name: label, label, change: '', choice }];
  const choices = await askAboutConflict({ explanation, fields, leftOut: [], stored: {} }, 'Save');
  return choices?.[label];
}
