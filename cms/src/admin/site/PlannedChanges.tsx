import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlannedSummary } from '../../site/plannedChange';
import { Button, lightButton } from '../components/styles';
import { openPage } from '../requests/openPage';

const List = styled.ul`
  display: grid;
  gap: 0.8rem;
  width: 100%;
  max-width: 80rem;

  li {
    padding: 1.2rem 1.6rem;
    border: 1px solid ${({ theme }) => theme.colors.primary200};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral0};
    color: ${({ theme }) => theme.colors.neutral800};
    font-size: 1.4rem;
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;
  margin-top: 0.8rem;
`;

const HomeLink = styled(Link)`
  ${lightButton}
  display: inline-flex;
  align-items: center;
  min-height: 4.4rem;
  padding: 0 1.6rem;
  font-size: 1.5rem;
  text-decoration: none;
`;

const Problem = styled.p`
  color: ${({ theme }) => theme.colors.danger700};
`;

/** Says what goes out when, such as 'Thursday, November 26 at 5:00 pm, in two days: Heading: “A” → “B”.' */
function describePlanned({ scope, when, change, problem, isBehindDraft }: PlannedSummary): string {
  if (problem !== null) return `Was planned for ${when}: ${change}. ${problem}`;
  const what = scope === 'menu' ? `this goes out with the menu (${change})` : change;
  const behind = isBehindDraft ? ' What you see below is different.' : '';
  return `Planned for ${when}: ${what}.${behind}`;
}

/** What is planned for an entry, above its form. */
export function PlannedChanges({ changes }: { changes: PlannedSummary[] }) {
  const [problem, setProblem] = useState('');
  const look = async (id: number) => setProblem((await openPage(`/schedule/${id}/look`)) ?? '');
  return (
    <List aria-label="Planned">
      {changes.map((change) => {
        const isOpen = change.state === 'waiting' || change.state === 'asking';
        return (
          <li key={change.id}>
            {describePlanned(change)}
            <Buttons>
              {isOpen && (
                <Button type="button" onClick={() => void look(change.id)}>
                  View
                </Button>
              )}
              <HomeLink to="/">{isOpen ? 'Change or cancel' : 'To the first screen'}</HomeLink>
            </Buttons>
          </li>
        );
      })}
      {problem && <Problem role="alert">{problem}</Problem>}
    </List>
  );
}
