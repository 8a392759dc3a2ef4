import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseOpeningHours } from '../../../cms/src/contact/openingHours.ts';
import { OpeningStatus } from './OpeningStatus.tsx';

const status = (hours: string, now: string) => (
  <OpeningStatus
    schedule={{ weekly: parseOpeningHours(hours), specialDays: [] }}
    now={Date.parse(now)}
    timeZone="America/New_York"
  />
);

test('has its date for visitors without JavaScript, in the restaurant’s time zone', () => {
  const html = renderToString(status('Daily: 4:30 pm – 1 am', '2026-11-23T03:00:00Z'));
  expect(html).toMatch(
    /<p class="[^"]*">Open until 1:00 am<noscript> \(Sunday, November 22\)<\/noscript><\/p>/,
  );
});

test('is absent where the hours aren’t understood or unavailable', () => {
  expect(render(status('Ask at the door', '2026-11-22T12:00Z')).container.childElementCount).toBe(0);
  const unavailable = <OpeningStatus schedule={undefined} now={0} timeZone="America/New_York" />;
  expect(render(unavailable).container.childElementCount).toBe(0);
});
