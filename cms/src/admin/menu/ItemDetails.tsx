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
import { PlaceField } from './PlaceField';
import { StatementLine } from './StatementLine';
import { TextFields } from './TextFields';
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
  const { type, id } = place;
  const { name } = item;
  const others = items.filter((other) => other.id !== id);
  const shown = isStating ? undefined : describeShown(item);
  const remove = () => {
    void client.send(deleteItem(place, name));
    focusUndo();
  };
  return (
    <Details>
      <TextFields
        labels={[`Name of ${name}`, `Description of ${name}`]}
        placeholders={['', 'No description']}
        text={typed?.text ?? textOf(item)}
        limits={limits}
        problem={typed?.problem?.kind === 'lost' ? NOT_SAVED : typed?.problem?.message}
        onChange={(part: Partial<ItemText>) => client.type(place, item, part)}
        onLeave={() => client.save(place)}
        onEnter={() => client.save(place)}
      >
        {shown && <Waiting>{shown}</Waiting>}
      </TextFields>
      {isDishType(type) && <StatementLine place={place} item={item} isOpen={isStating} />}
      <Buttons>
        <PlaceField
          label={`Place of ${name}`}
          others={others}
          after={items[items.findIndex((other) => other.id === id) - 1]?.id ?? null}
          onChange={(after) => void client.send(moveItem(place, name, after))}
        />
        {item.isShown && <LeaveButton place={place} item={item} />}
        <SmallButton type="button" aria-label={`Delete: ${name}`} onClick={remove}>
          Delete
        </SmallButton>
      </Buttons>
    </Details>
  );
}
