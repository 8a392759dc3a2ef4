import { useRef } from 'react';
import { styled } from 'styled-components';
import type { MenuItem, MenuList } from '../../menu/menuAnswers';
import { type ItemText, isSameItemText } from '../../shared/content/itemText';
import { isDishType } from '../../shared/content/menuTypes';
import { Buttons } from '../components/styles';
import { useEditState } from '../site/useEdits';
import { LeaveButton } from './LeaveButton';
import { findText } from './menuClient';
import { describeText, listItems, type Place, textOf } from './menuContent';
import { useMenuContext } from './menuContext';
import { deleteItem, moveItem } from './menuEdits';
import { SmallButton, Waiting } from './menuStyles';
import { toOpenerId } from './NewItem';
import { PlaceField } from './PlaceField';
import { StatementLine } from './StatementLine';
import { TextFields } from './TextFields';
import { findSeen, type TypedText } from './typedText';
import { useMenuAnswer } from './useMenu';

const NOT_SAVED = 'Not saved yet: there is no connection. It is saved when the connection is back.';

const Details = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.8rem;
`;

/** Tells what the site shows while other words or values wait. */
function describeShown({ name, description, shown, otherChanges = [] }: MenuItem): string | undefined {
  const labels = otherChanges.map((label) => `“${label}”`);
  const parts = [
    shown && !isSameItemText(shown, { name, description }) && `the site shows “${describeText(shown)}”`,
    labels.length > 0 && `the changes of ${new Intl.ListFormat('en').format(labels)}`,
  ].filter(Boolean);
  return parts.length > 0 ? `Not on the site yet: ${parts.join('; ')}.` : undefined;
}

/** Tells why words are not saved, and what somebody else wrote in the meantime. */
function describeProblem(typed: TypedText | undefined, item: MenuItem): string | undefined {
  if (!typed?.problem) return undefined;
  const { kind, message } = typed.problem;
  if (kind === 'lost') return NOT_SAVED;
  const isOthers = kind === 'conflict' && !isSameItemText(item, findSeen(typed, item));
  return isOthers ? `${message} Now it is “${describeText(item)}”.` : message;
}

interface ItemDetailsProps {
  place: Place;
  item: MenuItem;
  limits: MenuList['limits'];
  isStating: boolean;
}

/** What an item has besides its name and its switch: its words, its allergens and diet, and what else can be done with it. */
export function ItemDetails({ place, item, limits, isStating }: ItemDetailsProps) {
  const { client, focusUndo } = useMenuContext();
  const typed = useEditState(client, (state) => findText(state, place.id));
  const items = useMenuAnswer((menu) => listItems(menu, place.type)) ?? [];
  const details = useRef<HTMLDivElement>(null);
  const { type, id } = place;
  const { name } = item;
  const others = items.filter((other) => other.id !== id);
  const shown = isStating ? undefined : describeShown(item);
  const decide = (choose: () => void) => () => {
    choose();
    // The buttons are not there any more.
    details.current?.querySelector('textarea')?.focus();
  };
  const remove = () => {
    void client.send(deleteItem(place, name));
    focusUndo();
  };
  return (
    <Details ref={details}>
      <TextFields
        labels={[`Name of ${name}`, `Description of ${name}`]}
        placeholders={['', 'No description']}
        text={typed?.text ?? textOf(item)}
        limits={limits}
        problem={describeProblem(typed, item)}
        onChange={(part: Partial<ItemText>) => client.type(place, item, part)}
        onLeave={() => client.save(place)}
        onEnter={() => client.save(place)}
      >
        {shown && <Waiting>{shown}</Waiting>}
      </TextFields>
      {typed?.problem?.kind === 'conflict' && (
        <Buttons>
          <SmallButton type="button" onClick={decide(() => client.keepMine(place, item))}>
            Keep mine
          </SmallButton>
          <SmallButton type="button" onClick={decide(() => client.discard(place))}>
            Take these
          </SmallButton>
        </Buttons>
      )}
      {isDishType(type) && <StatementLine place={place} item={item} isOpen={isStating} />}
      <Buttons>
        <PlaceField
          label={`Place of ${name}`}
          others={others}
          after={items[items.findIndex((other) => other.id === id) - 1]?.id ?? null}
          onChange={(after) => void client.send(moveItem(place, name, after))}
        />
        <SmallButton
          type="button"
          id={toOpenerId(type, id)}
          aria-label={`Add one below: ${name}`}
          onClick={() => client.add(type, { after: id, below: id })}
        >
          Add one below
        </SmallButton>
        {item.isShown && <LeaveButton place={place} item={item} />}
        <SmallButton type="button" aria-label={`Delete: ${name}`} onClick={remove}>
          Delete
        </SmallButton>
      </Buttons>
    </Details>
  );
}
