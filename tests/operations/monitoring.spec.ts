import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { queries } from '../../web/src/content/queries.ts';
import { test as operationsTest } from '../support/operations.ts';
import { freePort } from '../support/ports.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { ask, expect, Site, test as siteTest } from '../support/site.ts';

const POLL = { timeout: 60_000, intervals: [100] };
const PRIVATE_PATH = '/reservation-of-ada?guest=lovelace';
const PRIVATE_HEADERS = { 'user-agent': 'AdasBrowser', 'x-forwarded-for': '203.0.113.7' };
const PRIVATE = /reservation|lovelace|AdasBrowser|203\.0\.113\.7|127\.0\.0\.1/;

/** The value of a sample in the text format of Prometheus, by its name and labels. */
const readSample = (metrics: string, sample: string) =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1),
  );

/** The count of requests by route and status in a text of metrics. */
const countRequests = (metrics: string, route: string, status: number) =>
  readSample(metrics, `http_request_duration_seconds_count{route="${route}",status="${status}"}`) || 0;

/** The samples without those of the process, of which some name its version or its resources. */
const ownSamples = (metrics: string) =>
  metrics
    .split('\n')
    .filter((line) => !/^#|^(process|nodejs)_/.test(line))
    .join('\n');

const fetchMetrics = async (port: string) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The parsed lines of a log, all of which must be JSON objects with the same keys. */
function parseLog(log: string): { level: string; msg: string }[] {
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(['level', 'time', 'name', 'msg']);
    expect(new Date(line.time).toISOString()).toBe(line.time);
  }
  return lines;
}

siteTest(
  'the site serves metrics with METRICS=1, logs JSON with LOG_FORMAT=json, and writes nothing there that visitors send',
  async ({ startSite, cms }) => {
    const port = await freePort();
    const withoutMetrics = await startSite({ env: { METRICS: '', METRICS_PORT: port } });
    await expect(fetchMetrics(port)).rejects.toThrow('fetch failed');
    await withoutMetrics.stop();

    const site = await startSite({ env: { METRICS: '1', METRICS_PORT: port, LOG_FORMAT: 'json' } });
    await site.waitUntilCached();
    const before = await fetchMetrics(port);
    await ask(site.address, '/menu', PRIVATE_HEADERS);
    await ask(site.address, PRIVATE_PATH, PRIVATE_HEADERS);
    const metrics = await fetchMetrics(port);
    for (const status of [200, 404])
      expect(countRequests(metrics, 'page', status) - countRequests(before, 'page', status)).toBe(1);
    expect(countRequests(metrics, 'query', 200)).toBeGreaterThan(0);
    for (const query of Object.keys(queries)) {
      expect(readSample(metrics, `content_age_seconds{query="${query}"}`), query).toBeGreaterThanOrEqual(0);
      expect(readSample(metrics, `cms_failed_requests_total{query="${query}"}`), query).toBe(0);
    }
    expect(readSample(metrics, 'process_start_time_seconds')).toBeGreaterThan(0);
    expect(readSample(metrics, 'cache_size_bytes')).toBeGreaterThan(1_000);
    expect(ownSamples(metrics)).not.toMatch(PRIVATE);

    cms.fault = 'closes every connection';
    const countFailures = async () => {
      await ask(site.address, PRIVATE_PATH, PRIVATE_HEADERS);
      return readSample(await fetchMetrics(port), 'cms_failed_requests_total{query="siteName"}');
    };
    await expect.poll(countFailures, POLL).toBeGreaterThan(0);
    // Only at /metrics, and only to this machine.
    expect((await ask(`http://127.0.0.1:${port}`, '/')).status).toBe(404);
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow('fetch failed');

    await expect.poll(() => site.log, POLL).toContain('/api/website-name');
    const msg = expect.stringMatching(/^The CMS has no valid .*\/api\/website-name/);
    expect(parseLog(site.log)).toContainEqual(expect.objectContaining({ level: 'error', msg }));
    expect(site.log.replace(/ listens on [\d.:]+/g, '')).not.toMatch(PRIVATE);
  },
);

siteTest('an error that ends the site’s process is one JSON line', async ({ cms, dataDir }) => {
  const start = Site.start({
    cms: cms.address,
    dataDir,
    preload: `const timer = setInterval(() => {
      if (!process.listenerCount('uncaughtException')) return;
      clearInterval(timer);
      setTimeout(() => { throw new Error('the process is broken'); }, 0);
    }, 1)`,
    env: { LOG_FORMAT: 'json' },
  });
  const message = await start.then(() => '', String);
  expect(parseLog(message.replace(/^.*\n/, '')).at(-1)).toMatchObject({
    level: 'fatal',
    msg: expect.stringContaining('the process is broken'),
  });
});

operationsTest(
  'the CMS serves metrics with METRICS=1, logs JSON with LOG_FORMAT=json, and caches its compiled code',
  async ({ scratch, startCms }) => {
    const port = await freePort();
    const dataDir = copySeededData(join(scratch, 'data'));
    const cache = join(scratch, 'cache');
    const env = { METRICS: '1', METRICS_PORT: port, LOG_FORMAT: 'json', NODE_COMPILE_CACHE: cache };
    const cms = await startCms(dataDir, { env });
    await cms.waitUntilReady();
    const requests = [
      ['api', '/api/homepages', 200],
      ['health', '/_health', 204],
      ['admin', PRIVATE_PATH, 404],
      ['picture', '/uploads/none.png', 404],
      ['admin', '/admin', 200],
    ] as const;
    for (const [, path] of requests) await ask(cms.address, path, PRIVATE_HEADERS);
    const countCached = () => existsSync(cache) && readdirSync(cache, { recursive: true }).length;
    await expect.poll(countCached, POLL).toBeGreaterThan(100);

    const readAge = async (kind: 'daily' | 'offsite') =>
      readSample(await fetchMetrics(port), `backup_age_seconds{kind="${kind}"}`);
    mkdirSync(join(dataDir, 'offsite'));
    const storeOffsite = (backupTime: number) =>
      writeFileSync(
        join(dataDir, 'offsite', 'status.json'),
        JSON.stringify({ repository: '/mnt/disk', backupTime }),
      );
    storeOffsite(Date.now() - 86_400_000);
    expect(Math.floor((await readAge('offsite')) / 60)).toBe(1_440);
    // Backups from the future have no age.
    const future = join(dataDir, 'backups', 'daily', '2199-01-01_03-00-00-000');
    mkdirSync(future);
    utimesSync(future, 0, 0);
    storeOffsite(Date.parse('2199-01-01'));
    expect(await readAge('daily')).toBeLessThan(86_400);
    expect(await readAge('offsite')).toBeNaN();

    const metrics = await fetchMetrics(port);
    for (const [route, , status] of requests)
      expect(countRequests(metrics, route, status), `${route} ${status}`).toBe(1);
    expect(readSample(metrics, `disk_free_bytes{folder="${join(dataDir, 'cms')}"}`)).toBeGreaterThan(0);
    expect(ownSamples(metrics)).not.toMatch(PRIVATE);
    expect(cms.output).not.toMatch(PRIVATE);
    const started = { level: 'info', msg: 'Strapi started successfully' };
    expect(parseLog(cms.output)).toContainEqual(expect.objectContaining(started));
  },
);
