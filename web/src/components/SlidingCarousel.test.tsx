import { expect, test } from 'vitest';
import { options } from './SlidingCarousel.tsx';

test('the carousel keeps the specification’s constants (section 9)', () => {
  expect(options).toEqual({
    type: 'slide',
    perPage: 1,
    speed: 400,
    flickPower: 600,
    drag: true,
    arrows: true,
    pagination: true,
    autoplay: false,
    interval: 5000,
  });
});
