import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type OperatorCommand, operatorCommands } from '../support/operatorCommands.ts';
import { freePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect } from '../support/stack.ts';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The version of the images. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;

/** The domain of the stack with HTTPS; the tests' browser resolves it to this machine. */
export const DOMAIN = 'table.test';

/** The Compose project, named after the clone's folder, so that two clones can be tested on one machine. */
export const PROJECT = `${basename(ROOT)
  .toLowerCase()
  .replace(/[^a-z0-9]/g, '')}-test`;

export type Ports = Record<'SITE_PORT' | 'ADMIN_PORT' | 'HTTP_PORT' | 'HTTPS_PORT', string>;

/** Finds free ports for a stack. */
export const findPorts = async (): Promise<Ports> => ({
  SITE_PORT: await freePort(),
  ADMIN_PORT: await freePort(),
  HTTP_PORT: await freePort(),
  HTTPS_PORT: await freePort(),
});

/** Which variant of the stack Compose runs. */
export interface StackOptions {
  /** The Compose project; without it the one that all tests share. */
  project?: string;
  https?: boolean;
  /** Three replicas of the site that only Caddy can reach. */
  replicas?: boolean;
  /** With the service that makes off-site backups. */
  offsite?: boolean;
  /** Postgres instead of SQLite. */
  postgres?: boolean;
  /** The folder of a copy of the sources, on which Vite and Strapi's develop mode run. */
  development?: string;
  /** The folder of docker-compose.yml; without it the repository. */
  folder?: string;
  /** A further Compose file, in which a version differs from the sources. */
  override?: string;
  /** Environment variables in addition to those of all tests. */
  env?: NodeJS.ProcessEnv;
  /** Interrupts the command, as Ctrl-C does. */
  signal?: AbortSignal;
}

/**
 * Runs Docker with the tests' accounts and ports.
 * @returns its trimmed standard output
 * @throws Error when the command fails
 */
