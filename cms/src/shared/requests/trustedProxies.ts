import { parseIpAddress } from './ipAddress';

/** A reverse proxy on the same machine. */
const LOOPBACK = '127.0.0.1,::1';
/** The name by which nss-myhostname, too, knows the default gateway: in a container, the machine on which it runs. */
const GATEWAY = '_gateway';
/** How soon the names are looked up again for a peer that is not trusted, and for one that is. */
const MIN_LOOKUP_INTERVAL_MS = { unknown: 1_000, trusted: 5_000 };
/** The longest time that requests wait for a lookup. */
const MAX_LOOKUP_WAIT_MS = 500;
const HOST_NAME = /^[\w-]+(\.[\w-]+)*$/;

/** How a process finds the addresses of names: the CMS and the site pass Node's functions. */
export interface NameLookup {
  /** Looks up the addresses of a host name. */
  lookUp(name: string): Promise<{ address: string }[]>;
  /** Reads a text file. */
  readFile(path: string): Promise<string>;
}

/** The part of Node's IncomingMessage that is used. */
interface ReceivedRequest {
  headers: Record<string, unknown>;
  socket: { remoteAddress?: string | undefined };
}

/** Returns an address as the 128 bits of its IPv6 form; `undefined` for a text that is no address. */
const toBits = (address: string): string | undefined =>
  parseIpAddress(address)
    ?.map((group) => group.toString(2).padStart(16, '0'))
    .join('');

/** Returns the bits with which each address of a subnet such as 10.0.0.0/8 begins, or those of one address. */
function toLeadingBits(subnet: string): string | undefined {
  const [address = '', prefix, ...rest] = subnet.split('/');
  const bits = toBits(address);
  if (prefix === undefined || bits === undefined) return bits;
  const length = Number(prefix) + (address.includes(':') ? 0 : 96);
  return /^\d{1,3}$/.test(prefix) && length <= 128 && !rest.length ? bits.slice(0, length) : undefined;
}

/** The reverse proxies that are trusted to tell the addresses of their clients. */
export class TrustedProxies {
  /** The leading bits of the addresses and subnets. */
  private readonly subnets: string[] = [];
  private readonly names: string[] = [];
  /** The bits of the addresses of the names. */
  private resolved: (string | undefined)[] = [];
  private lookedUpAt = Number.NEGATIVE_INFINITY;
  private running: Promise<void> | undefined;

  /**
   * @param setting TRUSTED_PROXY: addresses, subnets and host names, separated by commas; without it, loopback
   * @throws Error when one of them is none of these
   */
  constructor(
    setting: string | undefined,
    private readonly nameLookup: NameLookup,
  ) {
    for (const entry of (setting ?? LOOPBACK).split(/[\s,]+/).filter(Boolean)) {
      const bits = toLeadingBits(entry);
      // A number with dots is a mistyped address.
      if (bits !== undefined) this.subnets.push(bits);
      else if (HOST_NAME.test(entry) && !/^[\d.]+$/.test(entry)) this.names.push(entry);
      else
        throw new Error(
          `TRUSTED_PROXY contains "${entry}", which is not an address like 10.0.0.7 or 10.0.0.0/24, and not a host name.`,
        );
    }
  }

  /**
   * Deletes a request's X-Forwarded-* and Forwarded headers unless a trusted proxy sent them.
   * @returns whether there were any to delete
   */
  async deleteForgedHeaders({ headers, socket }: ReceivedRequest): Promise<boolean> {
    const names = Object.keys(headers).filter((name) => /^(x-forwarded-|forwarded$)/.test(name));
    if (!names.length || (await this.includes(socket.remoteAddress ?? ''))) return false;
    for (const name of names) delete headers[name];
    return true;
  }

  /** Whether an address is that of a trusted proxy; looks the names up when the last lookup is too old. */
  private async includes(address: string): Promise<boolean> {
    const bits = toBits(address);
    if (bits === undefined) return false;
    if (this.subnets.some((subnet) => bits.startsWith(subnet))) return true;
    if (!this.names.length) return false;
    const interval = MIN_LOOKUP_INTERVAL_MS[this.resolved.includes(bits) ? 'trusted' : 'unknown'];
    const age = performance.now() - this.lookedUpAt;
    if (age >= interval && !this.running) {
      this.lookedUpAt = performance.now();
      this.running = this.lookUpNames();
    }
    const remainingMs = this.lookedUpAt + MAX_LOOKUP_WAIT_MS - performance.now();
    if (this.running && remainingMs > 0)
      await Promise.race([this.running, new Promise((resolve) => setTimeout(resolve, remainingMs))]);
    return this.resolved.includes(bits);
  }

  /** A name that can't be looked up has no addresses. */
  private async lookUpNames(): Promise<void> {
    const found = await Promise.all(this.names.map((name) => this.lookUpName(name).catch(() => [])));
    this.resolved = found.flat().map(toBits);
    this.running = undefined;
  }

  private async lookUpName(name: string): Promise<string[]> {
    if (name !== GATEWAY) return (await this.nameLookup.lookUp(name)).map(({ address }) => address);
    // There are none where Linux's table of routes is missing.
    const routes = await this.nameLookup.readFile('/proc/net/route');
    // The default routes, with the gateway's four bytes as a little-endian hexadecimal number.
    return [...routes.matchAll(/^\S+\t0{8}\t([\dA-F]{8})\t/gm)].map(([, gateway = '']) =>
      Array.from({ length: 4 }, (_, index) =>
        Number.parseInt(gateway.slice(6 - 2 * index, 8 - 2 * index), 16),
      ).join('.'),
    );
  }
}
