import { Layouts, Page } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import type { AuditLogAnswer } from '../../auditLog/auditLog';
import { AUDIT_LOG_PERMISSION } from '../../shared/auditLogPermission';
import { Button, Card } from '../components/styles';
import { explainFailure } from '../requests/explainFailure';
import { load } from '../requests/sendRequest';

const PATH = '/audit-log';
const NOT_LOADED = 'These lines did not arrive. Check the connection, then try again.';

const Log = styled(Card)`
  max-width: 110rem;
  overflow-wrap: anywhere;

  li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.2rem;
    padding-bottom: 1.2rem;
    margin-bottom: 1.2rem;
    border-bottom: 1px solid ${({ theme }) => theme.colors.neutral150};
  }

  /* One line each, where there is room. */
  time {
    flex: 0 0 27rem;
  }

  strong {
    flex: 0 0 24rem;
  }

  li > p {
    flex: 1 1 40rem;
  }
`;

/** The lines of the log, newest first, and the button that loads older ones. */
function AuditLog() {
  const [log, setLog] = useState<AuditLogAnswer>();
  const [problem, setProblem] = useState('');
  const { lines = [], older = 0 } = log ?? {};

  const loadLines = async (path: string) => {
    try {
      const answer = await load<AuditLogAnswer>(path);
      // A line that was deleted meanwhile moves the others.
      const known = new Set(lines.map(({ key }) => key));
      const added = answer.lines.filter(({ key }) => !known.has(key));
      setLog({ lines: [...lines, ...added], older: answer.older });
      setProblem('');
    } catch (error) {
      setProblem(explainFailure(error, NOT_LOADED));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the screen loads the newest lines once.
  useEffect(() => void loadLines(PATH), []);

  return (
    <Log>
      {lines.length > 0 && (
        <ol aria-label="Audit log">
          {lines.map(({ key, time, when, author, text, count }) => (
            <li key={key}>
              <time dateTime={time}>{when}</time>
              <strong>{author}</strong>
              <p>{count > 1 ? `${text} (${count} times)` : text}</p>
            </li>
          ))}
        </ol>
      )}
      {/* In the page from the start, so that screen readers announce the sentences that they get. */}
      <p role="status">
        {log && (lines.length ? `${lines.length} of ${lines.length + older} lines.` : 'Nothing yet.')}
      </p>
      <p role="alert">{problem}</p>
      {/* It stays with the focus when there are no older lines. */}
      {(log || problem) && (
        <Button
          type="button"
          aria-disabled={log && !older}
          onClick={() => (older || !log) && loadLines(log ? `${PATH}?before=${older}` : PATH)}
        >
          {log ? 'Show older lines' : 'Try again'}
        </Button>
      )}
    </Log>
  );
}

/** The screen on which administrators read who did what. */
export const AuditLogPage = () => (
  <Page.Protect permissions={[{ action: AUDIT_LOG_PERMISSION, subject: null }]}>
    <Page.Main>
      <Page.Title>Audit log</Page.Title>
      <Layouts.Header
        title="Audit log"
        subtitle="Who did what in the last 180 days; nobody can change it here"
      />
      <Layouts.Content>
        <AuditLog />
      </Layouts.Content>
    </Page.Main>
  </Page.Protect>
);
