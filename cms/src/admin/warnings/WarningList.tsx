import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { WarningsAnswer } from '../../warnings/warningRoutes';
import { Box } from '../components/styles';
import { useLive } from '../requests/useLive';

const List = styled.ul`
  display: grid;
  gap: 0.8rem;
  margin-bottom: 2.4rem;

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
        <Box key={`${sentence} ${link?.path}`} $isReport>
          {sentence} {link && <Link to={link.path}>{link.label}</Link>}
        </Box>
      ))}
    </List>
  );
}
