import { contentTypes, type TypeName, uidOf } from './contentTypes';

/** The content types whose entries are the dishes and drinks of the menu. */
export type MenuType = DishType | Extract<TypeName, 'menu-soft-drink' | 'menu-alcoholic-drink'>;

export type DishType = Extract<TypeName, 'menu-appetizer' | 'menu-entree' | 'menu-side'>;

/** The types whose entries have a description and dietary information. */
export const dishTypes: DishType[] = ['menu-appetizer', 'menu-entree', 'menu-side'];

export const isDishType = (type: MenuType): type is DishType =>
  dishTypes.some((dishType) => dishType === type);

/** All types of the menu, in the order of the page. */
export const menuTypes: MenuType[] = [...dishTypes, 'menu-soft-drink', 'menu-alcoholic-drink'];

export const isMenuType = (value: unknown): value is MenuType => menuTypes.some((type) => type === value);

/** Returns the field with the name of a dish or drink. */
export function nameFieldOf(type: MenuType): string {
  const { title } = contentTypes[type];
  if (!title) throw new Error(`${type} has no title.`);
  return title;
}

/** Returns the document ids of the entries of a type that are no dishes or drinks, but the heading above them. */
export const headingIdsOf = (type: MenuType): string[] => Object.keys(contentTypes[type].records ?? {});

/** Returns the type of dishes or drinks with a uid; `undefined` for all other types. */
export const findMenuType = (uid: string): MenuType | undefined =>
  menuTypes.find((type) => uidOf(type) === uid);
