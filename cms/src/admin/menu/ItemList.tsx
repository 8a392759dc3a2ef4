import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useMemo } from 'react';
import { styled } from 'styled-components';
import type { MenuItem, MenuList } from '../../menu/menuAnswers';
import { describePlace } from './describePlace';
import { ItemRow } from './ItemRow';
import type { MenuClient } from './menuClient';
import { moveAfter } from './menuContent';
import { prefersCalm } from './menuStyles';

const Items = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
`;

const Empty = styled.p`
  padding: 1.2rem 1.6rem;
  color: ${({ theme }) => theme.colors.neutral600};
`;

/** Returns the id after which an item stands that is dropped on another one; `null` for the first place. */
function findPrevious(items: MenuItem[], id: UniqueIdentifier, over: UniqueIdentifier): string | null {
  const [from, to] = [id, over].map((one) => items.findIndex((item) => item.id === one));
  if (from === undefined || to === undefined) return null;
  return items[from < to ? to : to - 1]?.id ?? null;
}

/** What a screen reader says while an item is dragged. */
function createAnnouncements(items: MenuItem[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => items.find((item) => item.id === id)?.name ?? '';
  return {
    onDragStart: ({ active }) => `Picked up “${nameOf(active.id)}”.`,
    onDragOver: ({ active, over }) => {
      if (!over) return undefined;
      const moved =
        active.id === over.id
          ? items
          : moveAfter(items, String(active.id), findPrevious(items, active.id, over.id));
      const names = moved.map(({ name }) => name);
      const index = moved.findIndex(({ id }) => id === active.id);
      return `“${nameOf(active.id)}”: now ${describePlace(names, index)}.`;
    },
    // The bar at the bottom says where it is, or that it stayed.
    onDragEnd: ({ active, over }) =>
      over && over.id !== active.id ? undefined : `“${nameOf(active.id)}” stays where it was.`,
    onDragCancel: ({ active }) => `“${nameOf(active.id)}” stays where it was.`,
  };
}

/** The same object each time: with other options, all rows would render again. */
const KEYBOARD = {
  coordinateGetter: sortableKeyboardCoordinates,
  scrollBehavior: prefersCalm() ? 'auto' : 'smooth',
} as const;

const INSTRUCTIONS = {
  draggable:
    'Press Space to pick it up, the arrow keys to move it, Space to put it down, Escape to leave it.',
};

interface ItemListProps {
  client: MenuClient;
  list: MenuList;
  label: string;
  onDelete: () => void;
}

/** The items of a list, which the owner moves by their handles or their buttons. */
export function ItemList({ client, list, label, onDelete }: ItemListProps) {
  const { items, type, limits } = list;
  const sensors = useSensors(
    // Not the pointer sensor, after which Chrome takes a quick drag for a scroll and ignores the next tap, such as on Undo.
    useSensor(MouseSensor),
    useSensor(TouchSensor),
    useSensor(KeyboardSensor, KEYBOARD),
  );
  // With another list of ids, too.
  const order = JSON.stringify(items.map(({ id }) => id));
  const ids = useMemo((): string[] => JSON.parse(order), [order]);
  const drop = ({ active, over }: DragEndEvent) => {
    const id = String(active.id);
    const item = items.find((candidate) => candidate.id === id);
    if (!item || !over || over.id === active.id) return;
    const previousId = findPrevious(items, id, over.id);
    client.dispatch({
      type: 'edited',
      edit: { type: 'move', place: { type, id }, name: item.name, previousId },
    });
  };
  if (items.length === 0) return <Empty>Nothing here yet</Empty>;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: createAnnouncements(items),
        screenReaderInstructions: INSTRUCTIONS,
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Items aria-label={label}>
          {items.map((item, index) => (
            <ItemRow
              key={item.id}
              client={client}
              type={type}
              item={item}
              limits={limits}
              upAfter={index === 0 ? undefined : (items[index - 2]?.id ?? null)}
              downAfter={items[index + 1]?.id}
              onDelete={onDelete}
            />
          ))}
        </Items>
      </SortableContext>
    </DndContext>
  );
}
