// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { findRoute, notFoundRoute } from './routes.ts';

test.each([
  ['/', '/'],
  ['/home', '/home'],
  ['/home/', '/home'],
  ['/menu', '/menu'],
  ['/menu/', '/menu'],
  ['/%6denu', '/menu'],
  ['/%6Denu/', '/menu'],
  ['/%6d%65%6e%75', '/menu'],
])('%s is the route %s', (pathname, path) => {
  expect(findRoute(pathname).path).toBe(path);
});

test.each([
  '',
  'menu',
  '//menu',
  '/menu//',
  '/Menu',
  '/menu%2F',
  '/%2fmenu',
  '/%256denu',
  '/menu%20',
  '/menu%',
  '/%E0%A4%A',
  '/*',
  '*',
  '/menu/lasagna',
  '/home.html',
  '/%F0%9F%8D%9D',
  '/__proto__',
])('%j is not found', (pathname) => {
  expect(findRoute(pathname)).toBe(notFoundRoute);
});
