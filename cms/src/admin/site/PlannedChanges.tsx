import { useState } from 'react';
import { styled } from 'styled-components';
import type { PlannedSummary } from '../../site/plannedChange';
import { Button, ButtonLink, ButtonRow } from '../components/styles';
import { openPage } from '../requests/openPage';

const List = styled.ul`
  display: grid;
  gap: 0.8rem;
  width: 100%;
  max-width: 80rem;

  li {
    display: grid;
    gap: 0.8rem;
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
            <ButtonRow>
              {isOpen && change.scope !== 'end' && (
                <Button type="button" onClick={() => void look(change.id)}>
                  View
                </Button>
              )}
              <ButtonLink to="/">{isOpen ? 'Change or cancel' : 'To the first screen'}</ButtonLink>
            </ButtonRow>
          </li>
        );
      })}
      {problem && <Problem role="alert">{problem}</Problem>}
    </List>
  );
}
