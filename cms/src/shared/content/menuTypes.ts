import { contentTypes, type TypeName, uidOf } from './contentTypes';

/** The content types that the menu consists of, in the order of the page. */
export type MenuType = Extract<
  TypeName,
  'menu-appetizer' | 'menu-entree' | 'menu-side' | 'menu-soft-drinks' | 'menu-alcohol'
>;

export type DishType = Extract<MenuType, 'menu-appetizer' | 'menu-entree' | 'menu-side'>;
export type DrinkListType = Exclude<MenuType, DishType>;

export const dishTypes: DishType[] = ['menu-appetizer', 'menu-entree', 'menu-side'];

/** The field with the name of a drink within its list. */
const drinkNameFields: Record<DrinkListType, string> = {
  'menu-soft-drinks': 'drinkName',
  'menu-alcohol': 'alcoholName',
};

export const drinkListTypes: DrinkListType[] = ['menu-soft-drinks', 'menu-alcohol'];

export const isDrinkList = (type: MenuType): type is DrinkListType => Object.hasOwn(drinkNameFields, type);

/** All types of the menu, in the order of the page. */
export const menuTypes: MenuType[] = [...dishTypes, ...drinkListTypes];

export const isMenuType = (value: unknown): value is MenuType => menuTypes.some((type) => type === value);

/** Returns the field with the name: of a dish, or of a drink within its list. */
export function nameFieldOf(type: MenuType): string {
  if (isDrinkList(type)) return drinkNameFields[type];
  const { title } = contentTypes[type];
  if (!title) throw new Error(`${type} has no title.`);
  return title;
}

/** Returns the type of dishes with a uid; `undefined` for all other types. */
export const findDishType = (uid: string): DishType | undefined =>
  dishTypes.find((type) => uidOf(type) === uid);

/** Returns the list of drinks with a uid; `undefined` for all other types. */
export const findDrinkListType = (uid: string): DrinkListType | undefined =>
  drinkListTypes.find((type) => uidOf(type) === uid);
