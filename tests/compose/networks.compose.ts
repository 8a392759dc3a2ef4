import { accounts } from '../support/seededCopy.ts';
import { expect, test } from '../support/stack.ts';
import { ADMIN_HOST, CaddyClient } from './caddyClient.ts';
import {
  ALL_SERVICES,
  compose,
  composeUp,
  containerId,
  docker,
  inspectContainers,
  PROJECT,
  type StackOptions,
} from './containers.ts';
import { guessPasswords } from './guessPasswords.ts';

const HTTPS = { https: true };
const PORTS = { cms: 1337, web: 3000, caddy: 443, postgres: 5432 };

/** The addresses of a service's first container, one in each of its networks. */
async function addressesOf(service: string): Promise<string[]> {
  const [container] = await inspectContainers(service);
  return Object.values(container?.NetworkSettings.Networks ?? {})
    .map(({ IPAddress }) => IPAddress)
    .filter(Boolean);
}

/** Runs a script in the container of a service, and returns its output. */
const runIn = (options: StackOptions, service: string, script: string) =>
  compose(options, 'exec', '-T', service, 'node', '-e', script);

/** Restarts the CMS, which forgets the failed sign-ins. */
async function forgetFailures(options: StackOptions): Promise<void> {
  await composeUp(options);
  await compose(options, 'restart', 'cms');
  await composeUp(options);
}

test('a service reaches only those that it works with, and the off-site backups none', async () => {
  await compose(ALL_SERVICES, 'up', '--detach', '--wait', 'cms', 'web', 'caddy', 'postgres');
  const targets: [name: string, port: number, addresses: string[]][] = [];
  for (const [service, port] of Object.entries(PORTS))
    targets.push([service, port, [service, ...(await addressesOf(service))]]);
  const script = `
    const { connect } = require('node:net');
    const isReachable = (host, port) => new Promise((resolve) => {
      const socket = connect({ host, port, timeout: 1000 });
      const end = (result) => () => { socket.destroy(); resolve(result); };
      socket.on('connect', end(true)).on('error', end(false)).on('timeout', end(false));
    });
    (async () => {
      const reached = [];
      for (const [service, port, hosts] of ${JSON.stringify(targets)})
        if ((await Promise.all(hosts.map((host) => isReachable(host, port)))).includes(true)) reached.push(service);
      console.log(reached.join());
    })();`;
  expect(await runIn(ALL_SERVICES, 'web', script)).toBe('cms,web,caddy');
  expect(await runIn(ALL_SERVICES, 'cms', script)).toBe('cms,web,caddy');
  const inOffsite = ['run', '--rm', '-T', '--no-deps', '--entrypoint', 'node', 'offsite', '-e', script];
  expect(await compose(ALL_SERVICES, ...inOffsite)).toBe('');

  // Certificates, e-mails and off-site backups need the internet.
  const networks = await docker(['network', 'ls', '--quiet', '--filter', `name=^${PROJECT}_`]);
  expect(networks.split('\n')).toHaveLength(4);
  const internal = ['network', 'inspect', '--format', '{{.Internal}}', ...networks.split('\n')];
  expect((await docker(internal)).split('\n')).toEqual(Array(4).fill('false'));
});

test('a container that forges the visitor’s address does not pass the sign-in limit', async () => {
  await forgetFailures(HTTPS);
  expect(JSON.parse(await runIn(HTTPS, 'web', guessPasswords(11)))).toEqual([...Array(10).fill(400), 429]);
});

test('a new Caddy with another address is trusted at once', async () => {
  const caddy = await CaddyClient.start(HTTPS);
  const signIn = async () => {
    const body = JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const { headers: answer } = await caddy.ask('/admin/login', {
      host: ADMIN_HOST,
      method: 'POST',
      headers,
      body,
    });
    return String(answer['set-cookie']);
  };
  await forgetFailures(HTTPS);
  await expect.poll(signIn).toMatch(/; secure/i);
  const network = `${PROJECT}_caddy-cms`;
  const addressOfCaddy = async () =>
    (await inspectContainers('caddy'))[0]?.NetworkSettings.Networks[network]?.IPAddress;
  const before = await addressOfCaddy();
  const other = `${PROJECT}-other`;
  await docker(['rm', '--force', await containerId('caddy')]);
  // It gets the address that is free now.
  await docker(['run', '--detach', '--rm', '--name', other, '--network', network, `${PROJECT}-web`]);
  try {
    await CaddyClient.start(HTTPS);
    expect(await addressOfCaddy()).not.toBe(before);
    expect(await signIn()).toMatch(/; secure/i);
  } finally {
    await docker(['rm', '--force', other]);
  }
});

test('a reverse proxy on the machine itself is trusted, unless the CMS’s port is open to other machines', async () => {
  const sendWrongPasswords = async () => {
    const statuses: number[] = [];
    for (let number = 1; number <= 11; number += 1) {
      const { status } = await fetch(`${process.env.CONTAINERS_CMS}/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${number}` },
        body: JSON.stringify({ email: `${number}@test.example`, password: 'Wrong-password-1' }),
      });
      statuses.push(status);
    }
    return statuses;
  };
  const env = { ADMIN_URL: `https://${ADMIN_HOST}` };
  await forgetFailures({ env });
  expect(await sendWrongPasswords()).toEqual(Array(11).fill(400));
  await forgetFailures({ env: { ...env, ADMIN_HOST: '0.0.0.0' } });
  expect(await sendWrongPasswords()).toEqual([...Array(10).fill(400), 429]);
  await forgetFailures({ env: { ...env, ADMIN_HOST: '0.0.0.0', TRUSTED_PROXY: '_gateway' } });
  expect(await sendWrongPasswords()).toEqual(Array(11).fill(400));
});
