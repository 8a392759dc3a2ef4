import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { MenuList } from '../../menu/menuAnswers';
import { isDishType } from '../../shared/content/menuTypes';
import { Button, Buttons } from '../components/styles';
import { useEditState } from '../site/useEdits';
import { useMenuContext } from './menuContext';
import { PlaceField } from './PlaceField';
import { TextFields } from './TextFields';
import { type AddedItem, isEmptyText, type TypedText } from './typedText';

const NOT_ADDED = 'Not added yet: there is no connection. It is added when the connection is back.';

const Form = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.8rem;
  padding: 1.2rem 0.8rem;
  border-block-start: 1px solid ${({ theme }) => theme.colors.neutral150};
`;

/** Returns the id of the button that has opened the fields of a new item. */
export const toOpenerId = (type: string, below: string | null) => `add-${below ?? type}`;

interface FieldsProps {
  list: MenuList;
  typed: TypedText;
  added: AddedItem;
}

/** The fields of a new dish or drink, which is added when the focus leaves them. */
function Fields({ list: { type, items, limits }, typed, added }: FieldsProps) {
  const { client } = useMenuContext();
  const form = useRef<HTMLLIElement>(null);
  const { place, text, isSending = false, problem } = typed;
  const opener = toOpenerId(type, added.below);
  const kind = isDishType(type) ? 'dish' : 'drink';
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById(opener)?.focus();
    };
  }, [opener]);
  const save = () => client.save(place);
  const saveWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) save();
  };
  // The next one can be typed while this one is sent.
  const addAndContinue = () => {
    if (isEmptyText(text)) return;
    save();
    client.add(type, { ...added, after: place.id });
  };
  return (
    <Form ref={form} role="group" aria-label={`New ${kind}`} onBlur={saveWhenLeft}>
      <TextFields
        labels={['Name', 'Description']}
        placeholders={[`Name of the ${kind}`, 'Description: what is in it and how it tastes']}
        text={text}
        limits={limits}
        problem={problem?.kind === 'lost' ? NOT_ADDED : problem?.message}
        isReadOnly={isSending}
        autoFocus
        onChange={(part) => client.type(place, text, part)}
        onEnter={addAndContinue}
      />
      <Buttons>
        <PlaceField
          label={`Place of the new ${kind}`}
          others={items}
          after={added.after}
          onChange={(after) => client.change(place, { added: { ...added, after } })}
        />
        <Button type="button" $isFilled aria-disabled={isSending} onClick={save}>
          {isSending ? 'Adding…' : 'Add'}
        </Button>
        <Button
          type="button"
          aria-disabled={isSending}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => isSending || client.discard(place)}
        >
          Cancel
        </Button>
      </Buttons>
    </Form>
  );
}

/** The fields of the new items that were opened below an item of a list, or at its top. */
export function NewItem({ list, below }: { list: MenuList; below: string | null }) {
  const { client } = useMenuContext();
  const texts = useEditState(client, (state) => state.texts);
  return texts.map((typed) => {
    const { place, added } = typed;
    const isHere = place.type === list.type && added?.below === below;
    return isHere && <Fields key={place.id} list={list} typed={typed} added={added} />;
  });
}
