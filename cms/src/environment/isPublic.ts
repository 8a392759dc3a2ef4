import { BlockList, isIP, isIPv4 } from 'node:net';

/** The addresses that lead only to this machine, or into a network that is not the internet. */
const PRIVATE_ADDRESSES = new BlockList();
for (const [address, prefix, family] of [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  PRIVATE_ADDRESSES.addSubnet(address, prefix, family);
/** The names that are not in the DNS of the internet. */
const PRIVATE_NAME = /^[^.]+$|\.(localhost|local|lan|home|internal|intranet|home\.arpa)$/i;

/** Whether the internet leads to a host: a name or an address, also as a URL has it. */
export function isPublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|[\].]$/g, '');
  if (!isIP(host)) return !PRIVATE_NAME.test(host);
  return !PRIVATE_ADDRESSES.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
}
