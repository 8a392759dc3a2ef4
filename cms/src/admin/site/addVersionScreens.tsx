import type { StrapiApp } from '@strapi/strapi/admin';
import { styled } from 'styled-components';
import { findContentType } from '../../shared/content/contentTypes';
import { ButtonLink } from '../components/styles';
import { addScreens, type StartedApp, showInEntryHeader } from '../strapi/application';

const VersionsLink = styled(ButtonLink)`
  padding: 0 1.2rem;
  font-size: 1.4rem;
  white-space: nowrap;

  /* The height of Strapi's button beside it. */
  @media (width >= 1080px) {
    min-height: 3.2rem;
  }
`;

/** Adds the screens of earlier versions, which are loaded when they are opened. */
export function addVersionScreens(app: Pick<StrapiApp, 'router'>): void {
  const load = async () => (await import('./VersionsPage')).VersionsPage;
  addScreens(app, { 'versions/menu': load, 'versions/:uid/:documentId': load });
}

/** Adds the link to an entry's versions to the form of every entry. */
export const addVersionsLink = (app: StartedApp): void =>
  showInEntryHeader(app, ({ model, document }) => {
    const type = findContentType(model);
    if (!type || typeof document?.documentId !== 'string') return null;
    const title = type.title && document[type.title];
    return (
      <VersionsLink to={`/versions/${model}/${document.documentId}`} state={{ title }}>
        Earlier versions
      </VersionsLink>
    );
  });
