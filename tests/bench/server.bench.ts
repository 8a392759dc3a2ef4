import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FaultyCms } from '../support/faultyCms.ts';
import { ask, type HttpResponse, queryPaths, Site } from '../support/site.ts';
import { test } from './bench.ts';
import { createRecord, getRounds, type Load, median, rotate } from './results.ts';

const LOAD_SECONDS = 10;
const servers = ['site', 'bare', 'strapi'] as const;

test('server: requests per second of one site process, a bare server and the CMS', async ({
  stack,
  results,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // It counts requests and sends the responses of the real CMS; no fault is set.
  const cms = await FaultyCms.start(stack.cms);
  const site = await Site.start({ cms: cms.address, dataDir: folder });
  await site.waitUntilCached();
  const bare = await startBareServer(folder, await ask(site.address, '/', { 'accept-encoding': 'br' }));
  const addresses = {
    site: `${site.address}/`,
    bare: bare.address,
    strapi: `${stack.cms}/api/menu-entrees`,
  };
  const loads = createRecord(servers, (): Load[] => []);
  const queryCounts: { path: string; requests: number }[] = [];
  const countQueries = async () => {
    cms.clearCounts();
    await sleep(LOAD_SECONDS * 1000);
    queryCounts.push(...queryPaths.map((path) => ({ path, requests: cms.requestCount(path) })));
  };
  for (let round = 0; round < getRounds(3); round++)
    for (const name of rotate(servers, round)) {
      const counted = name === 'site' && countQueries();
      loads[name].push(await measureLoad(addresses[name]));
      await counted;
    }
  await bare.stop();
  await site.stop();
  await cms.stop();
  rmSync(folder, { recursive: true });

  const [busiestQuery] = queryCounts.toSorted((a, b) => b.requests - a.requests);
  if (!busiestQuery?.requests) throw new Error('the site sent no request to the CMS');
  const medians = createRecord(servers, (name) => ({
    requestsPerSecond: median(loads[name], (load) => load.requestsPerSecond),
    p99: median(loads[name], (load) => load.p99),
  }));
  results.server = { ...medians, busiestQuery };
});

/** Starts a process that sends one response with the least work that Node's HTTP server can do. */
async function startBareServer(folder: string, { body, headers: allHeaders }: HttpResponse) {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = allHeaders;
  if (headers['content-encoding'] !== 'br') throw new Error('the site did not compress its page with brotli');
  const file = join(folder, 'page');
  writeFileSync(file, body);
  const script = fileURLToPath(new URL('bareServer.mjs', import.meta.url));
  const server = spawn(process.execPath, [script, file, JSON.stringify(headers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(server.stdout, 'data');
  const stop = async () => {
    server.kill();
    await once(server, 'exit');
  };
  return { address: `http://127.0.0.1:${port}/`, stop };
}

/** Requests one URL as often as possible over 50 connections for ten seconds; no response may fail. */
async function measureLoad(address: string): Promise<Load> {
  const options = `--threads 2 --connections 50 --latency --duration ${LOAD_SECONDS}s --timeout ${LOAD_SECONDS}s`;
  const header = ['--header', 'Accept-Encoding: br'];
  const { stdout } = await promisify(execFile)('wrk', [...options.split(' '), ...header, address]);
  const failures = /Socket errors.*|Non-2xx.*/.exec(stdout);
  if (failures) throw new Error(`${address} failed under load: ${failures[0]}`);
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(stdout) ?? [];
  const [, requestsPerSecond] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  if (!p99 || !requestsPerSecond) throw new Error(`wrk's output lacks a figure:\n${stdout}`);
  const milliseconds = unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1;
  return { requestsPerSecond: Number(requestsPerSecond), p99: Number(p99) * milliseconds };
}
