import { chmodSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { checkSettings } from './settingsChecks';

vi.mock('node:os', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:os')>()),
  networkInterfaces: vi.fn(),
}));

const folder = createTemporaryFolder();
const check = (isStarted = true) =>
  checkSettings(
    {
      backupCommand: 'back it up',
      offsiteCommand: 'make off-site backups',
      shellPrefix: '',
      settingsFile: join(folder, '.env'),
    },
    isStarted,
  );

/** Sets the addresses of this machine. */
function setAddresses(...addresses: string[]): void {
  const details = addresses.map((address) => ({ address, netmask: '', mac: '', internal: false }));
  vi.mocked(networkInterfaces).mockReturnValue({
    eth0: details.map((detail) => ({ ...detail, family: 'IPv4', cidr: null })),
  });
}

beforeEach(() => {
  for (const name of ['ADMIN_URL', 'ADMIN_HOST', 'ADMIN_PASSWORD', 'OWNER_PASSWORD']) vi.stubEnv(name, '');
  setAddresses('127.0.0.1', '192.168.1.5');
});

test.each([
  ['http://admin.table.example', true],
  ['https://admin.table.example', false],
  ['http://localhost:1337', false],
  ['http://172.32.0.1', true],
  ['http://table.local:1337', false],
])('an admin at %s is a finding: %s', async (url, isFinding) => {
  vi.stubEnv('ADMIN_URL', url);
  expect(await check()).toEqual(
    isFinding
      ? [
          `The admin is at ${url} without HTTPS, so others on the way can read passwords: set up HTTPS (docs/https.md), and change ADMIN_URL.`,
        ]
      : [],
  );
});

test.each([
  ['0.0.0.0', '203.0.113.7', 'http://localhost:1337', true],
  ['0.0.0.0', '2001:db8::7', 'http://localhost:1337', false],
  ['127.0.0.1', '203.0.113.7', 'http://localhost:1337', false],
  ['0.0.0.0', '203.0.113.7', 'https://admin.table.example', false],
])(
  'ADMIN_HOST %s on a machine with the address %s and the admin at %s is a finding: %s',
  async (host, address, url, isFinding) => {
    setAddresses('127.0.0.1', address);
    vi.stubEnv('ADMIN_HOST', host);
    vi.stubEnv('ADMIN_URL', url);
    expect(await check()).toEqual(
      isFinding
        ? [
            `The admin listens on ${address} without HTTPS, because ADMIN_HOST is ${host}, so others on the way can read passwords: remove ADMIN_HOST, and set up HTTPS (docs/https.md).`,
          ]
        : [],
    );
  },
);

test.each([
  [0o600, false],
  [0o640, true],
])('an .env with the mode %o is a finding: %s', async (mode, isFinding) => {
  const file = join(folder, '.env');
  writeFileSync(file, '');
  chmodSync(file, mode);
  expect(await check()).toEqual(
    isFinding ? [`Other users of this machine may open ${file}: run \`chmod 600 ${file}\`.`] : [],
  );
});

test('the passwords of the first accounts are findings after the first start', async () => {
  vi.stubEnv('ADMIN_PASSWORD', 'Oak-Fire-1797');
  vi.stubEnv('OWNER_PASSWORD_FILE', '/run/secrets/owner_password');
  expect(await check(false)).toEqual([]);
  expect(await check()).toEqual([
    'ADMIN_PASSWORD is still set, but only the first start uses it: remove it from .env or where else it is set.',
    'OWNER_PASSWORD_FILE is still set, but only the first start uses it: remove it from .env or where else it is set, and delete the file.',
  ]);
});
