import { styled } from 'styled-components';
import type { PlannedSummary } from '../../site/plannedChange';
import { Box, ButtonLink, ButtonRow } from '../components/styles';
import { ViewButton } from '../components/ViewButton';

const List = styled.ul`
  display: grid;
  gap: 0.8rem;
  width: 100%;
  /* Many dishes must not cover the menu. */
  max-height: max(16rem, 20dvh);
  overflow-y: auto;
  outline: none;
`;

const Item = styled(Box)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.8rem 1.6rem;
  padding-block: 0.8rem;

  > p {
    flex: 1 1 30rem;
  }
`;

/** Says what goes out when, such as 'Thursday, November 26 at 5:00 pm, in two days: Heading: “A” → “B”.' */
function describePlanned({ when, change, problem, isBehindDraft }: PlannedSummary): string {
  if (problem !== null) return `Was planned for ${when}: ${change}. ${problem}`;
  const behind = isBehindDraft ? ' What you see here is different, and this replaces it then.' : '';
  return `Planned for ${when}: ${change}.${behind}`;
}

/** What is planned for what a screen changes. */
export function PlannedChanges({ changes }: { changes: PlannedSummary[] }) {
  if (changes.length === 0) return null;
  return (
    <List aria-label="Planned">
      {changes.map((change) => {
        const isOpen = change.state === 'waiting' || change.state === 'asking';
        return (
          <Item key={change.id}>
            <p>{describePlanned(change)}</p>
            <ButtonRow>
              {isOpen && <ViewButton path={`/schedule/${change.id}/look`} />}
              <ButtonLink to="/">{isOpen ? 'Change or cancel' : 'To the first screen'}</ButtonLink>
            </ButtonRow>
          </Item>
        );
      })}
    </List>
  );
}
