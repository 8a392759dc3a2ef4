// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { options } from './slider.ts';

test('the carousel slides one picture in 400 ms, can be dragged (flick power 600) and does not start by itself', () => {
  expect(options).toMatchObject({
    type: 'slide',
    perPage: 1,
    speed: 400,
    flickPower: 600,
    drag: true,
    autoplay: false,
    interval: 5000,
  });
});
