import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { WarningsAnswer } from '../../warnings/warningRoutes';
import { useLive } from '../requests/useLive';

const List = styled.ul`
  display: grid;
  gap: 0.8rem;
  margin-bottom: 2.4rem;

  li {
    padding: 1.2rem 1.6rem;
    border: 1px solid ${({ theme }) => theme.colors.warning200};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.warning100};
    color: ${({ theme }) => theme.colors.neutral800};
    font-size: 1.5rem;
    line-height: 1.5;
    overflow-wrap: anywhere;
  }

  a {
    display: inline-block;
    padding-block: 1.1rem;
    color: ${({ theme }) => theme.colors.primary700};
  }
`;

/** What the owner should know, one sentence each; nothing when there is nothing. */
export function WarningList() {
  const { answer } = useLive<WarningsAnswer>('/warnings');
  if (!answer?.warnings.length) return null;
  return (
    <List aria-label="What you should know">
      {answer.warnings.map(({ sentence, link }) => (
        <li key={`${sentence} ${link?.path}`}>
          {sentence} {link && <Link to={link.path}>{link.label}</Link>}
        </li>
      ))}
    </List>
  );
}
