// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { findRoute, notFoundRoute } from './routes.ts';

test.each([
  ['/', '/'],
  ['/home', '/home'],
  ['/menu/', '/menu'],
  ['/%6d%65%6e%75', '/menu'],
  ['/%4Denu//', '/menu'],
  ['//menu', '/menu'],
  ['//', '/'],
])('%s is the route %s', (pathname, path) => {
  expect(findRoute(pathname).path).toBe(path);
});

test.each(['', '/menu%2F', '//evil.example/menu', '/\\menu', '/%256denu', '/menu%', '/__proto__'])(
  '%j is not found',
  (pathname) => {
    expect(findRoute(pathname)).toBe(notFoundRoute);
  },
);
