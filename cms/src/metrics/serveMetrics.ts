import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import type { Histogram as RequestHistogram } from '@prometheus-io/client';
import type { Core } from '@strapi/strapi';
import { isNameInFuture, listDailyBackups } from '../backups/folders';
import { listDisks } from '../doctor/dataChecks';
import { getAge } from '../environment/clock';
import { readMetricsAddress, refuseToStart } from '../environment/settings';
import { readOffsiteStatus } from '../offsite/offsiteStatus';
import { errorMessage } from '../shared/errorMessage';
import { onListening } from '../strapi/server';

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The kind of a route by its path: the path itself must not be in the metrics. */
function kindOf(path: string): string {
  if (path.startsWith('/api/')) return 'api';
  if (path.startsWith('/uploads/')) return 'picture';
  return path === '/_health' ? 'health' : 'admin';
}

/** `undefined` without METRICS=1. */
let duration: RequestHistogram<'route' | 'status'> | undefined;

/** Measures how long the CMS works on a request. */
export const measureRequest: Core.MiddlewareHandler = async (context, next) => {
  const stopTimer = duration?.startTimer();
  await next();
  stopTimer?.({ route: kindOf(context.path), status: context.status });
};

/**
 * With METRICS=1, measures the requests to the CMS, its backups and its disks, and serves the metrics for Prometheus at an
 * address of their own. Otherwise loads nothing of it.
 */
export async function serveMetrics(strapi: Core.Strapi): Promise<void> {
  const address = readMetricsAddress();
  if (!address) return;
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('@prometheus-io/client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by the kind of the route and the status',
    labelNames: ['route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  new Gauge({
    name: 'backup_age_seconds',
    help: 'Time since the newest backup of each kind was made',
    labelNames: ['kind'],
    registers,
    async collect() {
      const daily = (await listDailyBackups()).find((folder) => !isNameInFuture(basename(folder)));
      const times = {
        daily: daily && (await stat(daily)).mtimeMs,
        offsite: (await readOffsiteStatus())?.backupTime,
      };
      // A time that is in the future has no age.
      this.reset();
      for (const [kind, time] of Object.entries(times)) {
        const age = time ? getAge(time) : undefined;
        if (age !== undefined) this.set({ kind }, age / 1_000);
      }
    },
  });
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Free space of each disk with a part of the data, by a folder on it',
    labelNames: ['folder'],
    registers,
    async collect() {
      for (const { folder, freeBytes } of await listDisks()) this.set({ folder }, freeBytes);
    },
  });

  const server = createServer(async ({ url }, response) => {
    if (url !== '/metrics') return response.writeHead(404).end();
    try {
      const metrics = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(metrics);
    } catch (error) {
      strapi.log.error(`The metrics could not be read: ${errorMessage(error)}`);
      response.writeHead(500).end();
    }
  });
  server.once('error', (error) => refuseToStart(`the metrics can't be served (${error.message}).`));
  // Not in Strapi's commands, such as a password reset, which never start the HTTP server.
  onListening(strapi, () => void server.listen(address));
}
