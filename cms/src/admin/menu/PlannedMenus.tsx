import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlannedSummary } from '../../site/plannedChange';
import { Button, lightButton } from '../components/styles';
import type { MenuClient } from './menuClient';
import { useMenuState } from './useMenu';

const List = styled.ul`
  display: grid;
  grid-column: 1 / -1;
  gap: 0.8rem;
  /* Many dishes must not cover the menu. */
  max-height: max(12rem, 20dvh);
  overflow-y: auto;
  outline: none;
`;

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.4rem 1.6rem;

  p {
    flex: 1 1 30rem;
  }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;
`;

const HomeLink = styled(Link)`
  ${lightButton}
  display: inline-flex;
  align-items: center;
  min-height: 4.4rem;
  padding: 0 1.6rem;
  text-decoration: none;
`;

/** Says which words go out when, and whether others are on the screen or on the site by now. */
function describePlanned({ when, change, isBehindDraft }: PlannedSummary, isPublished: boolean): string {
  const words = `Goes out ${when}: ${change}.`;
  if (!isBehindDraft) return words;
  return isPublished
    ? `${words} The site shows newer words already, and these replace them then.`
    : `${words} It goes out without what you have changed since then.`;
}

/** What goes out with *Publish at*, and the question whether newer words go out instead. */
export function PlannedMenus({ client }: { client: MenuClient }) {
  const planned = useMenuState(client, ({ menu }) => menu?.planned);
  const isPublished = useMenuState(client, ({ menu }) => menu?.unpublished === 0);
  const list = useRef<HTMLUListElement>(null);
  if (!planned?.length) return null;
  const replace = ({ id, localTime }: PlannedSummary) => {
    // The button goes away.
    list.current?.focus();
    void client.schedule(localTime, { replaces: id, seenAt: client.getState().server?.readAt });
  };
  return (
    <List ref={list} tabIndex={-1} aria-label="Planned">
      {planned.map((change) => (
        <Item key={change.id}>
          <p>{describePlanned(change, isPublished)}</p>
          <Buttons>
            {change.isBehindDraft && change.canChange && !isPublished && (
              <Button type="button" onClick={() => replace(change)}>
                Send these instead
              </Button>
            )}
            <HomeLink to="/">Change or cancel</HomeLink>
          </Buttons>
        </Item>
      ))}
    </List>
  );
}
