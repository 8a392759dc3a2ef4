import { useDeferredValue, useId } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { findContentType } from '../../shared/content/contentTypes';
import type { VersionSummary } from '../../site/version';
import { Button, Buttons, Card, Outcome } from '../components/styles';
import type { Result } from '../components/usePress';
import { ViewButton } from '../components/ViewButton';
import { describeStay, useVersions } from './useVersions';

/** More than a screen shows at once. */
const FIRST_VERSIONS = 20;

const List = styled.ol`
  display: grid;
  gap: 1.2rem;
  max-width: 80rem;
  padding-bottom: 4rem;
`;

const Item = styled(Card).attrs({ as: 'li' })`
  display: grid;
  gap: 1.2rem;
  padding: 1.6rem 2rem;
  overflow-wrap: anywhere;

  h2 {
    font-size: 1.5rem;
  }

  /* Takes no space without its sentence, and stays in the page for screen readers. */
  [role='status']:empty {
    margin-top: -1.2rem;
  }
`;

const Author = styled.span`
  color: ${({ theme }) => theme.colors.neutral600};
  font-weight: 400;
`;

const Current = styled.strong`
  justify-self: start;
  padding: 0.4rem 1.2rem;
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.success100};
  color: ${({ theme }) => theme.colors.success700};
  font-weight: 600;
`;

const Entries = styled.details`
  summary,
  a {
    width: fit-content;
    padding: 1rem 0;
    cursor: pointer;
  }

  a {
    display: block;
    color: ${({ theme }) => theme.colors.primary700};
    font-weight: 600;
    text-decoration: underline;
  }
`;

const Effect = styled.p`
  color: ${({ theme }) => theme.colors.neutral600};
`;

interface VersionItemProps {
  version: VersionSummary;
  /** The part of the menu that the version is of, in a list of several parts. */
  part?: string;
  /** What came of the latest press on one of its buttons. */
  result: Result | undefined;
  onBringBack: () => void;
}

/** Says what bringing a version back changes on the site, and what it does not. */
function describeEffect({ restores, stays }: VersionSummary): string {
  if (restores === undefined) return '';
  const changes = restores
    ? `Bringing it back changes: ${restores}.`
    : 'Nothing to bring back: the site shows the same.';
  return [changes, stays && describeStay(stays)].filter(Boolean).join(' ');
}

/** A version: when, by whom, what changed, what bringing it back changes, and its buttons. */
function VersionItem({ version, part, result, onBringBack }: VersionItemProps) {
  const id = useId();
  const { time, when, author, change, isCurrent, kind, restores, entries } = version;
  const effect = describeEffect(version);
  return (
    <Item>
      <h2 id={id}>
        <time dateTime={time}>{when}</time>
        {author !== null && <Author> by {author}</Author>}
      </h2>
      <p>{part === undefined ? change : `${part}: ${change}`}</p>
      {/* Among the versions of the whole menu, each dish has one. */}
      {isCurrent && part === undefined && <Current>On the site now</Current>}
      {entries && (
        <Entries>
          <summary>One by one</summary>
          <ul>
            {entries.map(({ uid, documentId, name, change: ownChange }) => (
              <li key={documentId}>
                <Link to={`/versions/${uid}/${documentId}`} state={{ title: name }}>
                  {name}
                </Link>
                {ownChange}
              </li>
            ))}
          </ul>
        </Entries>
      )}
      {effect && !result && <Effect>{effect}</Effect>}
      {(!isCurrent || result) && (
        <Buttons>
          {/* An order and a publication are of several dishes, so no version of a page belongs to them. */}
          {kind !== 'order' && !entries && (
            <ViewButton path={`/versions/${version.id}/look`} aria-describedby={id} />
          )}
          {/* One element for both, so that the focus stays on the button that undoes the press. */}
          {(restores !== '' || result) && (
            <Button type="button" aria-describedby={id} onClick={result?.undo ?? onBringBack}>
              {result?.undo ? 'Undo' : 'Bring back'}
            </Button>
          )}
        </Buttons>
      )}
      {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
      <div role="status">{result && <Outcome $isProblem={result.isProblem}>{result.text}</Outcome>}</div>
    </Item>
  );
}

interface VersionListProps {
  /** Where the versions come from. */
  path: string;
  /** Whether they are of several parts of the menu, which each version names. */
  isOfMenu?: boolean;
}

/** Lists the versions that a path of the server answers with, newest first. */
export function VersionList({ path, isOfMenu = false }: VersionListProps) {
  const { versions, problem, pressed, result, bringBack } = useVersions(path);
  // The newest are shown at once; React renders the others after them, in short tasks.
  const areNewestShown = useDeferredValue(versions !== undefined);
  const rendered = areNewestShown ? versions : versions?.slice(0, FIRST_VERSIONS);
  return (
    <>
      <div role="alert">{problem && <Outcome $isProblem>{problem}</Outcome>}</div>
      {versions?.length === 0 && (
        <p>
          There are none yet: the first comes when you{' '}
          {isOfMenu ? 'publish the menu, move a dish, take something off or delete it' : 'publish'}.
        </p>
      )}
      <List aria-label="Earlier versions">
        {rendered?.map((version) => (
          <VersionItem
            key={version.id}
            version={version}
            part={isOfMenu && !version.entries ? findContentType(version.uid)?.linkLabel : undefined}
            result={version.id === pressed?.id ? result : undefined}
            onBringBack={() => void bringBack(version)}
          />
        ))}
      </List>
    </>
  );
}
