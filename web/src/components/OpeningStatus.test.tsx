// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseOpeningHours } from '../../../cms/src/shared/hours/openingHours.ts';
import { OpeningStatus } from './OpeningStatus.tsx';

const status = (hours: string, now: string) => (
  <OpeningStatus
    schedule={{ weekly: parseOpeningHours(hours), specialDays: [] }}
    now={Date.parse(now)}
    timeZone="America/New_York"
  />
);

test('has its date until it is hydrated, in the restaurant’s time zone', () => {
  const element = status('Daily: 4:30 pm – 1 am', '2026-11-23T03:00:00Z');
  expect(renderToString(element)).toMatch(
    /<p class="[^"]*">Open until 1:00 am<span class="[^"]*"> \(Sunday, November 22\)<\/span><\/p>/,
  );
  expect(render(element).container.textContent).toBe('Open until 1:00 am');
});

test('is absent where the hours aren’t understood or unavailable', () => {
  expect(render(status('Ask at the door', '2026-11-22T12:00Z')).container.childElementCount).toBe(0);
  const unavailable = <OpeningStatus schedule={undefined} now={0} timeZone="America/New_York" />;
  expect(render(unavailable).container.childElementCount).toBe(0);
});
