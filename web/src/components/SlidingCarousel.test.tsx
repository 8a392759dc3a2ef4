import { expect, test } from 'vitest';
import { options } from './SlidingCarousel.tsx';

test('the carousel has the specification’s constants (section 9)', () => {
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
