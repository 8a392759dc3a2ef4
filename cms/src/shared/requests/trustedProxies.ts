import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A reverse proxy on the same machine. */
const LOOPBACK = '127.0.0.1,::1';
/** The name by which nss-myhostname, too, knows the default gateway: in a container, the machine on which it runs. */
const GATEWAY = '_gateway';
/** How soon the names are looked up again for a peer that is not trusted, and for one that is. */
const MIN_LOOKUP_INTERVAL_MS = { unknown: 1_000, trusted: 5_000 };
/** The longest time that requests wait for a lookup. */
const MAX_LOOKUP_WAIT_MS = 500;
const HOST_NAME = /^[\w-]+(\.[\w-]+)*$/;

/** Adds an address or a subnet such as 10.0.0.0/8; returns whether the text was one. */
function addToList(list: BlockList, text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (!version || rest.length) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (prefix === undefined) list.addAddress(address, family);
  else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
    list.addSubnet(address, Number(prefix), family);
  else return false;
  return true;
}

/** Reads the default gateways of this machine or container; there are none where Linux's table of routes is missing. */
async function readGateways(): Promise<string[]> {
  const routes = await readFile('/proc/net/route', 'latin1');
  // The default routes, with the gateway's four bytes as a little-endian hexadecimal number.
  return [...routes.matchAll(/^\S+\t0{8}\t([\dA-F]{8})\t/gm)].map(([, gateway = '']) =>
    Array.from({ length: 4 }, (_, index) =>
      Number.parseInt(gateway.slice(6 - 2 * index, 8 - 2 * index), 16),
    ).join('.'),
  );
}

const lookUpName = async (name: string): Promise<string[]> =>
  name === GATEWAY ? readGateways() : (await lookup(name, { all: true })).map(({ address }) => address);

/** The reverse proxies that are trusted to tell the addresses of their clients. */
export class TrustedProxies {
  private readonly addresses = new BlockList();
  private readonly names: string[] = [];
  /** The addresses of the names. */
  private resolved = new BlockList();
  private lookedUpAt = Number.NEGATIVE_INFINITY;
  private running: Promise<void> | undefined;

  /**
   * @param setting TRUSTED_PROXY: addresses, subnets and host names, separated by commas; without it, loopback
   * @throws Error when one of them is none of these
   */
  constructor(setting = LOOPBACK) {
    for (const entry of setting.split(/[\s,]+/).filter(Boolean)) {
      if (addToList(this.addresses, entry)) continue;
      // A number with dots is a mistyped address.
      if (!HOST_NAME.test(entry) || /^[\d.]+$/.test(entry))
        throw new Error(
          `TRUSTED_PROXY contains "${entry}", which is not an address like 10.0.0.7 or 10.0.0.0/24, and not a host name.`,
        );
      this.names.push(entry);
    }
  }

  /**
   * Deletes a request's X-Forwarded-* and Forwarded headers unless a trusted proxy sent them.
   * @returns whether there were any to delete
   */
  async deleteForgedHeaders({ headers, socket }: IncomingMessage): Promise<boolean> {
    const names = Object.keys(headers).filter((name) => /^(x-forwarded-|forwarded$)/.test(name));
    if (!names.length || (await this.includes(socket.remoteAddress ?? ''))) return false;
    for (const name of names) delete headers[name];
    return true;
  }

  /** Whether an address is that of a trusted proxy; looks the names up when the last lookup is too old. */
  private async includes(address: string): Promise<boolean> {
    const ip = address.replace(/%.*$/, '');
    const version = isIP(ip);
    if (!version) return false;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (this.addresses.check(ip, family)) return true;
    if (!this.names.length) return false;
    const interval = MIN_LOOKUP_INTERVAL_MS[this.resolved.check(ip, family) ? 'trusted' : 'unknown'];
    const age = performance.now() - this.lookedUpAt;
    if (age >= interval && !this.running) {
      this.lookedUpAt = performance.now();
      this.running = this.lookUpNames();
    }
    const remainingMs = this.lookedUpAt + MAX_LOOKUP_WAIT_MS - performance.now();
    if (this.running && remainingMs > 0)
      await Promise.race([this.running, wait(remainingMs, undefined, { ref: false })]);
    return this.resolved.check(ip, family);
  }

  /** A name that can't be looked up has no addresses. */
  private async lookUpNames(): Promise<void> {
    const found = await Promise.all(this.names.map((name) => lookUpName(name).catch(() => [])));
    const resolved = new BlockList();
    for (const address of found.flat()) addToList(resolved, address);
    this.resolved = resolved;
    this.running = undefined;
  }
}
