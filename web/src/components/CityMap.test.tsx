// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CityMap } from './CityMap.tsx';

const place = { latitude: 39.95606, longitude: -83.01235 };
const ADDRESS = '437 West Town Street\nColumbus, OH 43215';

/** Renders the map and returns its name, its parameters and the link beside it. */
function renderMap(props: Partial<Parameters<typeof CityMap>[0]>) {
  const { container } = render(
    <CityMap siteName="Scioto Table" place={undefined} address={undefined} {...props} />,
  );
  const frame = container.querySelector('iframe');
  const { host, searchParams } = new URL(frame?.src ?? '');
  return {
    title: frame?.title,
    host,
    bbox: searchParams.get('bbox'),
    marker: searchParams.get('marker'),
    href: screen.queryByRole('link', { name: 'Open in a map app' })?.getAttribute('href'),
  };
}

test('with a place, the map has a marker there and is centered on it, and the link opens the place', () => {
  expect(renderMap({ place, address: ADDRESS })).toEqual({
    title: 'Map with Scioto Table',
    host: 'www.openstreetmap.org',
    bbox: '-83.01735,39.95256,-83.00735,39.95956',
    marker: '39.95606,-83.01235',
    href: 'https://www.google.com/maps/search/?api=1&query=39.95606%2C-83.01235',
  });
});

test('without a place, the map shows the city without a marker, and the link searches for the address', () => {
  expect(renderMap({ address: ADDRESS })).toEqual({
    title: 'Map of Columbus, Ohio',
    host: 'www.openstreetmap.org',
    bbox: '-83.0188,39.9502,-82.9788,39.9722',
    marker: null,
    href: 'https://www.google.com/maps/search/?api=1&query=437+West+Town+Street%2C+Columbus%2C+OH+43215',
  });
});

test('without a place and an address, there is no link', () => {
  expect(renderMap({ address: '' }).href).toBeUndefined();
});
