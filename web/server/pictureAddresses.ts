const addressesByContent = new WeakMap<object, Set<string>>();

function collectAddresses(value: unknown, addresses: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return addresses;
  if ('src' in value && typeof value.src === 'string') addresses.add(value.src);
  for (const member of Object.values(value)) collectAddresses(member, addresses);
  return addresses;
}

/** Returns the paths, with versions, of all pictures in a query's content; the result is cached. */
export function pictureAddresses(content: object): Set<string> {
  const addresses = addressesByContent.get(content) ?? collectAddresses(content, new Set());
  addressesByContent.set(content, addresses);
  return addresses;
}
