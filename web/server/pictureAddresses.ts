const addressesOf = new WeakMap<object, Set<string>>();

function collect(value: unknown, addresses: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return addresses;
  if ('src' in value && typeof value.src === 'string') addresses.add(value.src);
  for (const member of Object.values(value)) collect(member, addresses);
  return addresses;
}

/** The addresses of all pictures in a query's parsed content, each with its version; collected once for each content. */
export function pictureAddresses(content: object): Set<string> {
  const addresses = addressesOf.get(content) ?? collect(content, new Set());
  addressesOf.set(content, addresses);
  return addresses;
}
