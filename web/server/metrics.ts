import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import fastify, { type FastifyInstance } from 'fastify';
import type { ListenAddress } from '../../cms/src/shared/sharedSettings.ts';
import type { ContentCache } from './contentCache.ts';
import { describeError } from './failureLog.ts';
import { refuseToStart } from './settings.ts';

/** From a page that is sent from memory to the longest time a request waits for the CMS. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** The kind of a route: a path that a visitor typed must not be in the metrics. */
function kindOf(route: string | undefined): string {
  if (route === undefined || route === '/*') return 'page';
  if (route.startsWith('/api/')) return 'query';
  if (route.startsWith('/uploads/')) return 'picture';
  return route === '/healthz' ? 'health' : 'asset';
}

/** Adds the sizes of all files in a folder; a file that another process renames meanwhile counts as empty. */
async function measureFolder(folder: string): Promise<number> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(join(folder, path)).then(
        (details) => (details.isFile() ? details.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

/** Measures the requests to a server and its cached content, and serves the metrics for Prometheus at an address of their own. */
export async function serveMetrics(
  server: FastifyInstance,
  cache: ContentCache,
  cacheFolder: string,
  address: ListenAddress,
): Promise<void> {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by the kind of the route and the status',
    labelNames: ['route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  server.addHook('onResponse', async ({ routeOptions }, { statusCode, elapsedTime }) =>
    duration.observe({ route: kindOf(routeOptions.url), status: statusCode }, elapsedTime / 1_000),
  );
  new Gauge({
    name: 'content_age_seconds',
    help: 'Time since the CMS last confirmed the content of each query',
    labelNames: ['query'],
    registers,
    collect() {
      for (const { name, age } of Object.values(cache)) if (age !== null) this.set({ query: name }, age);
    },
  });
  new Counter({
    name: 'cms_failed_requests_total',
    help: 'Requests to the CMS without a valid response, by query',
    labelNames: ['query'],
    registers,
    collect() {
      this.reset();
      for (const { name, failedRequests } of Object.values(cache)) this.inc({ query: name }, failedRequests);
    },
  });
  new Gauge({
    name: 'cache_size_bytes',
    help: 'Size of the cache on disk',
    registers,
    async collect() {
      this.set(await measureFolder(cacheFolder));
    },
  });

  const metrics = fastify();
  metrics.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  server.addHook('onClose', () => metrics.close());
  await metrics
    .listen(address)
    .catch((error) => refuseToStart(`the metrics can't be served (${describeError(error)}).`));
}
