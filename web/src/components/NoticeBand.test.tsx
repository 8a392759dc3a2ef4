// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { NoticeBand } from './NoticeBand.tsx';

const [from, until] = [Date.UTC(2026, 10, 24, 17), Date.UTC(2026, 10, 25, 3, 30)];
const notice = { text: 'Closed tonight for a private party', address: '', from, until };

const renderAt = (now: number, address = '') =>
  render(<NoticeBand notice={{ ...notice, address }} now={now} timeZone="America/New_York" />, {
    wrapper: MemoryRouter,
  }).container;

test.each([
  ['hides', 'before its start', from - 1, false],
  ['shows', 'at its start', from, true],
  ['shows', 'in the last millisecond before its end', until - 1, true],
  ['hides', 'at its end', until, false],
])('%s a notice %s', (_verb, _moment, now, isShown) => {
  expect(renderAt(now).textContent !== '').toBe(isShown);
});

test('a site without a notice shows none', () => {
  const { container } = render(<NoticeBand notice={undefined} now={from} timeZone="America/New_York" />);
  expect(container.innerHTML).toBe('');
});

test('is a landmark with a name, and no alert', () => {
  const container = renderAt(from);
  expect(screen.getByRole('region', { name: 'Notice' }).textContent).toContain(notice.text);
  expect(container.querySelector('[role], [aria-live]')).toBeNull();
});

test('has its end in the restaurant’s time zone, for paper', () => {
  expect(renderAt(from).textContent).toBe(`${notice.text} (until Tuesday, November 24, 10:30 pm)`);
});

test('has no link without an address', () => {
  expect(renderAt(from).querySelector('a')).toBeNull();
});

test.each(['https://table.example/party', '/services'])('links its text to %s', (address) => {
  renderAt(from, address);
  expect(screen.getByRole('link').getAttribute('href')).toBe(address);
  expect(screen.getByRole('link').textContent).toBe(notice.text);
});
