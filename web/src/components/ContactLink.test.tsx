// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContactLink } from './ContactLink.tsx';

test.each([
  ['phone', '(614) 555-0142', 'tel:+16145550142'],
  ['email', 'hello@sciototable.example', 'mailto:hello@sciototable.example'],
  [
    'address',
    '1 High St.\nColumbus',
    'https://www.google.com/maps/dir/?api=1&destination=1+High+St.%2C+Columbus',
  ],
  [
    'address',
    'Lone surrogate \ud800',
    'https://www.google.com/maps/dir/?api=1&destination=Lone+surrogate+%EF%BF%BD',
  ],
] as const)('links the %s %j', (kind, text, href) => {
  render(<ContactLink kind={kind} text={text} />);
  expect(screen.getByRole('link').getAttribute('href')).toBe(href);
});

test.each([
  ['phone', 'Call us after four'],
  ['email', 'hello@here.example or at the bar'],
] as const)('shows a %s that can’t be parsed as text: %s', (kind, text) => {
  render(<ContactLink kind={kind} text={text} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText(text)).toBeDefined();
});
