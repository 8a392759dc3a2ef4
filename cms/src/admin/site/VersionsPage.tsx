import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { useLocation, useParams } from 'react-router-dom';
import { toContentManagerPath } from '../../shared/content/contentManager';
import { findContentType } from '../../shared/content/contentTypes';
import { isRecord } from '../../shared/isRecord';
import { VersionList } from './VersionList';

interface VersionsPageProps {
  /** What the versions are of. */
  subtitle: string;
  /** Where the versions come from. */
  path: string;
  /** Whether they are of several parts of the menu. */
  isOfMenu?: boolean;
  /** The page to which *Back* leads when the owner came from nowhere. */
  parent: string;
}

function VersionsPage({ subtitle, path, isOfMenu, parent }: VersionsPageProps) {
  return (
    <Layouts.Root>
      <Page.Main>
        <Page.Title>Earlier versions</Page.Title>
        <Layouts.Header
          title="Earlier versions"
          subtitle={subtitle}
          navigationAction={<BackButton fallback={parent} />}
        />
        <Layouts.Content>
          <VersionList path={path} isOfMenu={isOfMenu} />
        </Layouts.Content>
      </Page.Main>
    </Layouts.Root>
  );
}

/** The screen of an entry's versions; the link that opens it passes the entry's title. */
export function EntryVersionsPage() {
  const { uid = '', documentId = '' } = useParams();
  const { state } = useLocation();
  const type = findContentType(uid);
  const title = isRecord(state) && typeof state.title === 'string' ? state.title : type?.linkLabel;
  return (
    <VersionsPage
      subtitle={title ?? ''}
      path={`/versions?${new URLSearchParams({ uid, documentId })}`}
      parent={toContentManagerPath(uid, documentId)}
    />
  );
}

/** The screen of the menu's versions: what was published together, the orders of dishes, what was taken off, and what was deleted. */
export function MenuVersionsPage() {
  return (
    <VersionsPage
      subtitle="Menu: what was published, moved, taken off and deleted"
      path="/versions/menu"
      isOfMenu
      parent="/menu"
    />
  );
}
