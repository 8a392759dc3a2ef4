import { Plus } from '@strapi/icons';
import { type FocusEvent, useCallback, useId, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { MenuList } from '../../menu/menuAnswers';
import { isDishType } from '../../shared/content/menuTypes';
import { Button } from '../components/styles';
import type { AddForm } from './addForm';
import type { MenuClient } from './menuClient';

import { Problem } from './menuStyles';
import { useMenuState } from './useMenu';
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

const NOT_ADDED = 'Not added yet: there is no connection. It is added when the connection is back.';

interface AddItemProps {
  client: MenuClient;
  list: MenuList;
}

interface NewItemProps extends AddItemProps {
  form: AddForm;
  /** Called when the form that has the focus is closed. */
  onFocusLost: () => void;
}

/** The fields of a new dish or drink, which is added when the focus leaves them. */
function NewItem({ client: { dispatch }, list, form, onFocusLost }: NewItemProps) {
  const descriptionId = useId();
  const group = useRef<HTMLDivElement>(null);
  const { id, text, isAdding, problem } = form;
  const isDish = isDishType(list.type);
  useLayoutEffect(() => {
    const element = group.current;
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost();
    };
  }, [onFocusLost]);
  const save = () => dispatch({ type: 'formLeft', form: id });
  const saveWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) save();
  };
  // The next one can be typed while this one is sent.
  const addAndContinue = () => {
    if (text.name.trim() === '') return;
    save();
    dispatch({ type: 'formOpened', list: list.type });
  };
  const shared = { describedBy: descriptionId, isInvalid: problem !== undefined, isReadOnly: isAdding };
  return (
    <Form ref={group} role="group" aria-label={isDish ? 'New dish' : 'New drink'} onBlur={saveWhenLeft}>
      <WordsField
        {...shared}
        label="Name"
        isName
        autoFocus
        placeholder={isDish ? 'Name of the dish' : 'Name of the drink'}
        value={text.name}
        maxLength={list.limits.name}
        onChange={(name) => dispatch({ type: 'formTyped', form: id, part: { name } })}
        onEnter={addAndContinue}
      />
      {isDish && (
        <WordsField
          {...shared}
          label="Description"
          placeholder="Description: what is in it and how it tastes"
          value={text.description ?? ''}
          maxLength={list.limits.description ?? 0}
          onChange={(description) => dispatch({ type: 'formTyped', form: id, part: { description } })}
        />
      )}
      <div id={descriptionId} role="alert">
        {problem && <Problem>{problem.kind === 'lost' ? NOT_ADDED : problem.message}</Problem>}
      </div>
      <Buttons>
        <Button type="button" aria-disabled={isAdding} onClick={save}>
          {isAdding ? 'Adding…' : 'Add'}
        </Button>
        <Button
          type="button"
          aria-disabled={isAdding}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => dispatch({ type: 'formCanceled', form: id })}
        >
          Cancel
        </Button>
      </Buttons>
    </Form>
  );
}

/** The button *Add a dish* or *Add a drink*, and the fields that it opens. */
export function AddItem({ client, list }: AddItemProps) {
  const forms = useMenuState(client, (state) => state.forms);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusButton = useCallback(() => addButton.current?.focus(), []);
  return (
    <>
      {forms
        .filter((form) => form.list === list.type)
        .map((form) => (
          <NewItem key={form.id} client={client} list={list} form={form} onFocusLost={focusButton} />
        ))}
      <AddButton
        type="button"
        ref={addButton}
        onClick={() => client.dispatch({ type: 'formOpened', list: list.type })}
      >
        <Plus aria-hidden /> {isDishType(list.type) ? 'Add a dish' : 'Add a drink'}
      </AddButton>
    </>
  );
}
