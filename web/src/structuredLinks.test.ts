// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createLinkData } from './structuredLinks.ts';

const link = (label: string, address: string) => ({ label, address });

test('links to reservations, orders and profiles have their properties, others have none', () => {
  expect(
    createLinkData([
      link('Book a table', 'https://table.example/book'),
      link('Order for pickup', 'https://order.example/'),
      link('Instagram', 'https://www.instagram.com/sciototable'),
      link('Gift cards', 'https://gifts.example/'),
      link('On Facebook', 'https://facebook.com/sciototable'),
    ]),
  ).toEqual({
    acceptsReservations: 'https://table.example/book',
    potentialAction: [
      { '@type': 'ReserveAction', target: 'https://table.example/book' },
      { '@type': 'OrderAction', target: 'https://order.example/' },
    ],
    sameAs: ['https://www.instagram.com/sciototable', 'https://facebook.com/sciototable'],
  });
});

test.each([
  ['Dinner', 'https://resy.com/cities/cmh/scioto-table', 'acceptsReservations'],
  ['Tables', 'https://table.example/reservations', 'acceptsReservations'],
  ['To go', 'https://www.toasttab.com/scioto-table', 'potentialAction'],
  ['Reserve', 'https://facebook.com/sciototable', 'acceptsReservations'],
  ['Tables', 'https://www.yelp.com/reservations/scioto-table', 'acceptsReservations'],
  ['Reviews', 'https://www.yelp.com/biz/scioto-table', 'sameAs'],
])('the link “%s” to %s has the property %s', (label, address, property) => {
  expect(JSON.parse(JSON.stringify(createLinkData([link(label, address)])))).toHaveProperty(property);
});

test.each([
  ['Jobs', 'https://careers.opentable.com/'],
  ['Delivery jobs', 'https://table.example/'],
  ['Reserve wines', 'https://wines.example/'],
  ['Photos', 'https://instagram.com.example/'],
  ['Preserves', 'https://shop.example/?from=opentable'],
])('the link “%s” to %s has no property', (label, address) => {
  expect(JSON.stringify(createLinkData([link(label, address)]))).toBe('{}');
});
