import type { CDPSession } from '@playwright/test';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';

/** A part of a page, in whole CSS pixels from the page's top left corner. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The linear value of each sRGB value, as WCAG defines it. */
const LINEAR_VALUES = Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

/** Returns the luminance of each pixel, by the browser's own command, because Playwright's screenshots are slow. */
export async function readLuminances(browser: CDPSession, area: Area): Promise<Float64Array> {
  const { data } = await browser.send('Page.captureScreenshot', {
    clip: { ...area, scale: 1 },
    optimizeForSpeed: true,
  });
  const bytes = await sharp(Buffer.from(data, 'base64')).removeAlpha().raw().toBuffer();
  const linear = (index: number) => LINEAR_VALUES[bytes[index] ?? 0] ?? 0;
  return Float64Array.from(
    { length: bytes.length / 3 },
    (_, pixel) =>
      0.2126 * linear(pixel * 3) + 0.7152 * linear(pixel * 3 + 1) + 0.0722 * linear(pixel * 3 + 2),
  );
}

/** Counts the pixels with a contrast of 3:1 or more to another state of the area, or to the most frequent color. */
export function countContrastingPixels(luminances: Float64Array, reference?: Float64Array): number {
  const frequencies = new Map<number, number>();
  if (!reference)
    for (const luminance of luminances) frequencies.set(luminance, (frequencies.get(luminance) ?? 0) + 1);
  const [mostFrequent = 0] = [...frequencies].sort(([, a], [, b]) => b - a)[0] ?? [];
  return luminances.filter((luminance, pixel) => {
    const compared = reference?.[pixel] ?? mostFrequent;
    return (Math.max(luminance, compared) + 0.05) / (Math.min(luminance, compared) + 0.05) >= 3;
  }).length;
}