export async function docker(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  input: Uint8Array = new Uint8Array(),
  signal?: AbortSignal,
): Promise<string> {
  const running = run('docker', args, {
    cwd: ROOT,
    killSignal: 'SIGINT',
    ...(signal && { signal }),
    env: {
      ...process.env,
      ...accounts,
      SITE_URL: '',
      ADMIN_URL: '',
      DOMAIN: '',
      IMAGES: '',
      TRUSTED_PROXY: '',
      BACKUP_REPOSITORY: '',
      BACKUP_PASSWORD: '',
      ...env,
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  // A command that reads no input may end before an empty write, which would then fail.
  if (input.length) running.child.stdin?.write(input);
  running.child.stdin?.end();
  return (await running).stdout.trim();
}

/** Runs a Compose command on one variant of the stack and returns its output. */
export function compose(
  {
    project = PROJECT,
    https = false,
    replicas = false,
    offsite = false,
    postgres = false,
    development,
    folder = development ?? ROOT,
    override,
    env = {},
    input,
    signal,
  }: StackOptions & { input?: Uint8Array },
  ...args: string[]
): Promise<string> {
  return docker(
    [
      ...['compose', '--env-file', '/dev/null', '--project-name', project],
      ...['--file', join(folder, 'docker-compose.yml')],
      ...(development ? ['--file', join(folder, 'compose.dev.yml')] : []),
      ...(replicas ? ['--file', 'compose.replicas.yml'] : []),
      ...(postgres ? ['--file', 'compose.postgres.yml'] : []),
      ...(override ? ['--file', override] : []),
      ...(https ? ['--profile', 'https'] : []),
      ...(offsite ? ['--profile', 'offsite'] : []),
      ...args,
    ],
    { ...(https && { DOMAIN, CADDY_OPTIONS: 'local_certs' }), ...env },
    input,
    signal,
  );
}

/**
 * Runs a command that a document tells an operator to type, and returns its output.
 * @param values what replaces a word of the command, such as `EMAIL`
 * @param moreWords what the operator adds at its end
 */
export function typeCommand(
  options: StackOptions & { input?: Uint8Array },
  name: OperatorCommand,
  values: Record<string, string> = {},
  ...moreWords: string[]
): Promise<string> {
  const [, command] = operatorCommands[name];
  // A shell would read the file after `<`; here it is the option `input`.
  const words = command.replace(/ <\S+$/, '').matchAll(/'([^']*)'|\S+/g);
  const [docker, subcommand, ...args] = [...words].map(([word, quoted]) => values[word] ?? quoted ?? word);
  expect([docker, subcommand]).toEqual(['docker', 'compose']);
  return compose(options, ...args, ...moreWords);
}

/** Starts the services that are not running, and resolves when all of them are healthy. */
export const composeUp = (options: StackOptions = {}) =>
  compose(options, 'up', '--detach', '--wait', '--wait-timeout', '150');

/** The options that include every service that a test starts. */
export const ALL_SERVICES: StackOptions = { https: true, postgres: true, offsite: true };

/** The ids of a service's containers, including stopped ones. */
export async function containerIds(service: string, options = ALL_SERVICES): Promise<string[]> {
  return (await compose(options, 'ps', '--all', '--quiet', service)).split('\n').filter(Boolean);
}

/** The id of a service's first container. */
export async function containerId(service: string, options = ALL_SERVICES): Promise<string> {
  const [container] = await containerIds(service, options);
  if (!container) throw new Error(`there is no container of ${service}`);
  return container;
}

/** The part of the output of `docker inspect` that these tests check. */
export interface ContainerDetails {
  Id: string;
  State: { StartedAt: string; Running: boolean; ExitCode: number };
  RestartCount: number;
  Config: { Image: string; User: string; Labels: Record<string, string>; Healthcheck?: { Interval: number } };
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
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
  Mounts: { Type: string; Name: string; Destination: string; RW: boolean }[];
}

/** The details of a service's containers. */
export async function inspectContainers(
  service: string,
  options = ALL_SERVICES,
): Promise<ContainerDetails[]> {
  return JSON.parse(await docker(['inspect', ...(await containerIds(service, options))]));
}

/**
 * Kills the processes in a service's container, as a crash or the out-of-memory killer does.
 * @returns a function that waits until Docker has restarted the container
 */
export async function killProcesses(service: string): Promise<() => Promise<void>> {
  const restarts = async () => (await inspectContainers(service))[0]?.RestartCount ?? 0;
  const before = await restarts();
  // Kills all processes except the first, which is Docker's init.
  await docker(['exec', await containerId(service), 'sh', '-c', 'kill -9 -1']).catch(() => {});
  return () => expect.poll(restarts).toBe(before + 1);
}

/** Expects the first container of a service to have no more rights than it needs. */
export async function expectMinimalPrivileges(
  service: string,
  { user, capabilities = [], megabytes }: { user: string; capabilities?: string[]; megabytes: number },
  options = ALL_SERVICES,
): Promise<void> {
  const [container] = await inspectContainers(service, options);
  expect(container?.Config.User, service).toBe(user);
  // Newer versions of Docker prefix the name with CAP_.
  const added = container?.HostConfig.CapAdd?.map((name) => name.replace(/^CAP_/, '')) ?? [];
  expect(added, service).toEqual(capabilities);
  expect(container?.HostConfig, service).toMatchObject({
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges:true'],
    Privileged: false,
    PidsLimit: 200,
    Memory: megabytes * 1024 ** 2,
  });
}

/** Runs the doctor with `docker compose exec` or `run`, and returns its exit code and its output. */
export const runDoctor = (
  options: StackOptions,
  ...args: string[]
): Promise<{ code: unknown; text: string }> => {
  const [command = '', ...rest] = args;
  // The accounts exist, so their passwords in the environment would be findings.
  const withoutPasswords = ['ADMIN_PASSWORD', 'OWNER_PASSWORD'].flatMap((name) => ['--env', `${name}=`]);
  return compose(options, command, ...withoutPasswords, ...rest, 'node', 'src/doctor/command.js').then(
    (text) => ({ code: 0, text }),
    ({ code, stdout }) => ({ code, text: String(stdout).trim() }),
  );
};
