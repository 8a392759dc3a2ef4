interface Limits {
  maxPerNetwork: number;
  max: number;
}

/**
 * Limits how many request bodies of anonymous clients are unfinished. When there are too many, the oldest body of a network that has
 * too many is cut off, or else of the network that has most: so nobody can keep another client's body out.
 */
export class UnfinishedBodies {
  /** The functions that cut off the unfinished bodies, oldest first, by the client's network. */
  private readonly bodies = new Map<string, Set<() => void>>();

  constructor(private readonly limits: Limits) {}

  /**
   * Adds a body.
   * @param cutOff ends the request; it is called at most once, and not after the body is removed
   * @returns a function that removes the body, such as when it is complete
   */
  add(network: string, cutOff: () => void): () => void {
    const own = this.bodies.get(network) ?? new Set();
    this.bodies.set(network, own.add(cutOff));
    this.cutOffExcess(own);
    return () => this.remove(network, cutOff);
  }

  private cutOffExcess(own: Set<() => void>): void {
    const networks = [...this.bodies].map(([network, bodies]) => ({ network, bodies }));
    const total = networks.reduce((sum, { bodies }) => sum + bodies.size, 0);
    if (own.size <= this.limits.maxPerNetwork && total <= this.limits.max) return;
    const largest = networks.reduce((most, other) => (other.bodies.size > most.bodies.size ? other : most));
    const [oldest] = largest.bodies;
    if (!oldest) return;
    this.remove(largest.network, oldest);
    oldest();
  }

  private remove(network: string, cutOff: () => void): void {
    const bodies = this.bodies.get(network);
    bodies?.delete(cutOff);
    if (bodies?.size === 0) this.bodies.delete(network);
  }
}
