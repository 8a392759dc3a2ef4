import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { accounts, expect } from '../support/stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The version that the images are built as. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;

/** The domain of the stack with HTTPS; the browser of these tests finds it on this machine. */
export const DOMAIN = 'table.test';

/** Of this clone, so that two clones can be tested on one machine. */
export const PROJECT = `${basename(ROOT)
  .toLowerCase()
  .replace(/[^a-z0-9]/g, '')}-test`;

export interface Kind {
  /** A stack apart from that of all tests. */
  project?: string;
  https?: boolean;
  /** Three of the site, which only Caddy reaches. */
  replicas?: boolean;
  /** The words in Postgres. */
  postgres?: boolean;
  /** Settings beside those of all tests. */
  env?: NodeJS.ProcessEnv;
}

/**
 * Runs Docker with the tests' accounts and ports; returns what it printed.
 * @throws Error when it fails
 */
export async function docker(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  input: Uint8Array = new Uint8Array(),
): Promise<string> {
  const running = run('docker', args, {
    cwd: ROOT,
    env: { ...process.env, ...accounts, SITE_URL: '', ADMIN_URL: '', DOMAIN: '', ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(input);
  return (await running).stdout.trim();
}

/** Runs Compose on the stack of one kind. */
export function compose(
  {
    project = PROJECT,
    https = false,
    replicas = false,
    postgres = false,
    env = {},
    input,
  }: Kind & { input?: Uint8Array },
  ...args: string[]
): Promise<string> {
  return docker(
    [
      ...['compose', '--env-file', '/dev/null', '--project-name', project, '--file', 'docker-compose.yml'],
      ...(replicas ? ['--file', 'compose.replicas.yml'] : []),
      ...(postgres ? ['--file', 'compose.postgres.yml'] : []),
      ...(https ? ['--profile', 'https'] : []),
      ...args,
    ],
    { ...(https && { DOMAIN, CADDY_OPTIONS: 'local_certs' }), ...env },
    input,
  );
}

/** Starts what is not running of the stack, and resolves when all of it is healthy. */
export const up = (kind: Kind = {}) => compose(kind, 'up', '--detach', '--wait', '--wait-timeout', '150');

/** All that any of these tests starts. */
export const EVERYTHING: Kind = { https: true, postgres: true };

/** The ids of a service's containers, stopped ones too. */
export async function containersOf(service: string): Promise<string[]> {
  return (await compose(EVERYTHING, 'ps', '--all', '--quiet', service)).split('\n').filter(Boolean);
}

/** The id of the one container of a service. */
export async function containerOf(service: string): Promise<string> {
  const [container] = await containersOf(service);
  if (!container) throw new Error(`there is no container of ${service}`);
  return container;
}

/** What `docker inspect` says of the facts that these tests hold. */
export interface Inspected {
  Id: string;
  State: { StartedAt: string; Running: boolean };
  RestartCount: number;
  Config: { User: string; Labels: Record<string, string>; Healthcheck?: { Interval: number } };
  HostConfig: {
    NetworkMode: string;
    ReadonlyRootfs: boolean;
    CapDrop: string[] | null;
    CapAdd: string[] | null;
    SecurityOpt: string[] | null;
    Privileged: boolean;
    Memory: number;
    PidsLimit: number;
    Init: boolean;
    LogConfig: { Config: Record<string, string> };
    PortBindings: Record<string, { HostIp: string; HostPort: string }[]>;
  };
  Mounts: { Type: string; Name: string; Destination: string; RW: boolean }[];
}

/** The containers of a service, inspected. */
export async function inspect(service: string): Promise<Inspected[]> {
  return JSON.parse(await docker(['inspect', ...(await containersOf(service))]));
}

/**
 * Kills the process of a service, as a crash or the lack of memory does.
 * @returns what waits until Docker has started its container again
 */
export async function crash(service: string): Promise<() => Promise<void>> {
  const restarts = async () => (await inspect(service))[0]?.RestartCount ?? 0;
  const before = await restarts();
  // All but the first process, which is Docker's init.
  await docker(['exec', await containerOf(service), 'sh', '-c', 'kill -9 -1']).catch(() => {});
  return () => expect.poll(restarts).toBe(before + 1);
}

/** Kills a container for good, as the end of its machine does. */
export const kill = (container: string) => docker(['kill', container]);
