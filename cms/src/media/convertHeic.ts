import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import type { HeicPixels } from './heicWorker';

/** Longest time for a photograph; one of 12 megapixels takes 2 seconds. */
const TIMEOUT_MS = 60_000;
/** The longest part of a JPEG that contains a color profile. */
const MAX_PROFILE_BYTES = 65_519;

/** In a worker, because it takes a second, and its memory is free again afterwards. */
async function decode(file: string): Promise<HeicPixels> {
  // What the library prints about a damaged file is nothing for the log.
  const options = { workerData: file, stdout: true, stderr: true };
  const worker = new Worker(join(__dirname, 'heicWorker.js'), options);
  try {
    const [pixels] = await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return pixels;
  } finally {
    await worker.terminate();
  }
}

/** Returns the color profile of a HEIC file, without which the colors of an iPhone's photographs would be pale. */
function findProfile(heic: Buffer): Buffer | undefined {
  const type = heic.indexOf('colrprof');
  if (type < 4) return undefined;
  const profile = heic.subarray(type + 8, type - 4 + heic.readUInt32BE(type - 4));
  return profile.length <= MAX_PROFILE_BYTES ? profile : undefined;
}

/** Adds a color profile to a JPEG, which begins with a marker of two bytes. */
function addProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const header = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  header.writeUInt16BE(header.length - 2 + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), header, profile, jpeg.subarray(2)]);
}

async function convert(file: string): Promise<number> {
  const { width, height, data } = await decode(file);
  const jpeg = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 95 })
    .toBuffer();
  const profile = findProfile(await readFile(file));
  const converted = profile ? addProfile(jpeg, profile) : jpeg;
  await writeFile(file, converted);
  return converted.length;
}

let latest: Promise<unknown> = Promise.resolve();

/**
 * Makes a HEIC photograph a JPEG, in its place. One at a time, because each needs memory.
 * @returns the size of the JPEG, in bytes
 * @throws Error when it can't be decoded
 */
export function convertHeic(file: string): Promise<number> {
  const converted = latest.then(() => convert(file));
  latest = converted.catch(() => {});
  return converted;
}
