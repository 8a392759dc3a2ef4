import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useMemo } from 'react';
import type { MenuList } from '../../menu/menuAnswers';
import { ItemRow } from './ItemRow';
import { matchesSearch } from './menuContent';
import { type OpenItem, useMenuContext } from './menuContext';
import { moveItem } from './menuEdits';
import { NewItem } from './NewItem';

/** Nothing is said while an item is dragged: the bar at the bottom says where it is. */
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

interface ItemListProps {
  list: MenuList;
  label: string;
  /** What the owner looks for. */
  search: string;
  openItem: OpenItem;
}

/** The items of a list, which the owner drags by their handles. */
export function ItemList({ list, label, search, openItem }: ItemListProps) {
  const { client } = useMenuContext();
  const { items, type, limits } = list;
  // Not the pointer sensor, after which Chrome takes a quick drag for a scroll and ignores the next tap, such as on Undo.
  const sensors = useSensors(useSensor(MouseSensor), useSensor(TouchSensor));
  // With another list of ids, all rows would render again.
  const order = JSON.stringify(items.map(({ id }) => id));
  const ids = useMemo((): string[] => JSON.parse(order), [order]);
  const drop = ({ active, over }: DragEndEvent) => {
    const from = ids.indexOf(String(active.id));
    const to = ids.indexOf(String(over?.id));
    const item = items[from];
    if (!item || to === -1 || from === to) return;
    void client.send(moveItem({ type, id: item.id }, item.name, ids[from < to ? to : to - 1] ?? null));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: SILENT }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul aria-label={label}>
          <NewItem list={list} />
          {items.map((item) => (
            <ItemRow
              key={item.id}
              type={type}
              item={item}
              limits={limits}
              isFound={matchesSearch(item.name, search)}
              openPart={openItem.id === item.id ? openItem.part : undefined}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
