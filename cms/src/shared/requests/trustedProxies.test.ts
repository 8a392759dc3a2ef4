import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, expect, test, vi } from 'vitest';
import { type NameLookup, TrustedProxies } from './trustedProxies';

const lookUp = vi.fn<NameLookup['lookUp']>();
const readFile = vi.fn<NameLookup['readFile']>();
const createProxies = (setting?: string) => new TrustedProxies(setting, { lookUp, readFile });

let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  lookUp.mockReset();
});

/** Makes the lookup of every name find addresses, or fail. */
const resolveTo = (...addresses: string[]) =>
  lookUp.mockImplementation(async () => {
    if (!addresses.length) throw Object.assign(new Error(), { code: 'ENOTFOUND' });
    return addresses.map((address) => ({ address }));
  });

/** Returns the names of the headers that are left of a request from an address. */
async function headersFrom(proxies: TrustedProxies, peer: string | undefined): Promise<string[]> {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  request.headers = {
    host: 'admin.table.example',
    forwarded: 'for=192.0.2.1',
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  };
  const isForged = await proxies.deleteForgedHeaders(request);
  expect(isForged).toBe(request.headers.forwarded === undefined);
  return Object.keys(request.headers);
}

const isTrusted = async (proxies: TrustedProxies, peer: string | undefined) =>
  (await headersFrom(proxies, peer)).length > 1;

test.each([
  [undefined, '127.0.0.1', true],
  [undefined, '::ffff:127.0.0.1', true],
  [undefined, undefined, false],
  ['10.0.0.7 10.0.0.9', '::ffff:10.0.0.7', true],
  ['10.0.0.7', '127.0.0.1', false],
  ['10.1.0.0/16', '10.1.255.255', true],
  ['10.1.0.0/16', '10.2.0.0', false],
  ['fe80::1', 'fe80::1%eth0', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::ffff:10.1.0.0/112', '10.1.2.3', true],
])('with TRUSTED_PROXY %j, the headers of a peer at %s count: %s', async (setting, peer, expected) => {
  expect(await isTrusted(createProxies(setting), peer)).toBe(expected);
});

test.each(['10.0.0.300', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', 'caddy:443', '1'])(
  'rejects the entry %s',
  (entry) => {
    expect(() => createProxies(`10.0.0.7,${entry}`)).toThrow(
      `TRUSTED_PROXY contains "${entry}", which is not an address like 10.0.0.7 or 10.0.0.0/24, and not a host name.`,
    );
  },
);

test('looks a host name up, again after a second for an unknown peer, and after five for a known one', async () => {
  const proxies = createProxies('caddy');
  resolveTo('172.18.0.2', '172.18.0.3');
  const results = await Promise.all(
    ['172.18.0.2', '172.18.0.3', '172.18.0.4'].map((peer) => isTrusted(proxies, peer)),
  );
  expect(results).toEqual([true, true, false]);
  expect(lookUp).toHaveBeenCalledTimes(1);

  resolveTo('172.18.0.4');
  now += 999;
  expect(await isTrusted(proxies, '172.18.0.4')).toBe(false);
  now += 1;
  expect(await isTrusted(proxies, '172.18.0.4')).toBe(true);
  expect(await isTrusted(proxies, '172.18.0.2')).toBe(false);

  resolveTo();
  now += 4_999;
  expect(await isTrusted(proxies, '172.18.0.4')).toBe(true);
  now += 1;
  expect(await isTrusted(proxies, '172.18.0.4')).toBe(false);
  expect(lookUp).toHaveBeenCalledTimes(3);
});

test('a name server that does not answer delays requests for half a second, and then none until it answers', async () => {
  const proxies = createProxies('caddy');
  let answer: (addresses: { address: string }[]) => void = () => {};
  const answered = new Promise<{ address: string }[]>((resolve) => {
    answer = resolve;
  });
  lookUp.mockReturnValue(answered);
  now += 10_000;
  const first = isTrusted(proxies, '172.18.0.2');
  expect(await first).toBe(false);
  now += 5_000;
  // Waits no longer: this would time out otherwise.
  expect(await isTrusted(proxies, '172.18.0.2')).toBe(false);
  expect(lookUp).toHaveBeenCalledTimes(1);
  answer([{ address: '172.18.0.2' }]);
  await answered;
  await vi.waitUntil(() => isTrusted(proxies, '172.18.0.2'));
});

test('_gateway is the default gateway of the container', async () => {
  readFile.mockResolvedValue(
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n' +
      'eth1\t00000000\t010015AC\t0003\t0\t0\t0\t00000000\t0\t0\t0\n' +
      'eth0\t000014AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n',
  );
  const proxies = createProxies('_gateway');
  expect(await isTrusted(proxies, '172.21.0.1')).toBe(true);
  expect(await isTrusted(proxies, '0.0.0.0')).toBe(false);
  expect(lookUp).not.toHaveBeenCalled();
});
