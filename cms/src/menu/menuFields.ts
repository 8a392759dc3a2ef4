import type { Fields } from '../shared/content/contentTypes';
import { isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import type { MenuItem } from './menuAnswers';

/** Returns the fields of an item that have its text: only a dish has a description. */
export const listTextFields = (type: MenuType): string[] =>
  isDishType(type) ? [nameFieldOf(type), 'description'] : [nameFieldOf(type)];

/** Returns the property that names changed fields as the form does; none when nothing has changed. */
export function nameOtherChanges(fields: Fields, changed: string[]): Pick<MenuItem, 'otherChanges'> {
  return changed.length ? { otherChanges: changed.map((name) => fields[name]?.label ?? name) } : {};
}

/** Returns the greatest length of a text; the schema of each text of the menu has one. */
export function readMaxLength(attribute: object | undefined): number {
  if (!attribute || !('maxLength' in attribute))
    throw new Error('A text of the menu has no greatest length.');
  return Number(attribute.maxLength);
}
