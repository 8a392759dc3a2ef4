import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { drawCode } from './drawCode';

const SCALE = 4;

/** Paints a path of squares black on white, as a browser does. */
function paint(path: string, size: number, isStained: (x: number, y: number) => boolean) {
  const width = size * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  const fill = (x: number, y: number, value: number) => {
    for (let row = y * SCALE; row < (y + 1) * SCALE; row += 1)
      pixels.fill(value, (row * width + x * SCALE) * 4, (row * width + (x + 1) * SCALE) * 4);
  };
  const squares = path.match(/M\d+ \d+h1v1h-1z/g) ?? [];
  // Nothing else is drawn.
  expect(squares.join('')).toBe(path);
  for (const square of squares) {
    const [x = 0, y = 0] = square.slice(1).split(/[ h]/).map(Number);
    fill(x, y, 0);
  }
  for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) if (isStained(x, y)) fill(x, y, 255);
  return jsQR(pixels, width, width, { inversionAttempts: 'dontInvert' });
}

const URLS = [
  'https://table.example/menu',
  'https://xn--ksehaus-5wa.example/menu',
  `https://${'a-very-long-name-of-a-restaurant.'.repeat(5)}example/menu`,
];

test.each(URLS)('a camera reads %s from what is drawn', (url) => {
  const { path, size } = drawCode(url);
  expect(paint(path, size, () => false)?.data).toBe(url);
});

test('a camera reads a code with a stain', () => {
  const { path, size } = drawCode(URLS[0] ?? '');
  const isStained = (x: number, y: number) => Math.max(Math.abs(x - size / 2), Math.abs(y - size / 2)) < 3.5;
  expect(paint(path, size, isStained)?.data).toBe(URLS[0]);
});

test('a code has the white margin of four modules that the standard requires', () => {
  const { path, size } = drawCode(URLS[0] ?? '');
  const numbers = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([4, size - 5]);
});
