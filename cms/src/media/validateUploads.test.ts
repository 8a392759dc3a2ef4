import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import sharp from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { MAX_UPLOAD_BYTES, validateUploads } from './validateUploads';

interface Route {
  method: string;
  config?: { middlewares?: Core.MiddlewareHandler[] };
}

const folder = createTemporaryFolder();
let picture: Buffer = Buffer.alloc(0);

beforeEach(async () => {
  picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
/** Writes a file as the body parser does. */
function createUpload(name: string, content: Buffer | string) {
  const filepath = join(folder, name);
  writeFileSync(filepath, content);
  return { filepath, originalFilename: name, size: Buffer.from(content).length };
}

function setUp() {
  const routes: Route[] = [{ method: 'POST' }, { method: 'PUT' }, { method: 'GET' }, { method: 'DELETE' }];
  const parseMultipart = vi.fn((_context: unknown, next: () => Promise<unknown>) => next());
  validateUploads(
    fakeStrapi({
      middleware: () => () => parseMultipart,
      plugin: () => ({ routes: { admin: { routes } } }),
      get: () => ({ extend: () => undefined }),
    }),
  );
  const next = vi.fn(async () => 'stored');
  const send = async (files: object, { type = 'multipart', length = 1_000 } = {}) => {
    const context = fakeContext({
      is: (expected: string) => expected === type,
      get: () => String(length),
      request: { files },
      req: Readable.from([
        Buffer.from('--x\r\nContent-Disposition: form-data; name="files"; filename="big.jpg"\r\n'),
      ]),
    });
    return routes[0]?.config?.middlewares?.[0]?.(context, next);
  };
  return { routes, parseMultipart, next, send };
}

test('passes on valid pictures, and deletes the temporary files afterwards', async () => {
  const { next, send } = setUp();
  const files = [createUpload('a.png', picture), createUpload('b.png', picture)];
  next.mockImplementationOnce(async () => {
    expect(files.every(({ filepath }) => existsSync(filepath))).toBe(true);
    return 'stored';
  });
  await send({ files });
  expect(next).toHaveBeenCalledOnce();
  expect(files.some(({ filepath }) => existsSync(filepath))).toBe(false);
});

test('deletes the files when storing them fails', async () => {
  const { next, send } = setUp();
  const file = createUpload('a.png', picture);
  next.mockRejectedValueOnce(new Error('the disk is full'));
  await expect(send({ file })).rejects.toThrow('the disk is full');
  expect(existsSync(file.filepath)).toBe(false);
});

test('rejects a request that is too long before it is parsed', async () => {
  const { parseMultipart, send } = setUp();
  const sent = send({}, { length: MAX_UPLOAD_BYTES + 10_001 });
  await expect(sent).rejects.toBeInstanceOf(errors.PayloadTooLargeError);
  await expect(sent).rejects.toThrow('“big.jpg” has 31 MB, and a picture may have 30 MB at most');
  expect(parseMultipart).not.toHaveBeenCalled();
  await send({}, { length: MAX_UPLOAD_BYTES + 10_000 });
  expect(parseMultipart).toHaveBeenCalledOnce();
});
