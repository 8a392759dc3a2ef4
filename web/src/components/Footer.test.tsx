// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Block, Blocks } from '../content/content.ts';
import { Footer } from './Footer.tsx';

const empty: Block = { mainHeading: '', subHeading: '', description: '', pictures: [] };
const blocks: Blocks<'contact'> = {
  'contact-main': empty,
  'contact-phone': empty,
  'contact-email': empty,
  'contact-address': empty,
  'contact-hours': empty,
};
const thanksgiving = { from: '2026-11-26', until: '2026-11-26', hours: [], reason: 'Thanksgiving' };

/** Renders the footer without weekly hours, and returns the target of the links to the hours. */
function renderHours(now: string) {
  const hours = { ...empty, schedule: { weekly: undefined, specialDays: [thanksgiving] } };
  const { container } = render(
    <MemoryRouter>
      <Footer
        siteName={undefined}
        tabs={undefined}
        contact={{ ...blocks, 'contact-hours': hours }}
        now={Date.parse(now)}
        timeZone="America/New_York"
      />
    </MemoryRouter>,
  );
  return container.querySelector('#hours');
}

test('shows a special day also without weekly hours, because the line about now leads there', () => {
  expect(renderHours('2026-11-26T12:00-05:00')?.textContent).toContain('Thursday, November 26Closed');
});

test('shows no hours without weekly hours and special days that are near', () => {
  expect(renderHours('2026-11-27T12:00-05:00')).toBeNull();
});
