import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findImageType } from '../../cms/src/shared/content/imageSignatures.ts';
import { readClientAddress } from './clientAddress.ts';
import type { ContentCache } from './contentCache.ts';
import { CROSS_ORIGIN, encodeResponse, IMMUTABLE, NO_STORE, sendEncoded } from './encodedResponse.ts';
import { PictureCache } from './pictureCache.ts';
import { PictureFolder } from './pictureFolder.ts';
import { listPictureUrls } from './pictureUrls.ts';
import type { Settings } from './settings.ts';

/** How the names of the pictures end that the media library accepts; other files could contain scripts. */
const PICTURE_NAME = /\.(avif|gif|jpe?g|png|webp)$/i;
const NO_CACHE = { 'cache-control': 'no-cache' };
const MAX_PATH_LENGTH = 300;

/** Whether a path below /uploads can be that of a picture. */
function isPicturePath(path: string): boolean {
  // A restore stages pictures in a hidden folder.
  const isSafe = path.split('/').every((name) => /^[^.\\?#\0][^\\?#\0]*$/.test(name));
  return isSafe && path.length <= MAX_PATH_LENGTH && PICTURE_NAME.test(path);
}

/** Serves the pictures of the media library from the site's own copies. */
export async function servePictures(
  server: FastifyInstance,
  cache: ContentCache,
  settings: Settings,
): Promise<void> {
  const folder = new PictureFolder(join(settings.cacheFolder, 'pictures'));
  const pictures = new PictureCache(settings.cmsUrl, folder);
  await pictures.load();
  server.addHook('onClose', async () => pictures.close());

  let named = new Set<string>();
  const readContent = () => {
    const urls = Object.values(cache).flatMap(({ content }) => listPictureUrls(content));
    named = new Set(urls.filter((url) => url.startsWith('/uploads/')));
    void pictures.setNamed(named);
  };
  for (const query of Object.values(cache)) query.onChange = readContent;
  readContent();
  void pictures.clean();

  const sendPicture = async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    version: string | undefined,
    attempts = 2,
  ): Promise<FastifyReply> => {
    const address = await readClientAddress(request, settings);
    const picture = attempts > 0 ? await pictures.get(`/uploads/${path}`, version, address) : 'unavailable';
    if (picture === 'missing') {
      reply.callNotFound();
      return reply;
    }
    if (picture === 'unavailable')
      return reply
        .code(503)
        .headers({ ...NO_STORE, 'retry-after': '1' })
        .send({ error: 'The picture is temporarily unavailable.' });
    if ('bytes' in picture) {
      const { mime = '' } = findImageType(picture.bytes) ?? {};
      return sendEncoded(request, reply, await encodeResponse(picture.bytes, mime, {}));
    }
    const result = await folder.send(request.raw, picture);
    // The file was deleted or damaged: the second attempt fetches it.
    if (!result) return sendPicture(request, reply, path, version, attempts - 1);
    if (result.type !== 'file')
      return reply
        .code(result.statusCode)
        .headers({ ...NO_STORE, 'content-range': result.headers['Content-Range'] })
        .send();
    return reply.code(result.statusCode).headers(result.headers).send(result.stream);
  };

  server.get<{ Params: { '*': string }; Querystring: { v?: unknown } }>(
    '/uploads/*',
    async (request, reply) => {
      // A replaced picture keeps its path; only the version in the current content is known to be this file's.
      reply
        .headers({ ...CROSS_ORIGIN, ...(named.has(request.url) ? IMMUTABLE : NO_CACHE) })
        .header('content-security-policy', "default-src 'none'; sandbox");
      const { v: version } = request.query;
      const path = request.params['*'];
      if (!isPicturePath(path)) {
        reply.callNotFound();
        return reply;
      }
      const isVersion = typeof version === 'string' && /^[0-9a-z]{1,10}$/.test(version);
      return sendPicture(request, reply, path, isVersion ? version : undefined);
    },
  );
}
