import { Restaurant } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { toContentManagerPath } from '../../shared/content/contentManager';
import {
  type ContentType,
  contentTypes,
  type RecordId,
  type TypeNameOfKind,
  uidOf,
} from '../../shared/content/contentTypes';
import { menuTypes } from '../../shared/content/menuTypes';
import type { TodayAnswer } from '../../today/todayRoutes';
import { ButtonLink, Card, filledButton } from '../components/styles';
import { ComingCard } from '../site/ComingCard';
import { TodayCard } from '../today/TodayCard';
import { WarningList } from '../warnings/WarningList';
import { usePermissions } from './usePermissions';

interface TaskLinkTarget {
  label: string;
  to: string;
  /** The uid of the content type that the account must be allowed to read; `null` for the pictures. */
  subject: string | null;
}

const linkToRecord = <Name extends TypeNameOfKind<'fixed'>>(
  label: string,
  type: Name,
  id: RecordId<Name> & string,
): TaskLinkTarget => ({
  label,
  to: toContentManagerPath(uidOf(type), id),
  subject: uidOf(type),
});

/** The links to all types of a group: to the list of a type's entries, or to its only entry. */
const createGroupLinks = (group: ContentType['group']): TaskLinkTarget[] =>
  Object.entries(contentTypes)
    .filter(([, type]) => type.group === group)
    .map(([name, { linkLabel }]) => {
      const uid = uidOf(name);
      return { label: linkLabel, to: toContentManagerPath(uid), subject: uid };
    });

const groups: [string, TaskLinkTarget[]][] = [
  [
    'Words',
    [
      ...createGroupLinks('Pages'),
      linkToRecord('Phone number', 'contactpage', 'contact-phone'),
      linkToRecord('Happy hour', 'homepage', 'home-special-1'),
      ...createGroupLinks('Frame'),
    ],
  ],
  [
    'Pictures',
    [
      linkToRecord('Sliding pictures', 'homepage', 'home-main'),
      linkToRecord('First story', 'homepage', 'home-story-1'),
      linkToRecord('Second story', 'homepage', 'home-story-2'),
      linkToRecord('Services picture', 'servicespage', 'services-main'),
      { label: 'All pictures', to: '/plugins/upload', subject: null },
    ],
  ],
  ['Menu', createGroupLinks('Menu')],
];

const Links = styled(Card)`
  display: grid;
  gap: 1.2rem;

  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.8rem;
    margin-top: 0.4rem;
  }

  h3 {
    font-weight: 600;
  }
`;

const SiteLink = styled.a`
  ${filledButton}
  display: inline-block;
  padding: 0.8rem 1.2rem;
  font-size: 1.4rem;
  font-weight: 600;
  text-decoration: none;
`;

/** The largest link, because the menu changes most often. */
const MenuLink = styled(Link)`
  ${filledButton}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.4rem 1.2rem;
  margin-bottom: 2.4rem;
  padding: 1.6rem 2.4rem;
  font-size: 1.5rem;
  text-decoration: none;

  strong {
    font-size: 1.8rem;
    font-weight: 600;
  }

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }
`;

/**
 * The admin's home page: the site's line about today, the way to the menu, what is coming up, and links to everything else. An account
 * gets the parts that it may use.
 */
export function Home() {
  const can = usePermissions();
  const [comingDays, setComingDays] = useState<TodayAnswer['comingDays']>([]);
  const canReadMenu = menuTypes.some((type) => can('read', uidOf(type)));
  const published = Object.keys(contentTypes).filter((type) => can('publish', uidOf(type)));
  const permitted = groups
    .map(([title, links]) => ({ title, links: links.filter(({ subject }) => can('read', subject)) }))
    .filter(({ links }) => links.length > 0);
  return (
    <Layouts.Root>
      <Page.Main>
        <Page.Title>Home</Page.Title>
        <Layouts.Header
          title="Your website"
          primaryAction={
            <SiteLink href="/site" target="_blank" rel="noreferrer">
              See the site
            </SiteLink>
          }
        />
        <Layouts.Content>
          {(published.includes('contactpage') || published.includes('website-name')) && (
            <TodayCard onComingDays={setComingDays} />
          )}
          {canReadMenu && (
            <MenuLink to="/menu">
              <Restaurant aria-hidden width="2.4rem" height="2.4rem" />
              <strong>Menu</strong>
              <span>Take a dish off tonight, put it back, change the words or the order.</span>
            </MenuLink>
          )}
          {permitted.length > 0 && <ComingCard days={comingDays} />}
          {published.length > 0 && <WarningList />}
          {permitted.length === 0 ? (
            <Card>Your account may not change anything yet. Ask whoever looks after the site.</Card>
          ) : (
            <Links aria-label="What you can change">
              {permitted.map(({ title, links }) => (
                <div key={title}>
                  <h3>{title}</h3>
                  <ul>
                    {links.map(({ label, to }) => (
                      <li key={label}>
                        <ButtonLink to={to}>{label}</ButtonLink>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </Links>
          )}
        </Layouts.Content>
      </Page.Main>
    </Layouts.Root>
  );
}
