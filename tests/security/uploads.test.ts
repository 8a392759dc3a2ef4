import { mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cms } from '../support/cms.ts';
import { administrator, owner, pathOf } from '../support/owner.ts';
import { listenOnFreePort } from '../support/ports.ts';

const FRIES = { type: 'menu-side', documentId: 'hand-cut-fries' };
const FROM_URLS = '/upload/actions/upload-from-urls';

test('the CMS deletes the temporary files of every rejected upload', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
  vi.stubEnv('TMPDIR', folder);
  for (const [path, anonymous, signedIn] of [
    ['/', 405, 405],
    ['/upload', 401, 400],
    ['/upload/files', 401, 400],
    ['/api/upload', 401, 401],
    ['/api/homepages', 405, 405],
    ['/admin/login', 400, 400],
  ] as const)
    for (const [email, expected] of [
      [undefined, anonymous],
      [administrator.email, signedIn],
    ] as const) {
      const form = new FormData();
      for (const field of ['files', 'files', 'x'])
        form.append(field, new Blob([Buffer.alloc(100_000)]), 'x.png');
      expect((await cms.request('POST', path, form, email)).status, path).toBe(expected);
      // The CMS may delete them shortly after its response.
      await expect.poll(() => readdirSync(folder), { message: path }).toEqual([]);
    }
  vi.unstubAllEnvs();
});

test('the CMS connects to no address that an upload or an entry contains', async () => {
  // Stands for a server of the operator's own network.
  let connections = 0;
  const server = createServer().on('connection', () => {
    connections += 1;
  });
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}/picture.png`;
  const [picture] = await administrator.listPictures();
  const file = { url, urls: [url], path: url, name: 'picture.png', provider: 'local' };
  const fields = { ...file, files: [file], fileInfo: file };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [method, path, ...bodies] of [
    ['POST', '/upload', fields, form],
    ['POST', `/upload?id=${picture?.id}`, fields, form],
    ['POST', `/upload/files/${picture?.id}/replace`, fields, form],
    ['PUT', `/upload/files/${picture?.id}`, fields, form],
    ['POST', '/api/upload', fields, form],
    ['POST', FROM_URLS, { urls: [url] }],
    ['PUT', `/content-manager/collection-types/plugin::upload.file/${picture?.id}`, { url }],
    ['PUT', pathOf(FRIES), { description: url }],
  ] as const)
    for (const body of bodies) await (await cms.request(method, path, body, administrator.email)).text();
  await owner.publish(FRIES);
  server.close();
  expect(connections).toBe(0);
});
