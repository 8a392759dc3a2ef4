import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireCommand } from './commands.ts';

export interface MapHost {
  /** The switches that make Chromium resolve the map's host name to this server. */
  chromiumSwitches: string[];
  close: () => void;
}

/** Starts a local stand-in for the map server, so that no other machine affects the measurements. */
export async function startMapHost(): Promise<MapHost> {
  const server = createServer(createCertificate(), (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang="en"><title>Map</title>The map');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    chromiumSwitches: [
      `--host-resolver-rules=MAP www.openstreetmap.org 127.0.0.1:${port}`,
      '--ignore-certificate-errors',
    ],
    close: () => server.close(),
  };
}

/** Creates a key and a self-signed certificate for this run. */
function createCertificate(): { key: Buffer; cert: Buffer } {
  requireCommand('openssl', ['version'], 'openssl');
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  const subject = ['-subj', '/CN=www.openstreetmap.org', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...newKey, ...subject, '-out', cert], { stdio: 'ignore' });
  const certificate = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return certificate;
}
