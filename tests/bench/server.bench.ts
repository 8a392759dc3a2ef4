import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from './bench.ts';
import { requireCommand } from './commands.ts';
import { LOAD_SECONDS, measureLoad } from './load.ts';
import { startNginx } from './nginx.ts';
import { createRecord, type Load, median, rotate } from './results.ts';
import type { Resource } from './staticServer.ts';

const ROUNDS = 3;

test('measures the throughput of one site process, compared with nginx and the CMS', async ({
  stack,
  site,
  cmsProxy,
  record,
}) => {
  requireCommand('wrk', ['-v'], 'wrk');
  requireCommand('nginx', ['-v'], 'nginx-light');
  const nginx = await startNginx(await fetchBrotliPage(`${site.address}/`));
  const addresses = {
    site: `${site.address}/`,
    nginx: nginx.address,
    strapi: `${stack.cms}/api/menu-entrees`,
  };
  const names = ['site', 'nginx', 'strapi'] as const;
  const loads = createRecord(names, (): Load[] => []);
  const queryCounts: { path: string; requests: number }[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const name of rotate(names, round)) {
        const from = performance.now();
        loads[name].push(await measureLoad(addresses[name]));
        if (name !== 'site') continue;
        for (const [path, requests] of cmsProxy.countRequests(from, LOAD_SECONDS * 1000))
          queryCounts.push({ path, requests });
      }
  } finally {
    await nginx.stop();
  }
  const [busiestQuery] = queryCounts.toSorted((a, b) => b.requests - a.requests);
  if (!busiestQuery) throw new Error('the proxy saw no request from the site to the CMS');
  await record('server', {
    site: medianLoad(loads.site),
    nginx: medianLoad(loads.nginx),
    strapi: medianLoad(loads.strapi),
    busiestQuery,
  });
});

/** Fetches the page's compressed bytes as a browser that accepts brotli receives them. */
async function fetchBrotliPage(address: string): Promise<Resource> {
  const [response] = (await once(get(address, { headers: { 'accept-encoding': 'br' } }), 'response')) as [
    IncomingMessage,
  ];
  const { 'content-type': type = '', 'content-encoding': encoding } = response.headers;
  if (encoding !== 'br') throw new Error(`${address} was not sent with brotli`);
  return {
    body: await buffer(response),
    headers: { 'content-type': type, 'content-encoding': encoding },
  };
}

function medianLoad(loads: Load[]): Load {
  const medianOf = (figure: keyof Load) => median(loads.map((load) => load[figure]));
  return { requestsPerSecond: medianOf('requestsPerSecond'), p50: medianOf('p50'), p99: medianOf('p99') };
}
