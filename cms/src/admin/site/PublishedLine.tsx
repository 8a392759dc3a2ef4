import { styled } from 'styled-components';
import { Button } from '../components/styles';
import { ViewButton } from '../components/ViewButton';
import { useVersions } from './useVersions';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;
  width: 100%;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.4rem;
  line-height: 1.4;

  button {
    flex: 1;
    padding-inline: 0.8rem;
  }

  [role='status'] {
    flex-basis: 100%;
  }

  [role='status']:empty {
    display: contents;
  }
`;

interface PublishedLineProps {
  uid: string;
  documentId: string;
}

/** What can be done after Publish: view the page, and take back what was published. */
export function PublishedLine({ uid, documentId }: PublishedLineProps) {
  const { versions, problem, result, bringBack } = useVersions(
    `/versions?${new URLSearchParams({ uid, documentId })}`,
  );
  const [published, previous] = versions ?? [];
  return (
    <Line>
      {published && <ViewButton path={`/versions/${published.id}/look`} label="View page" />}
      {/* Special days stay, for example, because they end by themselves. */}
      {previous?.restores && !result && (
        <Button type="button" onClick={() => void bringBack(previous)}>
          Undo
        </Button>
      )}
      {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
      <div role="status">{problem || result?.text}</div>
    </Line>
  );
}
