import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlannedSummary } from '../../site/plannedChange';
import { lightButton } from '../components/styles';

const List = styled.ul`
  display: grid;
  flex: 1 1 100%;
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

/** What goes out with *Publish at*. */
export function PlannedMenus({ planned, isPublished }: { planned: PlannedSummary[]; isPublished: boolean }) {
  if (planned.length === 0) return null;
  return (
    <List aria-label="Planned">
      {planned.map((change) => (
        <Item key={change.id}>
          <p>{describePlanned(change, isPublished)}</p>
          <HomeLink to="/">Change or cancel</HomeLink>
        </Item>
      ))}
    </List>
  );
}
