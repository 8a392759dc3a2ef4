import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { queries } from '../../web/src/content/queries.ts';
import { copySeededData, test as operationsTest } from '../support/operations.ts';
import { ask, expect, Site, test as siteTest } from '../support/site.ts';
import { freePort } from '../support/stack.ts';

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

siteTest.describe('the site', () => {
  siteTest(
    'serves metrics of its requests, its content and its cache, without what visitors send',
    async ({ startSite, cms, dataDir }) => {
      const port = await freePort();
      const site = await startSite({ env: { METRICS: '1', METRICS_PORT: port } });
      await site.waitUntilCached();
      const before = await fetchMetrics(port);
      await ask(site.address, '/menu', PRIVATE_HEADERS);
      await ask(site.address, PRIVATE_PATH, PRIVATE_HEADERS);
      await ask(site.address, '/menu', PRIVATE_HEADERS, 'POST');
      const metrics = await fetchMetrics(port);
      const requests = (route: string, status: number) => {
        const sample = `http_request_duration_seconds_count{route="${route}",status="${status}"}`;
        return readSample(metrics, sample) - (readSample(before, sample) || 0);
      };
      expect(requests('page', 200)).toBe(1);
      expect(requests('page', 404)).toBe(1);
      expect(requests('page', 405)).toBe(1);
      expect(
        readSample(metrics, 'http_request_duration_seconds_count{route="query",status="200"}'),
      ).toBeGreaterThan(0);
      expect(ownSamples(metrics)).not.toMatch(PRIVATE);
      for (const query of Object.keys(queries)) {
        expect(readSample(metrics, `content_age_seconds{query="${query}"}`), query).toBeGreaterThanOrEqual(0);
        expect(readSample(metrics, `cms_failed_requests_total{query="${query}"}`), query).toBe(0);
      }
      const cacheFolder = join(dataDir, 'web');
      // The site renames its temporary files meanwhile.
      const measureFiles = () =>
        readdirSync(cacheFolder, { recursive: true, encoding: 'utf8' })
          .map((path) => statSync(join(cacheFolder, path), { throwIfNoEntry: false }))
          .reduce((total, details) => total + (details?.isFile() ? details.size : 0), 0);
      await expect
        .poll(async () => readSample(await fetchMetrics(port), 'cache_size_bytes') - measureFiles(), POLL)
        .toBe(0);
      expect(measureFiles()).toBeGreaterThan(0);
      expect(readSample(metrics, 'process_start_time_seconds')).toBeGreaterThan(0);

      cms.fault = 'closes every connection';
      await expect
        .poll(async () => {
          await site.fetchText('/');
          return readSample(await fetchMetrics(port), 'cms_failed_requests_total{query="home"}');
        }, POLL)
        .toBeGreaterThan(0);
    },
  );

  siteTest('serves metrics only at /metrics, and only to this machine', async ({ startSite }) => {
    const port = await freePort();
    await startSite({ env: { METRICS: '1', METRICS_PORT: port } });
    expect((await ask(`http://127.0.0.1:${port}`, '/')).status).toBe(404);
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow('fetch failed');
  });

  siteTest('loads nothing of the metrics without METRICS=1', async ({ startSite, cms, dataDir }) => {
    const hook = `export async function load(url, context, next) {
      if (/assets\\/metrics-/.test(url)) throw new Error('the metrics are loaded');
      return next(url, context);
    }`;
    const preload = `import { register } from 'node:module';
      register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;
    const port = await freePort();
    const site = await startSite({ preload, env: { METRICS: '', METRICS_PORT: port } });
    expect((await fetch(site.address)).status).toBe(200);
    await expect(fetchMetrics(port)).rejects.toThrow('fetch failed');
    const withMetrics = { cms: cms.address, dataDir, preload, env: { METRICS: '1', METRICS_PORT: port } };
    await expect(Site.start(withMetrics)).rejects.toThrow('the metrics are loaded');
  });

  siteTest(
    'logs JSON with LOG_FORMAT=json, also failures, and nothing that visitors send',
    async ({ startSite, cms }) => {
      const site = await startSite({ env: { LOG_FORMAT: 'json' } });
      await site.waitUntilCached();
      cms.fault = 'closes every connection';
      await expect
        .poll(async () => {
          await ask(site.address, PRIVATE_PATH, PRIVATE_HEADERS);
          return site.log;
        }, POLL)
        .toContain('The CMS has no valid response to /api/website-name');
      const lines = parseLog(site.log);
      expect(lines[0]).toMatchObject({ level: 'info', msg: expect.stringMatching(/^The site listens on /) });
      const failure = { level: 'error', msg: expect.stringMatching(/^The CMS has no valid/) };
      expect(lines).toContainEqual(expect.objectContaining(failure));
      expect(site.log.replace(/The site listens on [\d.:]+/, '')).not.toMatch(PRIVATE);
    },
  );

  siteTest('an error that ends its process is one JSON line', async ({ cms, dataDir }) => {
    const preload = "setTimeout(() => { throw new Error('the process is broken'); }, 0)";
    const start = Site.start({
      cms: cms.address,
      dataDir,
      preload: `import { setInterval } from 'node:timers'; const timer = setInterval(() => {
        if (process.listenerCount('uncaughtException')) { clearInterval(timer); ${preload} }
      }, 1)`,
      env: { LOG_FORMAT: 'json' },
    });
    const { message } = await start.then(
      () => new Error('the site started'),
      (error: Error) => error,
    );
    expect(parseLog(message.replace('the site did not start:\n', '')).at(-1)).toMatchObject({
      level: 'fatal',
      msg: expect.stringContaining('the process is broken'),
    });
  });
});

operationsTest.describe('the CMS', () => {
  operationsTest(
    'serves metrics of its requests, its backups and its disks, and logs JSON',
    async ({ scratch, startCms }) => {
      const port = await freePort();
      const dataDir = copySeededData(join(scratch, 'data'));
      const env = { METRICS: '1', METRICS_PORT: port, LOG_FORMAT: 'json' };
      const cms = await startCms(dataDir, { env });
      await cms.waitUntilReady();
      for (const path of ['/api/homepages', '/_health', PRIVATE_PATH, '/uploads/none.png', '/admin'])
        await ask(cms.address, path, PRIVATE_HEADERS);
      const backupAge = async () => readSample(await fetchMetrics(port), 'backup_age_seconds{kind="daily"}');
      await expect.poll(backupAge, POLL).toBeLessThan(60);
      mkdirSync(join(dataDir, 'offsite'));
      const status = { repository: '/mnt/disk', backupTime: Date.now() - 86_400_000 };
      writeFileSync(join(dataDir, 'offsite', 'status.json'), JSON.stringify(status));
      const metrics = await fetchMetrics(port);
      const offsiteAge = readSample(metrics, 'backup_age_seconds{kind="offsite"}');
      expect(offsiteAge).toBeGreaterThanOrEqual(86_400);
      expect(offsiteAge).toBeLessThan(86_460);
      const future = join(dataDir, 'backups', 'daily', '2199-01-01_03-00-00-000');
      mkdirSync(future);
      utimesSync(future, 0, 0);
      status.backupTime = Date.parse('2199-01-01');
      writeFileSync(join(dataDir, 'offsite', 'status.json'), JSON.stringify(status));
      expect(await backupAge()).toBeLessThan(120);
      expect(readSample(await fetchMetrics(port), 'backup_age_seconds{kind="offsite"}')).toBeNaN();
      for (const [route, status] of [
        ['api', 200],
        ['health', 204],
        ['admin', 404],
        ['picture', 404],
        ['admin', 200],
      ]) {
        const sample = `http_request_duration_seconds_count{route="${route}",status="${status}"}`;
        expect(readSample(metrics, sample), sample).toBe(1);
      }
      expect(readSample(metrics, `disk_free_bytes{folder="${join(dataDir, 'cms')}"}`)).toBeGreaterThan(0);
      expect(ownSamples(metrics)).not.toMatch(PRIVATE);
      expect((await ask(`http://127.0.0.1:${port}`, '/')).status).toBe(404);
      const lines = parseLog(cms.output);
      expect(lines).toContainEqual(
        expect.objectContaining({ level: 'info', msg: 'Strapi started successfully' }),
      );
      expect(cms.output).not.toMatch(PRIVATE);
    },
  );

  operationsTest('loads nothing of the metrics without METRICS=1', async ({ scratch, startCms }) => {
    const preload = `import Module from 'node:module';
      const load = Module._load;
      Module._load = (name, ...rest) => {
        if (name === 'prom-client') throw new Error('the metrics are loaded');
        return load(name, ...rest);
      }`;
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
    const port = await freePort();
    const dataDir = copySeededData(join(scratch, 'data'));
    const cms = await startCms(dataDir, { nodeArgs, env: { METRICS_PORT: port } });
    await cms.waitUntilReady();
    await expect(fetchMetrics(port)).rejects.toThrow('fetch failed');
    await cms.kill();
    const other = await startCms(dataDir, { nodeArgs, env: { METRICS: '1', METRICS_PORT: port } });
    await other.exited;
    expect(other.output).toContain('the metrics are loaded');
  });
});
