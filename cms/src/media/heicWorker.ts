import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { HeifDecoder } from 'libheif-js/wasm-bundle';

/** They need 300 MB of memory, of the 1 GB that the container of the CMS may use. */
const MAX_PIXELS = 25_000_000;

/** The pixels of a HEIC photograph, turned upright, with red, green, blue and alpha. */
export interface HeicPixels {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

const images = new HeifDecoder().decode(readFileSync(workerData));
const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
if (!image) throw new Error('it contains no picture');
const [width, height] = [image.get_width(), image.get_height()];
if (width * height > MAX_PIXELS) throw new Error('it has too many pixels');
const pixels: HeicPixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
image.display(pixels, (result) => {
  if (!result) throw new Error('it can’t be decoded');
  parentPort?.postMessage(pixels, [pixels.data.buffer]);
});
