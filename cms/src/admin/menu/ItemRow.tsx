import { useSortable } from '@dnd-kit/sortable';
import { Drag } from '@strapi/icons';
import { memo, useId } from 'react';
import { flushSync } from 'react-dom';
import { styled } from 'styled-components';
import type { MenuItem, MenuList } from '../../menu/menuAnswers';
import type { MenuType } from '../../shared/content/menuTypes';
import { useEditState } from '../site/useEdits';
import { ItemDetails } from './ItemDetails';
import { findText } from './menuClient';
import type { Place } from './menuContent';
import { type OpenItem, useMenuContext } from './menuContext';
import { isOff, showItem } from './menuEdits';
import { LargeSwitch, Line, Waiting } from './menuStyles';
import { OffLine } from './OffLine';

const Row = styled.li<{ $isDragged: boolean; $isOff: boolean }>`
  position: relative;
  z-index: ${({ $isDragged }) => ($isDragged ? 1 : 0)};
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 0.4rem;
  align-items: center;
  padding: 0.4rem 0.8rem 0.4rem 0.4rem;
  border-block-start: 1px solid ${({ theme }) => theme.colors.neutral150};
  background: ${({ theme, $isOff }) => ($isOff ? theme.colors.neutral100 : theme.colors.neutral0)};
  box-shadow: ${({ theme, $isDragged }) => ($isDragged ? theme.shadows.popupShadow : 'none')};
  /* Between the field that finds and the bar at the bottom, which stay in view. */
  scroll-margin-block: 13rem 14rem;

  &[hidden] {
    display: none;
  }

  /* Nothing moves for users who prefer so. */
  @media (prefers-reduced-motion: reduce) {
    transition: none !important;
  }
`;

/** For the mouse and the finger only: the field *Place* moves an item, too. */
const Handle = styled.span`
  display: grid;
  place-items: center;
  width: 4.4rem;
  height: 4.4rem;
  color: ${({ theme }) => theme.colors.neutral600};
  cursor: grab;
  /* Otherwise a finger on the handle scrolls the page. */
  touch-action: none;
`;

/** Opens what an item has besides its name. */
const Name = styled.button`
  min-height: 4.4rem;
  padding: 0.8rem;
  border-radius: ${({ theme }) => theme.borderRadius};
  color: ${({ theme }) => theme.colors.neutral800};
  font: inherit;
  font-size: 1.6rem;
  font-weight: 600;
  line-height: 1.4;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;

  &:hover {
    text-decoration: underline;
    text-underline-offset: 0.3rem;
  }

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
  }
`;

const Below = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-column: 2 / -1;
  gap: 0.8rem;

  &:not(:empty) {
    padding: 0 0 0.8rem 0.8rem;
  }

  @media (width < 720px) {
    grid-column: 1 / -1;
  }
`;

/** Makes a change after which the row of an element may be longer, and brings the whole row into view. */
function changeInView(element: Element, change: () => void): void {
  flushSync(change);
  element.closest('li')?.scrollIntoView({ block: 'nearest' });
}

/** Whether the site shows an item: a switch, or for one that was never published a sentence. */
function ItemState({ place, item }: { place: Place; item: MenuItem }) {
  const { client } = useMenuContext();
  if (item.isNew) return <Waiting>New: not on the site yet</Waiting>;
  return (
    <span>
      <LargeSwitch
        aria-label={`On the menu: ${item.name}`}
        checked={item.isShown}
        onClick={({ currentTarget }) =>
          changeInView(currentTarget, () => void client.send(showItem(place, item.name, !item.isShown)))
        }
      />
    </span>
  );
}

interface ItemRowProps {
  type: MenuType;
  item: MenuItem;
  limits: MenuList['limits'];
  /** Whether it is what the owner looks for. */
  isFound: boolean;
  openPart: OpenItem['part'];
}

/** An item: its name and its switch; when it is off, until when; and when it is open, the rest. */
export const ItemRow = memo(function ItemRow({ type, item, limits, isFound, openPart }: ItemRowProps) {
  const { id, name } = item;
  const { client, open } = useMenuContext();
  const sortable = useSortable({ id });
  const { transform, transition, isDragging } = sortable;
  const hasProblem = useEditState(client, (state) => findText(state, id)?.problem !== undefined);
  const details = useId();
  const place = { type, id };
  const isOpen = openPart !== undefined || hasProblem;
  const waits = item.shown !== undefined || item.otherChanges !== undefined;
  return (
    <Row
      ref={sortable.setNodeRef}
      aria-label={name}
      hidden={!isFound && !isOpen}
      $isDragged={isDragging}
      $isOff={isOff(item)}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <Handle ref={sortable.setActivatorNodeRef} title={`Drag: ${name}`} aria-hidden {...sortable.listeners}>
        <Drag />
      </Handle>
      <Name
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={({ currentTarget }) =>
          changeInView(currentTarget, () => open(openPart ? {} : { id, part: 'words' }))
        }
      >
        {name}
      </Name>
      <ItemState place={place} item={item} />
      <Below id={details}>
        {isOff(item) && <OffLine place={place} item={item} />}
        {item.isShown && item.leaves && <Line>On the menu until {item.leaves.when}</Line>}
        {waits && !isOpen && <Waiting>Not on the site yet</Waiting>}
        {isOpen && (
          <ItemDetails place={place} item={item} limits={limits} isStating={openPart === 'statement'} />
        )}
      </Below>
    </Row>
  );
});
