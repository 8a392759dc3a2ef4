import { Plus } from '@strapi/icons';
import { type FocusEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { ItemText } from '../../shared/content/itemText';
import { Button } from '../components/styles';
import { addItem } from './changes';
import type { List } from './menuContent';
import type { MenuProblem, MenuStore, Unsaved } from './menuStore';
import { Problem } from './menuStyles';
import { WordsField } from './WordsField';

const Form = styled.div`
  display: grid;
  gap: 0.8rem;
  padding: 1.2rem 0.8rem;
  border-block-start: 1px solid ${({ theme }) => theme.colors.neutral150};
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;
`;

const AddButton = styled(Button)`
  display: inline-flex;
  align-items: center;
  gap: 0.8rem;
  margin: 0.8rem;
`;

interface AddItemProps {
  store: MenuStore;
  list: List;
}

interface AddFormProps extends AddItemProps {
  /** After Enter, so that the next one can be typed while this one is sent. */
  onNext: () => void;
  onClose: (hasFocus: boolean) => void;
}

const EMPTY: ItemText = { name: '', description: '' };
const isEmpty = ({ name, description = '' }: ItemText) => name.trim() === '' && description.trim() === '';

/** Sends what was typed in the form, once, and again after a failure. */
function useAdding({ store, list, onClose }: AddItemProps & { onClose: () => void }) {
  const [words, setWords] = useState(EMPTY);
  const [isAdding, setIsAdding] = useState(false);
  const [problem, setProblem] = useState<MenuProblem>();
  const known = useRef<ReadonlySet<string>>();
  const latest = useRef({ words, isAdding, problem });
  latest.current = { words, isAdding, problem };

  const unsaved = useMemo(
    (): Unsaved => ({
      save: () => void latestSave.current(),
      failure: () => latest.current.problem,
      getWords: () => latest.current.words,
      discard: () => {
        // Otherwise closing the form saves it, as leaving the screen does.
        latest.current.words = EMPTY;
        setWords(EMPTY);
        store.markSaved(unsaved);
      },
    }),
    [store],
  );
  const close = () => {
    unsaved.discard();
    onClose();
  };

  const save = async () => {
    if (isEmpty(latest.current.words)) return close();
    if (latest.current.isAdding) return;
    latest.current.isAdding = true;
    setIsAdding(true);
    known.current ??= new Set(list.items.map(({ key }) => key));
    const { name, description = '' } = latest.current.words;
    const trimmed = {
      name: name.trim(),
      ...(list.kind === 'dishes' && { description: description.trim() }),
    };
    const failure = await store.change(addItem(list.type, trimmed, known.current));
    if (!failure) return close();
    latest.current.problem = failure;
    latest.current.isAdding = false;
    setProblem(failure);
    setIsAdding(false);
  };

  const latestSave = useRef(save);
  latestSave.current = save;
  const isUnsaved = !isEmpty(words);
  useEffect(() => {
    if (isUnsaved) store.markUnsaved(unsaved);
    else store.markSaved(unsaved);
  }, [store, unsaved, isUnsaved]);
  useEffect(() => () => void (isEmpty(latest.current.words) || latestSave.current()), []);

  const change = (part: Partial<ItemText>) => {
    setWords((before) => ({ ...before, ...part }));
    setProblem(undefined);
  };
  const cancel = () => {
    if (!latest.current.isAdding) close();
  };
  return { words, isAdding, problem, change, save, cancel };
}

/** The fields of a new dish or drink, which is added when the focus leaves them. */
function AddForm({ store, list, onNext, onClose: close }: AddFormProps) {
  const id = useId();
  const form = useRef<HTMLDivElement>(null);
  const onClose = () => close(form.current?.contains(document.activeElement) === true);
  const { words, isAdding, problem, change, save, cancel } = useAdding({ store, list, onClose });
  const isDish = list.kind === 'dishes';
  const saveWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) void save();
  };
  const addAndContinue = () => {
    if (words.name.trim() === '') return;
    void save();
    onNext();
  };
  const shared = { describedBy: id, isInvalid: problem !== undefined, isReadOnly: isAdding };
  return (
    <Form ref={form} role="group" aria-label={isDish ? 'New dish' : 'New drink'} onBlur={saveWhenLeft}>
      <WordsField
        {...shared}
        label="Name"
        isName
        autoFocus
        placeholder={isDish ? 'Name of the dish' : 'Name of the drink'}
        value={words.name}
        maxLength={list.limits.name}
        onChange={(name) => change({ name })}
        onEnter={addAndContinue}
      />
      {isDish && (
        <WordsField
          {...shared}
          label="Description"
          placeholder="Description: what is in it and how it tastes"
          value={words.description ?? ''}
          maxLength={list.limits.description ?? 0}
          onChange={(description) => change({ description })}
        />
      )}
      <div id={id} role="alert">
        {problem && (
          <Problem>
            {problem.kind === 'lost'
              ? 'Not added yet: there is no connection. It is added when the connection is back.'
              : problem.message}
          </Problem>
        )}
      </div>
      <Buttons>
        <Button type="button" aria-disabled={isAdding} onClick={save}>
          {isAdding ? 'Adding…' : 'Add'}
        </Button>
        <Button
          type="button"
          aria-disabled={isAdding}
          onMouseDown={(event) => event.preventDefault()}
          onClick={cancel}
        >
          Cancel
        </Button>
      </Buttons>
    </Form>
  );
}

/** The button *Add a dish* or *Add a drink*, and the fields that it opens. */
export function AddItem({ store, list }: AddItemProps) {
  /** More than one while those that were typed before are being sent. */
  const [forms, setForms] = useState<number[]>([]);
  const lastForm = useRef(0);
  const open = () => {
    lastForm.current += 1;
    setForms((before) => [...before, lastForm.current]);
  };
  const addButton = useRef<HTMLButtonElement>(null);
  const close = (form: number) => (hasFocus: boolean) => {
    setForms((before) => before.filter((other) => other !== form));
    if (hasFocus) addButton.current?.focus();
  };
  return (
    <>
      {forms.map((form) => (
        <AddForm key={form} store={store} list={list} onNext={open} onClose={close(form)} />
      ))}
      <AddButton type="button" ref={addButton} onClick={open}>
        <Plus aria-hidden /> {list.kind === 'dishes' ? 'Add a dish' : 'Add a drink'}
      </AddButton>
    </>
  );
}
