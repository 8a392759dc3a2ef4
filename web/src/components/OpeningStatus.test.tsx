// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseOpeningHours } from '../../../cms/src/shared/hours/openingHours.ts';
import { findOpeningStatus } from '../../../cms/src/shared/hours/openingStatus.ts';
import { OpeningStatus } from './OpeningStatus.tsx';

const timeZone = 'America/New_York';

/** Returns the line about an instant of a restaurant that is open from 4:30 pm to 1 am. */
function createLine(instant: string) {
  const now = Date.parse(instant);
  const schedule = { weekly: parseOpeningHours('Daily: 4:30 pm – 1 am'), specialDays: [] };
  const status = findOpeningStatus(schedule, now, timeZone);
  if (!status) throw new Error('The hours are not understood.');
  return <OpeningStatus status={status} isShort={false} now={now} timeZone={timeZone} />;
}

test('has its date until it is hydrated, in the restaurant’s time zone', () => {
  const line = createLine('2026-11-23T03:00:00Z');
  expect(renderToString(line)).toMatch(/>Open <span .*>until 1:00 am<.*> \(Sunday, November 22\)</);
  expect(render(line).container.textContent).toBe('Open until 1:00 am');
});

test('open, closing soon and closed have different shapes', () => {
  const shapes = ['03:00', '05:30', '12:00'].map((time) => {
    const { container } = render(createLine(`2026-11-23T${time}:00Z`));
    return container.querySelector('svg')?.outerHTML;
  });
  expect(new Set(shapes).size).toBe(3);
});
