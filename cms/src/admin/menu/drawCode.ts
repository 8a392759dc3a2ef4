import { encode } from 'uqr';

/**
 * Draws the QR code of a text, of which a quarter may be stained or worn off.
 * @returns its dark modules as an SVG path, and its width in modules with the white margin that cameras need
 */
export function drawCode(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'Q', border: 4 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { path: squares.join(''), size };
}
