import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/stack.ts';

test('the site serves no HTML under /admin', async ({ stack }) => {
  // Its scripts could read the admin's cookie.
  for (const path of ['/admin', '/admin/', '/Admin/x', '/admin/../admin/content-manager']) {
    const response = await fetch(stack.site + path);
    expect(response.status, path).toBe(404);
    expect(response.headers.get('content-type'), path).not.toContain('html');
  }
});

test('the site serves only pictures from /uploads', async ({ editableStack: stack }) => {
  const names = ['page.html', 'drawing.svg', 'code.js', '.env'];
  for (const name of names)
    writeFileSync(join(stack.dataDir, 'public', 'uploads', name), '<script>alert(1)</script>');
  for (const path of [...names, '..%2f..%2fcms%2fsecrets.json', '%2e%2e/%2e%2e/cms/secrets.json', '']) {
    const response = await fetch(`${stack.site}/uploads/${path}`);
    expect(response.status, path).toBe(404);
    expect(await response.text()).not.toMatch(/alert|appKey/);
  }
});

test('the site serves pictures with a policy that stops scripts in them', async ({ stack }) => {
  const home: { data: { images: { url: string }[] }[] } = await (
    await fetch(`${stack.site}/api/homepages`)
  ).json();
  const picture = await fetch(stack.site + home.data.flatMap(({ images }) => images)[0]?.url);
  expect(picture.headers.get('content-type')).toBe('image/webp');
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
});

test('the media library rejects files that are not pictures', async ({ stack }) => {
  const listFiles = async () => (await stack.asAdmin('GET', '/upload/files?pageSize=100')).json();
  const before = await listFiles();
  for (const [name, type, content] of [
    ['logo.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['menu.html', 'text/html', '<script>alert(1)</script>'],
    ['code.js', 'text/javascript', 'alert(1)'],
    ['menu.pdf', 'application/pdf', '%PDF-1.7'],
  ] as const) {
    const form = new FormData();
    form.append('files', new Blob([content], { type }), name);
    expect((await stack.asAdmin('POST', '/upload', form)).status, name).toBe(400);
  }
  expect(before.results).toHaveLength(7);
  expect(await listFiles()).toEqual(before);
});
