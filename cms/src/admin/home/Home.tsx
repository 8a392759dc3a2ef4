import { Restaurant } from '@strapi/icons';
import { Layouts, Page, useAuth } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { toContentManagerPath, toPermission } from '../../shared/content/contentManager';
import {
  type ContentType,
  contentTypes,
  type RecordId,
  type TypeNameOfKind,
  uidOf,
} from '../../shared/content/contentTypes';
import { menuTypes } from '../../shared/content/menuTypes';
import { Card, filledButton, lightButton } from '../components/styles';
import { ComingCard } from '../site/ComingCard';
import { TodayCard } from '../today/TodayCard';
import { WarningList } from '../warnings/WarningList';

interface TaskLinkTarget {
  label: string;
  to: string;
  /** The uid of the content type that the account must be allowed to read; `null` for the photographs. */
  subject: string | null;
}

interface Task {
  title: string;
  steps: string[];
  note?: string;
  links: TaskLinkTarget[];
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

const tasks: Task[] = [
  {
    title: 'Change words',
    steps: [
      'Choose the page, then the place on it whose words you want to change.',
      'Change them. Under each field stands what it is for and how long it may be.',
      'Press Publish: the site shows the new words a moment later. Publish at… shows them at a time that you choose. Save keeps them for later and shows nothing yet.',
    ],
    note: 'Published by mistake? Open the place again and press “Earlier versions”: there you look at what the site showed before, and bring it back.',
    links: [
      ...createGroupLinks('Pages'),
      linkToRecord('Opening hours, special days', 'contactpage', 'contact-hours'),
      linkToRecord('Phone number', 'contactpage', 'contact-phone'),
      linkToRecord('Happy hour', 'homepage', 'home-special-1'),
      ...createGroupLinks('Frame'),
    ],
  },
  {
    title: 'Change the menu',
    steps: [
      'Press “Menu”: everything on it is there, as guests see it.',
      'Take one off the menu or put it back with its switch, drag it to its place, or press its bin: the site shows that at once.',
      'Press its words to change them, or “Add a dish” below the others. Then press “Publish the menu”.',
    ],
    note: 'The headings, and the earlier versions of each dish, are here:',
    links: createGroupLinks('Menu'),
  },
  {
    title: 'Change photographs',
    steps: [
      'Choose the place where the photograph shows.',
      'Press the bin on the picture to take it out, or the plus to add one: drop a file from your computer, or tick the box of a picture that is here already and press Finish.',
      'You are asked what a new picture shows, for guests who can’t see it; the pencil changes these words. Then press Publish.',
    ],
    links: [
      linkToRecord('Sliding pictures', 'homepage', 'home-main'),
      linkToRecord('First story', 'homepage', 'home-story-1'),
      linkToRecord('Second story', 'homepage', 'home-story-2'),
      linkToRecord('Happy hour sign', 'homepage', 'home-special-1'),
      linkToRecord('Services picture', 'servicespage', 'services-main'),
      { label: 'All photographs', to: '/plugins/upload', subject: null },
    ],
  },
];

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr));
  gap: 2.4rem;
  padding-bottom: 4rem;
`;

const TaskCard = styled(Card)`
  ol {
    display: grid;
    gap: 0.8rem;
    margin: 1.2rem 0 2rem;
    padding-inline-start: 2rem;
    list-style: decimal;
  }

  p {
    margin-bottom: 2rem;
  }

  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.8rem;
  }
`;

const TaskLink = styled(Link)`
  ${lightButton}
  display: inline-block;
  padding: 0.8rem 1.2rem;
  text-decoration: none;
`;

const SiteLink = styled.a`
  ${filledButton}
  display: inline-block;
  padding: 0.8rem 1.2rem;
  font-size: 1.4rem;
  font-weight: 600;
  text-decoration: none;
`;

/** The first thing on the screen, because the menu changes most often. */
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

/** Returns a function that tells whether the account may do something with some entries of a type, or `null` for photographs. */
function usePermissions() {
  const permissions = useAuth('Home', (state) => state.permissions);
  return (action: 'read' | 'publish', subject: string | null): boolean => {
    const name = subject === null ? 'plugin::upload.read' : toPermission(action);
    return permissions.some((permission) => permission.action === name && permission.subject === subject);
  };
}

/**
 * The admin's home page: the way to the menu, the site's line about today, what is coming, and instructions and links for changing texts, the menu
 * and photographs. An account gets the parts that it may use.
 */
export function Home() {
  const can = usePermissions();
  const canReadMenu = menuTypes.some((type) => can('read', uidOf(type)));
  const published = Object.keys(contentTypes).filter((type) => can('publish', uidOf(type)));
  const cards = tasks
    .map((task) => ({ ...task, links: task.links.filter(({ subject }) => can('read', subject)) }))
    .filter(({ links }) => links.length > 0);
  return (
    <Layouts.Root>
      <Page.Main>
        <Page.Title>Home</Page.Title>
        <Layouts.Header
          title="Your website"
          subtitle={cards.length > 0 ? 'What would you like to change?' : undefined}
          primaryAction={
            <SiteLink href="/site" target="_blank" rel="noreferrer">
              See the site
            </SiteLink>
          }
        />
        <Layouts.Content>
          {canReadMenu && (
            <MenuLink to="/menu">
              <Restaurant aria-hidden width="2.4rem" height="2.4rem" />
              <strong>Menu</strong>
              <span>Take a dish off tonight, put it back, change the words or the order.</span>
            </MenuLink>
          )}
          {(published.includes('contactpage') || published.includes('website-name')) && <TodayCard />}
          {cards.length > 0 && <ComingCard />}
          {published.length > 0 && <WarningList />}
          {cards.length === 0 && (
            <Card>Your account may not change anything yet. Ask whoever looks after the site.</Card>
          )}
          <Cards>
            {cards.map(({ title, steps, note, links }) => (
              <TaskCard key={title} aria-label={title}>
                <h2>{title}</h2>
                <ol>
                  {steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
                {note && <p>{note}</p>}
                <ul>
                  {links.map(({ label, to }) => (
                    <li key={label}>
                      <TaskLink to={to}>{label}</TaskLink>
                    </li>
                  ))}
                </ul>
              </TaskCard>
            ))}
          </Cards>
        </Layouts.Content>
      </Page.Main>
    </Layouts.Root>
  );
}
