import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { ask, expect, queryPaths, type Stack, test } from '../support/site.ts';

/** An address of this machine from which no test but this one sends requests. */
const ATTACKER = '127.0.0.2';
const CONNECTIONS = 200;

/**
 * Sends requests from the attacker's address, one after another on each of its connections, while a function runs.
 * @returns the statuses of the responses
 */
async function floodWhile(
  address: string,
  createRequest: (index: number) => { path: string; headers?: Record<string, string> },
  run: () => Promise<void>,
): Promise<Set<number>> {
  const agent = new Agent({ keepAlive: true, localAddress: ATTACKER });
  const statuses = new Set<number>();
  let sent = 0;
  let isOver = false;
  const attack = async () => {
    while (!isOver) {
      const { path, headers } = createRequest(sent++);
      statuses.add((await ask(address, path, headers, 'GET', agent)).status);
    }
  };
  const attacks = Promise.all(Array.from({ length: CONNECTIONS }, attack));
  // From here on, the queue of this address is full.
  await expect.poll(() => [...statuses]).toContain(503);
  await run();
  isOver = true;
  await attacks;
  agent.destroy();
  return statuses;
}

async function openPreview(stack: Stack): Promise<string> {
  const path = '/content-manager/preview/url/api::menu-side.menu-side?documentId=hand-cut-fries&status=draft';
  const { data }: { data: { url: string } } = await (await stack.asAdmin('GET', path)).json();
  return new URLSearchParams(new URL(data.url).hash.slice(1)).get('preview') ?? '';
}

for (const [name, path] of [
  ['queries', '/api/menu-sides'],
  ['questions whether content has changed', '/api/preview-state'],
] as const)
  test(`a preview gets every response during a flood of ${name} with made-up tokens from another address`, async ({
    stack,
    startSite,
  }) => {
    const site = await (await startSite({ cms: stack.cms })).waitUntilCached();
    const token = { 'x-preview-token': await openPreview(stack) };
    const flood = floodWhile(
      site.address,
      (index) => ({
        path,
        headers: { 'x-preview-token': `9999999999999.${String(index).padStart(43, 'A')}.session` },
      }),
      async () => {
        for (let turn = 0; turn < 2; turn += 1) {
          const paths = [...queryPaths, '/api/preview-state'];
          const responses = await Promise.all(paths.map((target) => ask(site.address, target, token)));
          expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200));
        }
      },
    );
    expect([...(await flood)].sort()).toEqual([403, 503]);
  });

test('pictures that no content names arrive during a flood of made-up names from another address', async ({
  editableStack: stack,
  startSite,
}) => {
  const photograph = readFileSync(new URL('../../docs/front-page.webp', import.meta.url));
  const form = new FormData();
  form.append('files', new Blob([photograph], { type: 'image/webp' }), 'oak.webp');
  const uploaded: { url: string; formats: Record<string, { url: string }> }[] = await (
    await stack.asAdmin('POST', '/upload', form)
  ).json();
  const urls = uploaded.flatMap(({ url, formats }) => [url, ...Object.values(formats).map(({ url }) => url)]);
  expect(urls.length).toBeGreaterThan(5);
  const site = await (await startSite({ cms: stack.cms })).waitUntilCached();
  const flood = floodWhile(
    site.address,
    (index) => ({ path: `/uploads/made-up-${index}.png` }),
    async () => {
      const responses = await Promise.all(urls.map((url) => ask(site.address, url)));
      expect(responses.map(({ status }) => status)).toEqual(urls.map(() => 200));
    },
  );
  expect([...(await flood)].sort()).toEqual([404, 503]);
});
