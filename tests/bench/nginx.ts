import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { freePort } from '../support/stack.ts';
import type { Resource } from './staticServer.ts';

const START_TIMEOUT_MS = 5_000;

export interface Nginx {
  /** Where the page is. */
  address: string;
  stop: () => Promise<void>;
}

/**
 * Starts nginx with one worker that serves one page, as a static file, at its best: no log, open file kept, connections kept.
 * @throws Error when it does not answer in time
 */
export async function startNginx({ body, headers }: Resource): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  // Started by root, its worker is somebody else, who must be able to read the page.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'page'), body);
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, headers));
  const address = `http://127.0.0.1:${port}/page`;
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  };
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (
    !(await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error('nginx did not start: what it said is above');
    }
    await after(50);
  }
  return { address, stop };
}

function configuration(folder: string, port: string, headers: Record<string, string>): string {
  const { 'content-type': type, ...others } = headers;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    worker_processes 1;
    pid nginx.pid;
    error_log stderr;
    events { worker_connections 256; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 10000000;
      open_file_cache max=10;
      open_file_cache_valid 60s;
      default_type "${type}";
      ${Object.entries(others)
        .map(([name, value]) => `add_header ${name} "${value}";`)
        .join('\n')}
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`;
}
