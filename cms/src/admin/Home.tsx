import { Restaurant } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  type ContentType,
  contentTypes,
  type RecordId,
  type TypeNameOfKind,
  uidOf,
} from '../content/contentTypes';
import { Card, filledButton, lightButton } from './homeStyles';
import { TodayCard } from './TodayCard';
import { WarningList } from './WarningList';

const getRecordPath = <Name extends TypeNameOfKind<'fixed'>>(type: Name, id: RecordId<Name> & string) =>
  `/content-manager/collection-types/${uidOf(type)}/${id}`;

/** The links to all types of a group: to the list of a type's entries, or to its only entry. */
const createGroupLinks = (group: ContentType['group']) =>
  Object.entries(contentTypes)
    .filter(([, type]) => type.group === group)
    .map(([name, { kind, linkLabel }]) => {
      const list = kind === 'single' ? 'single-types' : 'collection-types';
      return [linkLabel, `/content-manager/${list}/${uidOf(name)}`] as const;
    });

const tasks = [
  {
    title: 'Change words',
    steps: [
      'Choose the page, then the place on it whose words you want to change.',
      'Change them. Under each field stands what it is for and how long it may be.',
      'Press Publish: the site shows the new words a moment later. Save keeps them for later and shows nothing yet.',
    ],
    note: 'Published by mistake? Open the place again and press “Earlier versions”: there you look at what the site showed before, and bring it back.',
    links: [
      ...createGroupLinks('Pages'),
      ['Opening hours, special days', getRecordPath('contactpage', 'contact-hours')],
      ['Phone number', getRecordPath('contactpage', 'contact-phone')],
      ['Happy hour', getRecordPath('homepage', 'home-special-1')],
      ...createGroupLinks('Frame'),
    ],
  },
  {
    title: 'Change the menu',
    steps: [
      'Press “Menu”: there is every dish and every drink, as guests see them.',
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
      ['Sliding pictures', getRecordPath('homepage', 'home-main')],
      ['First story', getRecordPath('homepage', 'home-story-1')],
      ['Second story', getRecordPath('homepage', 'home-story-2')],
      ['Happy hour sign', getRecordPath('homepage', 'home-special-1')],
      ['Services picture', getRecordPath('servicespage', 'services-main')],
      ['All photographs', '/plugins/upload'],
    ],
  },
] as const;

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

/** The admin's home page: the way to the menu, the site's line about today, and instructions and links for changing texts, the menu and photographs. */
export function Home() {
  return (
    <Layouts.Root>
      <Page.Main>
        <Page.Title>Home</Page.Title>
        <Layouts.Header
          title="Your website"
          subtitle="What would you like to change?"
          primaryAction={
            <SiteLink href="/site" target="_blank" rel="noreferrer">
              See the site
            </SiteLink>
          }
        />
        <Layouts.Content>
          <MenuLink to="/menu">
            <Restaurant aria-hidden width="2.4rem" height="2.4rem" />
            <strong>Menu</strong>
            <span>Take a dish off tonight, put it back, change the words or the order.</span>
          </MenuLink>
          <TodayCard />
          <WarningList />
          <Cards>
            {tasks.map(({ title, steps, links, ...task }) => (
              <TaskCard key={title} aria-label={title}>
                <h2>{title}</h2>
                <ol>
                  {steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
                {'note' in task && <p>{task.note}</p>}
                <ul>
                  {links.map(([label, to]) => (
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
