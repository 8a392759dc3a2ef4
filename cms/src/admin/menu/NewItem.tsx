import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { MenuList } from '../../menu/menuAnswers';
import { isDishType } from '../../shared/content/menuTypes';
import { Button, Buttons } from '../components/styles';
import { useEditState } from '../site/useEdits';
import { useMenuContext } from './menuContext';
import { PlaceField } from './PlaceField';
import { TextFields } from './TextFields';
import { isEmptyText, type TypedText } from './typedText';

const NOT_ADDED = 'Not added yet: there is no connection. It is added when the connection is back.';

const Form = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.8rem;
  padding: 1.2rem 0.8rem;
  border-block-start: 1px solid ${({ theme }) => theme.colors.neutral150};
`;

/** Returns the id of the button that has opened the fields of a new item. */
export const toOpenerId = (type: string) => `add-${type}`;

interface FieldsProps {
  list: MenuList;
  typed: TypedText;
  after: string | null;
}

/** The fields of a new dish or drink, which is added when the focus leaves them. */
function Fields({ list: { type, items, limits }, typed, after }: FieldsProps) {
  const { client } = useMenuContext();
  const form = useRef<HTMLLIElement>(null);
  const { place, text, isSending = false, problem } = typed;
  const opener = toOpenerId(type);
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
    client.add(type, place.id);
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
          after={after}
          onChange={(other) => client.change(place, { added: { after: other } })}
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

/** The fields of the new items of a list. */
export function NewItem({ list }: { list: MenuList }) {
  const { client } = useMenuContext();
  const texts = useEditState(client, (state) => state.texts);
  return texts.map((typed) => {
    const { place, added } = typed;
    const isHere = added && place.type === list.type;
    return isHere && <Fields key={place.id} list={list} typed={typed} after={added.after} />;
  });
}
