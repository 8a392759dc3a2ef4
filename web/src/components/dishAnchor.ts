/**
 * Returns the id of a dish's name on the Menu page, which links elsewhere make from the name alone: it needs no content of the
 * menu. Percent-encoded as in an address, which browsers compare with ids as it is.
 */
export const createDishAnchor = (name: string): string =>
  encodeURIComponent(
    `dish-${name
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`,
  );
