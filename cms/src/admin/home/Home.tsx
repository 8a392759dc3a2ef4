import { Restaurant } from '@strapi/icons';
import { Page } from '@strapi/strapi/admin';
import { useCallback, useRef } from 'react';
import { styled } from 'styled-components';
import { toContentManagerPath } from '../../shared/content/contentManager';
import { contentTypes, uidOf } from '../../shared/content/contentTypes';
import { menuTypes } from '../../shared/content/menuTypes';
import { listPageFields } from '../../shared/content/pageFields';
import { Button, ButtonLink, ButtonRow, Card, Head, NARROW, Screen } from '../components/styles';
import { ComingCard } from '../site/ComingCard';
import { HolidayCard } from '../today/HolidayCard';
import { TodayCard } from '../today/TodayCard';
import { WarningList } from '../warnings/WarningList';
import { MailSwitch } from './MailSwitch';
import { SiteDesk } from './SiteDesk';
import { usePermissions } from './usePermissions';

interface FormLink {
  label: string;
  to: string;
  /** The uid of the content type that the account must be allowed to read. */
  subject: string;
}

/** The forms with the fields that no page shows. */
const unseenLinks = Object.entries(contentTypes).flatMap(([name, { kind, linkLabel, records = {} }]) => {
  const ids = kind === 'single' ? [''] : Object.keys(records);
  return ids.flatMap((id): FormLink[] =>
    listPageFields(name, id)
      .filter(({ press }) => press === 'unseen')
      .map(({ label }) => ({
        label: `${linkLabel}: ${label}`,
        to: toContentManagerPath(uidOf(name), id),
        subject: uidOf(name),
      })),
  );
});

/** What has no place on a page; the lists of all entries also lead to those that are empty. */
const formLinks: FormLink[] = [
  ...unseenLinks,
  ...Object.entries(contentTypes).map(([name, { linkLabel }]) => {
    const uid = uidOf(name);
    return { label: linkLabel, to: toContentManagerPath(uid), subject: uid };
  }),
];

const Content = styled.div`
  padding: 2.4rem 5.6rem 0;

  > header {
    margin-block-end: 1.6rem;
  }

  ${NARROW} {
    padding: 1.6rem 1.6rem 0;
  }
`;

const Forms = styled.details`
  summary {
    min-height: 4.4rem;
    padding-block: 0.8rem;
    cursor: pointer;
  }

  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.8rem;
  }
`;

/** The largest link, because the menu changes most often. */
const MenuLink = styled(ButtonLink)`
  display: flex;
  flex-wrap: wrap;
  justify-content: start;
  gap: 0.4rem 1.2rem;
  margin-bottom: 2.4rem;
  padding: 1.6rem 2.4rem;

  strong {
    font-size: 1.8rem;
    font-weight: 600;
  }

  ${NARROW} {
    padding: 0.8rem 1.6rem;

    span {
      display: none;
    }
  }
`;

/**
 * The admin's home page: the site's line about today, the way to the menu, the site, whose words are pressed, and what is coming up. An
 * account gets the parts that it may use.
 */
export function Home() {
  const can = usePermissions();
  const today = useRef<HTMLDivElement>(null);
  const showNotice = useCallback(() => {
    today.current?.scrollIntoView();
    today.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  }, []);
  const types = Object.keys(contentTypes);
  const published = types.filter((type) => can('publish', uidOf(type)));
  const canChangeToday = published.includes('contactpage') || published.includes('website-name');
  const canRead = types.some((type) => can('read', uidOf(type)));
  const permitted = formLinks.filter(({ subject }) => can('read', subject));
  return (
    <Page.Main>
      <Page.Title>Home</Page.Title>
      <Screen>
        <Content>
          <Head>
            <h1>Your website</h1>
            <Button as="a" href="/site" target="_blank" rel="noreferrer">
              See the site
            </Button>
          </Head>
          {canChangeToday && (
            <div ref={today}>
              <TodayCard />
            </div>
          )}
          {menuTypes.some((type) => can('read', uidOf(type))) && (
            <MenuLink to="/menu" $isFilled>
              <Restaurant aria-hidden width="2.4rem" height="2.4rem" />
              <strong>Menu</strong>
              <span>Take a dish off tonight, put it back, change the words or the order.</span>
            </MenuLink>
          )}
          {published.includes('contactpage') && <HolidayCard />}
          {permitted.length > 0 && <ComingCard title="Please read this" />}
          {published.length > 0 && <WarningList />}
          {permitted.length === 0 && (
            <Card>Your account may not change anything yet. Ask whoever looks after the site.</Card>
          )}
        </Content>
        {canRead && (
          <SiteDesk onNotice={showNotice}>
            {(isMissing) => (
              <>
                <ComingCard title="Coming up" hasDays={canChangeToday} />
                <ButtonRow>
                  {can('read', null) && <ButtonLink to="/plugins/upload">All pictures</ButtonLink>}
                  {can('read', uidOf('menu-appetizer')) && (
                    <ButtonLink to="/table-card">Table card to print</ButtonLink>
                  )}
                </ButtonRow>
                <Forms
                  ref={(forms: HTMLDetailsElement | null) => {
                    // It stays open when the pages come after all: she may be using it.
                    if (forms && isMissing) forms.open = true;
                  }}
                >
                  <summary>What no page shows</summary>
                  <ul>
                    {permitted.map(({ label, to }) => (
                      <li key={label}>
                        <ButtonLink to={to}>{label}</ButtonLink>
                      </li>
                    ))}
                  </ul>
                </Forms>
                <MailSwitch />
              </>
            )}
          </SiteDesk>
        )}
      </Screen>
    </Page.Main>
  );
}
