const LENGTH = 24;
const ID = new RegExp(`^[a-z0-9]{${LENGTH}}$`);

/** Whether a value has the form of Strapi's document ids, with which a screen names an item before it is added. */
export const isItemId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/** Returns an id that no other item has: a request that is sent twice adds one item. */
export function createItemId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}
