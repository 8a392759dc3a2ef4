import { expect, test } from 'vitest';
import { getNetworkAddress } from './networkAddress';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::7:6:5:4:3', '2001:db8:0:7'],
  ['::1', '0:0:0:0'],
  ['fe80::1:2%eth0', 'fe80:0:0:0'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['', 'unknown'],
  ['203.0.113.7, 198.51.100.1', 'unknown'],
  ['x'.repeat(10_000), 'unknown'],
])('the network of %j is %s', (address, network) => {
  expect(getNetworkAddress(address)).toBe(network);
});
