import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from './bench.ts';
import { requireCommand } from './commands.ts';
import { LOAD_SECONDS, measureLoad } from './load.ts';
import { startNginx } from './nginx.ts';
import { type Load, median, recordOf, rotated } from './results.ts';
import type { Resource } from './staticServer.ts';

const ROUNDS = 3;

test('what one process of the site bears, beside nginx and the CMS itself', async ({
  stack,
  site,
  cmsProxy,
  record,
}) => {
  requireCommand('wrk', ['-v'], 'wrk');
  requireCommand('nginx', ['-v'], 'nginx-light');
  const nginx = await startNginx(await prepared(`${site.address}/`));
  const addresses = {
    site: `${site.address}/`,
    nginx: nginx.address,
    strapi: `${stack.cms}/api/menu-entrees`,
  };
  const names = ['site', 'nginx', 'strapi'] as const;
  const loads = recordOf(names, (): Load[] => []);
  const busiest: { path: string; requests: number }[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const name of rotated(names, round)) {
        const from = performance.now();
        loads[name].push(await measureLoad(addresses[name]));
        if (name !== 'site') continue;
        for (const [path, requests] of cmsProxy.requests(from, LOAD_SECONDS * 1000))
          busiest.push({ path, requests });
      }
  } finally {
    await nginx.stop();
  }
  const [busiestRead] = busiest.toSorted((a, b) => b.requests - a.requests);
  if (!busiestRead)
    throw new Error('the site served without asking the CMS once: its requests were not seen');
  await record('server', {
    site: medians(loads.site),
    nginx: medians(loads.nginx),
    strapi: medians(loads.strapi),
    busiestRead,
  });
});

/** The page as the site sends it to a browser that takes brotli, byte for byte. */
async function prepared(address: string): Promise<Resource> {
  const [answer] = (await once(get(address, { headers: { 'accept-encoding': 'br' } }), 'response')) as [
    IncomingMessage,
  ];
  const { 'content-type': type = '', 'content-encoding': encoding } = answer.headers;
  if (encoding !== 'br') throw new Error(`${address} is not sent as brotli`);
  return {
    body: await buffer(answer),
    headers: { 'content-type': type, 'content-encoding': encoding },
  };
}

function medians(loads: Load[]): Load {
  const of = (figure: keyof Load) => median(loads.map((load) => load[figure]));
  return { requestsPerSecond: of('requestsPerSecond'), p50: of('p50'), p99: of('p99') };
}
