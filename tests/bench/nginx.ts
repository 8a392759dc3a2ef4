import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/stack.ts';
import type { Resource } from './staticServer.ts';

const START_TIMEOUT_MS = 5_000;

export interface Nginx {
  /** The URL of the page. */
  address: string;
  stop: () => Promise<void>;
}

/**
 * Starts nginx with one worker that serves one static file as fast as possible: no log, a file cache and keep-alive connections.
 * @throws Error when it does not respond before the timeout
 */
export async function startNginx({ body, headers }: Resource): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  // When root starts nginx, its worker runs as another user, who must be able to read the file.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'page'), body);
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), createConfiguration(folder, port, headers));
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
      throw new Error('nginx did not start: see its output above');
    }
    await sleep(50);
  }
  return { address, stop };
}

function createConfiguration(folder: string, port: string, headers: Record<string, string>): string {
  const { 'content-type': type, ...others } = headers;
  const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    worker_processes 1;
    pid nginx.pid;
    error_log stderr;
    events { worker_connections 256; }
    http {
      ${temporaryFolders.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}
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
