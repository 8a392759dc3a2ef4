import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Warning } from '../../warnings/listWarnings';
import type { WarningsAnswer } from '../../warnings/warningRoutes';

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
  const { get } = useFetchClient();
  const [warnings, setWarnings] = useState<Warning[]>([]);

  useEffect(() => {
    // Without an answer there is nothing to show. The next load of the page asks again.
    get<WarningsAnswer>('/warnings').then(
      ({ data }) => setWarnings(data.warnings),
      () => {},
    );
  }, [get]);

  if (!warnings.length) return null;
  return (
    <List aria-label="What you should know">
      {warnings.map(({ sentence, link }) => (
        <li key={`${sentence} ${link?.path}`}>
          {sentence} {link && <Link to={link.path}>{link.label}</Link>}
        </li>
      ))}
    </List>
  );
}
