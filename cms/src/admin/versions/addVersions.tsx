import type { StrapiApp } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { findContentType } from '../../shared/content/contentTypes';
import { lightButton } from '../components/styles';

/** The used part of what Strapi passes to an action of the edit view's header. */
interface Entry {
  model: string;
  document?: Record<string, unknown>;
}

const VersionsLink = styled(Link)`
  ${lightButton}
  display: inline-flex;
  align-items: center;
  min-height: 4.4rem;
  padding: 0 1.2rem;
  font-size: 1.4rem;
  white-space: nowrap;
  text-decoration: none;

  /* The height of Strapi's button beside it. */
  @media (width >= 1080px) {
    min-height: 3.2rem;
  }
`;

/** Links to an entry's versions from the header of its form, where a phone shows it without scrolling. */
function linkToVersions({ model, document }: Entry) {
  const type = findContentType(model);
  if (!type || typeof document?.documentId !== 'string') return null;
  const title = type.title && document[type.title];
  return {
    // Strapi's header has buttons with icons only, except for this: a status may be any element.
    _status: {
      message: (
        <VersionsLink to={`/versions/${model}/${document.documentId}`} state={{ title }}>
          Earlier versions
        </VersionsLink>
      ),
    },
  };
}

/** Adds the screens of earlier versions, which are loaded when they are opened. */
export function addVersionRoutes({ router }: Pick<StrapiApp, 'router'>): void {
  const load = () => import('./VersionsPage');
  router.addRoute([
    { path: 'versions/menu', lazy: async () => ({ Component: (await load()).MenuVersionsPage }) },
    {
      path: 'versions/:uid/:documentId',
      lazy: async () => ({ Component: (await load()).EntryVersionsPage }),
    },
  ]);
}

/**
 * Adds the link to an entry's versions to the form of every entry.
 * @throws Error when the content manager no longer has its function addDocumentHeaderAction
 */
export function addVersionsLink(app: Pick<StrapiApp, 'getPlugin'>): void {
  const { addDocumentHeaderAction } = app.getPlugin('content-manager').apis;
  if (typeof addDocumentHeaderAction !== 'function')
    throw new Error('Strapi has no addDocumentHeaderAction.');
  addDocumentHeaderAction([linkToVersions]);
}
