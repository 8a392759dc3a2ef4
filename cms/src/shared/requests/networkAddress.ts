import { isIP } from 'node:net';

/** Parses the eight groups of an IPv6 address in any notation. */
function parseIpv6Groups(ip: string): string[] {
  // The URL parser normalizes the address: lowercase, no leading zeros, no dotted IPv4 part.
  const [start = '', end] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const before = start.split(':').filter(Boolean);
  const after = (end ?? '').split(':').filter(Boolean);
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/**
 * Returns the part of a client's address that the client can't choose freely: an IPv4 address, or the /64 network
 * of an IPv6 address; `unknown` for a text that is not an address.
 */
export function getNetworkAddress(address: string): string {
  const ip = address.replace(/%.*$/, '');
  if (isIP(ip) === 4) return ip;
  if (isIP(ip) !== 6) return 'unknown';
  const groups = parseIpv6Groups(ip);
  if (!/^(0:){5}ffff:/.test(groups.join(':'))) return groups.slice(0, 4).join(':');
  // An IPv4-mapped address: an IPv4 client of a server that listens on IPv6.
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
