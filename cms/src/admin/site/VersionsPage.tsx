import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { useLocation, useParams } from 'react-router-dom';
import { toContentManagerPath } from '../../shared/content/contentManager';
import { findContentType } from '../../shared/content/contentTypes';
import { isRecord } from '../../shared/isRecord';
import { VersionList } from './VersionList';

const MENU = 'Menu: what was published, moved, taken off and deleted';

/** The screen of the versions of an entry, whose title the link that opens it passes, or without an entry of the menu. */
export function VersionsPage() {
  const { uid, documentId = '' } = useParams();
  const { state } = useLocation();
  const isOfMenu = uid === undefined;
  const title =
    isRecord(state) && typeof state.title === 'string' ? state.title : findContentType(uid ?? '')?.linkLabel;
  const path = isOfMenu ? '/versions/menu' : `/versions?${new URLSearchParams({ uid, documentId })}`;
  return (
    <Layouts.Root>
      <Page.Main>
        <Page.Title>Earlier versions</Page.Title>
        <Layouts.Header
          title="Earlier versions"
          subtitle={isOfMenu ? MENU : (title ?? '')}
          navigationAction={
            <BackButton fallback={isOfMenu ? '/menu' : toContentManagerPath(uid, documentId)} />
          }
        />
        <Layouts.Content>
          <VersionList key={path} path={path} isOfMenu={isOfMenu} />
        </Layouts.Content>
      </Page.Main>
    </Layouts.Root>
  );
}
