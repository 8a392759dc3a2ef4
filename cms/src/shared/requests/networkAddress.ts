import { isIpv4, parseIpAddress } from './ipAddress';

/**
 * Returns the part of a client's address that the client can't choose freely: an IPv4 address, or the /64 network
 * of an IPv6 address; `unknown` for a text that is not an address.
 */
export function getNetworkAddress(address: string): string {
  const groups = parseIpAddress(address);
  if (!groups) return 'unknown';
  // An IPv4 client of a server that listens on IPv6 has an IPv4-mapped address.
  return isIpv4(groups)
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.')
    : groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':');
}
