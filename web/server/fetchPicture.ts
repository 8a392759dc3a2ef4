import { findImageType } from '../../cms/src/shared/content/imageSignatures.ts';
import { makeStill } from './makeStill.ts';
import { readBody } from './readBody.ts';

/** More than the CMS accepts as an upload. */
const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

/** A complete picture of the CMS. */
export interface FetchedPicture {
  bytes: Buffer;
  /** When the CMS's file was last changed, in milliseconds since 1970. */
  modifiedAt: number;
  /** When the CMS sent it, by the clock of the CMS, in milliseconds since 1970. */
  sentAt: number;
}

/** Thrown when the CMS is there, but does not have the picture, or has something else at its path. */
export class NoPictureError extends Error {
  override name = 'NoPictureError';
}

/** @throws Error when the body is not complete, NoPictureError when it is too large */
async function readBytes(response: Response): Promise<Buffer> {
  const contentLength = response.headers.get('content-length');
  if (contentLength === null && response.headers.get('transfer-encoding') !== 'chunked')
    throw new NoPictureError('the length is unknown');
  const bytes = await readBody(response, MAX_PICTURE_BYTES);
  if (!bytes) throw new NoPictureError('it is too large');
  if (contentLength !== null && bytes.length !== Number(contentLength))
    throw new Error('the response is incomplete');
  return bytes;
}

/**
 * Fetches a picture from the CMS and checks that it is complete and that browsers show it as a picture. An animated one becomes still.
 * @param url its path, with or without a version
 * @throws NoPictureError when the CMS has no such picture
 * @throws Error when the CMS can't be reached, fails or is too slow; the same request may succeed later
 */
export async function fetchPicture(cmsUrl: URL, url: string, signal: AbortSignal): Promise<FetchedPicture> {
  const response = await fetch(new URL(url, cmsUrl), {
    // Otherwise the length would be that of a compressed body.
    headers: { accept: 'image/*', 'accept-encoding': 'identity' },
    redirect: 'error',
    signal,
  });
  const { status, headers } = response;
  const isPicture = status === 200 && headers.get('content-type')?.startsWith('image/');
  if (!isPicture) {
    await response.body?.cancel();
    if (status >= 500 || status === 408 || status === 429) throw new Error(`status ${status}`);
    throw new NoPictureError(status === 200 ? 'it is not a picture' : `status ${status}`);
  }
  const bytes = makeStill(await readBytes(response));
  if (!findImageType(bytes)) throw new NoPictureError('it is not a picture');
  const sentAt = Date.parse(headers.get('date') ?? '') || 0;
  return { bytes, modifiedAt: Date.parse(headers.get('last-modified') ?? '') || sentAt, sentAt };
}
