// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createHoursTable } from '../../../cms/src/shared/hours/hoursTable.ts';
import type { Schedule } from '../../../cms/src/shared/hours/serviceDays.ts';
import { Hours } from './Hours.tsx';

const TEXT = 'Monday: Closed\nTuesday – Sunday: 4:30 pm – 9:30 pm';
type Services = Schedule['specialDays'][number]['hours'];
const special = (from: string, until = from, hours: Services = [], reason = '') => ({
  from,
  until,
  hours,
  reason,
});

function renderHours(specialDays: Schedule['specialDays'], now: string, text = TEXT) {
  return render(
    <Hours
      table={createHoursTable(text)}
      schedule={{ weekly: undefined, specialDays }}
      now={Date.parse(now)}
      timeZone="America/New_York"
    />,
  ).container;
}

const listRows = (container: Element) =>
  [...container.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

test('shows the weekly hours as rows, and no label without special days', () => {
  const container = renderHours([], '2026-11-20T12:00-05:00');
  expect(listRows(container)).toEqual([
    ['Monday', 'Closed'],
    ['Tuesday – Sunday', '4:30 pm – 9:30 pm'],
  ]);
  expect(screen.queryByRole('figure')).toBeNull();
});

test('shows special days with their dates, hours and reason below the weekly hours', () => {
  renderHours(
    [
      special('2026-12-24', '2026-12-26'),
      special('2026-11-26', '2026-11-26', [], 'Thanksgiving'),
      special('2026-11-27', '2026-11-27', [
        { opens: '11:00', closes: '14:00' },
        { opens: '17:00', closes: '01:00' },
      ]),
      special('2026-11-28', '2026-11-28', [{ opens: '00:00', closes: '24:00' }]),
      { ...special('2026-11-29'), hours: undefined, hoursText: '9 am – 12 pm' },
    ],
    '2026-11-22T12:00-05:00',
  );
  const figure = screen.getByRole('figure');
  expect(figure.querySelector('figcaption')?.textContent).toBe('Special hours');
  expect(listRows(figure)).toEqual([
    ['Thursday, November 26', 'Closed', 'Thanksgiving'],
    ['Friday, November 27', '11:00 am – 2:00 pm, 5:00 pm – 1:00 am'],
    ['Saturday, November 28', 'Open 24 hours'],
    ['Sunday, November 29', '9 am – 12 pm'],
  ]);
});

test('marks up every date of a range', () => {
  const container = renderHours([special('2026-12-31', '2027-01-02')], '2026-12-20T12:00-05:00');
  expect(listRows(container).at(-1)).toEqual(['Thursday, December 31 – Saturday, January 2, 2027', 'Closed']);
  const dates = within(screen.getByRole('figure')).getAllByRole('time');
  expect(dates.map((date) => date.getAttribute('datetime'))).toEqual(['2026-12-31', '2027-01-02']);
});

test.each([
  ['hides', '22 days before', '2026-11-04T23:59:59-05:00', false],
  ['shows', '21 days before', '2026-11-05T00:00:00-05:00', true],
  ['shows', 'in its last minute', '2026-11-26T23:59:59-05:00', true],
  ['hides', 'on the next day', '2026-11-27T00:00:00-05:00', false],
])('%s a special day %s', (_verb, _moment, now, isShown) => {
  renderHours([special('2026-11-26')], now);
  expect(screen.queryByRole('figure') !== null).toBe(isShown);
});

test('shows special days also below hours that are not rows', () => {
  const container = renderHours([special('2026-11-26')], '2026-11-22T12:00-05:00', 'Ask at the door');
  expect(container.querySelector('p')?.textContent).toBe('Ask at the door');
  expect(screen.getByRole('figure')).toBeDefined();
});
