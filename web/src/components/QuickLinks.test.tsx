// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { findOpeningStatus } from '../../../cms/src/shared/hours/openingStatus.ts';
import type { Block, Blocks, SiteLink, TabNames } from '../content/content.ts';
import { pages } from '../content/pages.ts';
import { QuickLinks } from './QuickLinks.tsx';

// Cast: Object.fromEntries returns an object with any string as key.
const noTabs = Object.fromEntries(pages.map(({ tab }) => [tab, ''])) as TabNames;
const tabs: TabNames = { ...noTabs, 'tab-home': 'Home', 'tab-menu': 'Menu' };
const block = (subHeading: string, description: string): Block => ({
  mainHeading: '',
  subHeading,
  description,
  pictures: [],
});
const weekly = [{ days: ['Tuesday' as const], opens: '16:30', closes: '21:30' }];
const contact: Blocks<'contact'> = {
  'contact-main': block('', ''),
  'contact-phone': block('Phone', '(614) 555-0142'),
  'contact-email': block('', ''),
  'contact-address': block('Address', '437 West Town Street\nColumbus, OH 43215'),
  'contact-hours': { ...block('Hours', 'Tuesday: 4:30 pm – 9:30 pm'), schedule: { weekly, specialDays: [] } },
};
const notUnderstood = {
  ...contact,
  'contact-hours': { ...contact['contact-hours'], schedule: { weekly: undefined, specialDays: [] } },
};
const button: SiteLink = { label: 'Reserve', address: 'https://book.example/' };
/** Tuesday, November 24, 2026, 6 pm in Columbus. */
const now = Date.UTC(2026, 10, 24, 23);

/** Renders the bar and returns the kinds that its start tag names, and the addresses of its links. */
function renderBar(shownContact: Blocks<'contact'> | undefined, shownButton?: SiteLink) {
  const schedule = shownContact?.['contact-hours'].schedule;
  render(
    <MemoryRouter>
      <QuickLinks
        siteName={{ name: '', logo: undefined, notice: undefined, links: shownButton ? [shownButton] : [] }}
        tabs={tabs}
        contact={shownContact}
        status={schedule && findOpeningStatus(schedule, now, 'America/New_York')}
        isContactPage={false}
        now={now}
        timeZone="America/New_York"
      />
    </MemoryRouter>,
  );
  const bar = screen.getByRole('navigation', { name: 'Quick links' });
  const links = within(bar).getAllByRole('link');
  return { kinds: bar.dataset.kinds, hrefs: links.map((link) => link.getAttribute('href')), links };
}

test('the line about now is the first link, leads to the hours, and replaces the link to them', () => {
  const { kinds, hrefs, links } = renderBar(contact, button);
  expect(kinds).toBe('status menu phone address button');
  expect(links[0]?.textContent).toContain('Open until 9:30 pm');
  expect([hrefs[0], hrefs.at(-1)]).toEqual(['#hours', 'https://book.example/']);
  expect(hrefs.filter((href) => href === '#hours')).toHaveLength(1);
  expect(links.at(-1)?.hasAttribute('target')).toBe(false);
});

test('without hours and a phone number that are understood, the bar has the link to the hours, and none to call', () => {
  const { kinds, links } = renderBar({ ...notUnderstood, 'contact-phone': block('Phone', 'Ring the bell') });
  expect(kinds).toBe('menu address hours');
  expect(links.at(-1)?.getAttribute('href')).toBe('#hours');
  expect(links.at(-1)?.textContent).toContain('Hours');
});

test('until the contact details are loaded, the bar has its other links', () => {
  expect(renderBar(undefined, button).kinds).toBe('status menu phone address button');
});
