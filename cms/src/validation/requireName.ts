import { errors } from '@strapi/utils';
import { unifyBreaks } from '../shared/lineBreaks';

/**
 * Strapi publishes a name without characters, which the site would not show.
 * @throws ValidationError with a sentence for the owner
 */
export function requireName(name: string): void {
  if (!unifyBreaks(name).trim())
    throw new errors.ValidationError('Write a name: without one the menu can’t show it.');
}
