import { errors } from '@strapi/utils';

/** The words of a dish or a drink; a drink has no description. */
export interface Words {
  name: string;
  description?: string;
}

/** Whether two words are the same; a drink has none that could differ from an empty description. */
export const areSameWords = (one: Words, other: Words): boolean =>
  one.name === other.name && (one.description ?? '') === (other.description ?? '');

/**
 * Strapi publishes a name without characters, which the site would not show.
 * @throws ValidationError with a sentence for the owner
 */
export function requireName(name: string): void {
  if (!name.trim()) throw new errors.ValidationError('Write a name: without one the menu can’t show it.');
}
