/** The groups with which the IPv6 form of an IPv4 address begins. */
const IPV4_GROUPS = '0,0,0,0,0,65535';

/**
 * Parses an IP address in any notation, without its zone, to the eight groups of its IPv6 form, in which an IPv4 address is mapped
 * (`::ffff:10.0.0.7`); `undefined` for a text that is no address.
 */
export function parseIpAddress(address: string): number[] | undefined {
  const ip = address.replace(/%.*$/, '');
  if (!/^[\da-f]*[.:][\da-f.:]+$/i.test(ip)) return undefined;
  // The URL parser normalizes the address: no dotted IPv4 part, and no zero before another digit, which it rejects in that part.
  const url = `http://[${ip.includes(':') ? ip : `::ffff:${ip}`}]`;
  if (!URL.canParse(url)) return undefined;
  const [before = [], after = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** Whether the groups are those of an IPv4 address. */
export const isIpv4 = (groups: number[]): boolean => groups.slice(0, 6).join() === IPV4_GROUPS;
