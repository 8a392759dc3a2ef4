import { useSortable } from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, Drag, Trash } from '@strapi/icons';
import { memo, useId } from 'react';
import { flushSync } from 'react-dom';
import { styled } from 'styled-components';
import type { MenuItem, MenuList } from '../../menu/menuAnswers';
import { isDishType, type MenuType } from '../../shared/content/menuTypes';
import { ItemWords } from './ItemWords';
import type { MenuClient } from './menuClient';
import type { Place } from './menuContent';
import { calm, LargeSwitch, NARROW, prefersCalm, SquareButton, Waiting } from './menuStyles';
import { OffLine } from './OffLine';
import { StatementLine } from './StatementLine';

const Row = styled.li<{ $isDragged: boolean; $isOff: boolean }>`
  ${calm}
  position: relative;
  z-index: ${({ $isDragged }) => ($isDragged ? 1 : 0)};
  display: grid;
  grid-template-columns: 4.4rem minmax(0, 1fr) auto;
  gap: 0 0.8rem;
  align-items: start;
  padding: 0.8rem;
  border-block-start: 1px solid ${({ theme }) => theme.colors.neutral150};
  background: ${({ theme, $isOff }) => ($isOff ? theme.colors.neutral100 : theme.colors.neutral0)};
  box-shadow: ${({ theme, $isDragged }) => ($isDragged ? theme.shadows.popupShadow : 'none')};

  ${NARROW} {
    padding: 0.8rem 0.4rem;
  }
`;

const Handle = styled(SquareButton)`
  border-color: transparent;
  background: transparent;
  cursor: grab;
  /* Otherwise a finger on the handle scrolls the page. */
  touch-action: none;
`;

const Controls = styled.div`
  display: flex;
  grid-area: 1 / 3;
  align-items: center;
  gap: 0.4rem;

  ${NARROW} {
    grid-area: auto / 1 / auto / -1;
    margin-block-start: 0.4rem;
  }
`;

const OnMenu = styled.div`
  display: flex;
  align-items: center;
  width: 18rem;
  color: ${({ theme }) => theme.colors.neutral800};

  label {
    display: flex;
    align-items: center;
    min-height: 4.4rem;
    cursor: pointer;
  }

  ${NARROW} {
    flex: 1;
    width: auto;
  }
`;

interface ItemProps {
  client: MenuClient;
  place: Place;
  item: MenuItem;
}

/** Whether the site shows an item: a switch, or for one that was never published a sentence. */
function ItemState({ client, place, item }: ItemProps) {
  const id = useId();
  if (item.isNew)
    return (
      <OnMenu>
        <Waiting>New: not on the site yet</Waiting>
      </OnMenu>
    );
  return (
    <OnMenu>
      <LargeSwitch
        id={id}
        aria-label={`On the menu: ${item.name}`}
        checked={item.isShown}
        onCheckedChange={(shown: boolean) =>
          client.dispatch({ type: 'edited', edit: { type: 'show', place, name: item.name, shown } })
        }
      />
      <label htmlFor={id} aria-hidden>
        {item.isShown ? 'On the menu' : 'Off the menu'}
      </label>
    </OnMenu>
  );
}

/** Where the buttons *Move up* and *Move down* put an item. */
interface Moves {
  /** The id of the item before it, `null` for the first place; `undefined` when it is the first already. */
  upAfter: string | null | undefined;
  /** The id of the item before it; `undefined` when it is the last already. */
  downAfter: string | undefined;
}

/** The buttons that move and delete an item. The first item's *Move up* stays in the focus order, and does nothing. */
function ItemButtons({
  client,
  place,
  item,
  upAfter,
  downAfter,
  onDelete,
}: ItemProps & Moves & { onDelete: () => void }) {
  const move = (previousId: string | null | undefined) => () => {
    if (previousId !== undefined)
      client.dispatch({ type: 'edited', edit: { type: 'move', place, name: item.name, previousId } });
  };
  const remove = () => {
    // The focus goes to a button that is in the page from the first change on.
    flushSync(() => client.dispatch({ type: 'edited', edit: { type: 'delete', place, name: item.name } }));
    onDelete();
  };
  const shared = { withTooltip: false, variant: 'ghost' } as const;
  return (
    <>
      <SquareButton
        {...shared}
        label={`Move up: ${item.name}`}
        aria-disabled={upAfter === undefined}
        onClick={move(upAfter)}
      >
        <ArrowUp />
      </SquareButton>
      <SquareButton
        {...shared}
        label={`Move down: ${item.name}`}
        aria-disabled={downAfter === undefined}
        onClick={move(downAfter)}
      >
        <ArrowDown />
      </SquareButton>
      <SquareButton {...shared} label={`Delete: ${item.name}`} onClick={remove}>
        <Trash />
      </SquareButton>
    </>
  );
}

interface ItemRowProps extends Moves {
  client: MenuClient;
  type: MenuType;
  item: MenuItem;
  limits: MenuList['limits'];
  onDelete: () => void;
}

/** An item: its handle, its words, its switch and its buttons, and when it is off, until when. */
export const ItemRow = memo(function ItemRow({ client, type, item, limits, ...buttons }: ItemRowProps) {
  const { id } = item;
  const sortable = useSortable({ id, transition: prefersCalm() ? null : undefined });
  const { transform, transition, isDragging } = sortable;
  const place = { type, id };
  const isOff = !item.isShown && !item.isNew;
  return (
    <Row
      ref={sortable.setNodeRef}
      aria-label={item.name}
      $isDragged={isDragging}
      $isOff={isOff}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <Handle
        ref={sortable.setActivatorNodeRef}
        label={`Drag: ${item.name}`}
        withTooltip={false}
        variant="ghost"
        {...sortable.attributes}
        {...sortable.listeners}
      >
        <Drag />
      </Handle>
      <ItemWords client={client} place={place} item={item} limits={limits} />
      {isDishType(type) && <StatementLine client={client} place={place} item={item} />}
      <Controls>
        <ItemState client={client} place={place} item={item} />
        <ItemButtons client={client} place={place} item={item} {...buttons} />
      </Controls>
      {isOff && <OffLine client={client} place={place} item={item} />}
    </Row>
  );
});
