import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FaultyCms } from '../support/faultyCms.ts';
import { freePort } from '../support/ports.ts';
import { ask, expect, type HttpResponse, queryPaths, Site } from '../support/site.ts';
import { test } from './bench.ts';
import { createRecord, getRounds, type Load, median, rotate } from './results.ts';

const LOAD_SECONDS = 10;
const servers = ['site', 'nginx', 'strapi'] as const;

test('server: requests per second of one site process, nginx and the CMS', async ({ stack, results }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // It counts requests and sends the responses of the real CMS; no fault is set.
  const cms = await FaultyCms.start(stack.cms);
  const site = await Site.start({ cms: cms.address, dataDir: folder });
  await site.waitUntilCached();
  const nginx = await startNginx(folder, await ask(site.address, '/', { 'accept-encoding': 'br' }));
  const addresses = {
    site: `${site.address}/`,
    nginx: nginx.address,
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
  await nginx.stop();
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

/** Starts nginx with one worker that serves the body of one response as fast as possible: no log, a file cache, keep-alive. */
async function startNginx(folder: string, { body, headers }: HttpResponse) {
  if (headers['content-encoding'] !== 'br') throw new Error('the site did not compress its page with brotli');
  // When root starts nginx, its worker runs as another user, who must be able to read the file.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'page'), body);
  const port = await freePort();
  const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid nginx.pid; error_log stderr;
    events { worker_connections 256; }
    http {
      ${temporaryFolders.map((name) => `${name}_temp_path ${name};`).join(' ')}
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000;
      open_file_cache max=10; open_file_cache_valid 60s;
      default_type "${headers['content-type']}";
      add_header content-encoding br;
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`,
  );
  const nginx = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', 'nginx.conf'], { stdio: 'inherit' });
  const address = `http://127.0.0.1:${port}/page`;
  await expect(async () => expect((await fetch(address)).status).toBe(200)).toPass({ timeout: 10_000 });
  const stop = async () => {
    nginx.kill();
    await once(nginx, 'exit');
  };
  return { address, stop };
}

/**
 * Requests one URL as often as possible over 50 connections for ten seconds.
 * @throws Error when a connection fails or a response is not successful
 */
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
