import type { MenuType } from './menu';

export type DishType = Extract<MenuType, 'menu-appetizer' | 'menu-entree' | 'menu-side'>;
export type DrinkListType = Exclude<MenuType, DishType>;

/** The field with the name: of a dish, or of a drink within its list. */
export const nameFields: Record<MenuType, string> = {
  'menu-appetizer': 'appName',
  'menu-entree': 'entreeName',
  'menu-side': 'sideName',
  'menu-soft-drinks': 'drinkName',
  'menu-alcohol': 'alcoholName',
};

/** All types of the menu, in the order of the page. */
export const menuTypes: MenuType[] = [
  'menu-appetizer',
  'menu-entree',
  'menu-side',
  'menu-soft-drinks',
  'menu-alcohol',
];

export const isMenuType = (value: unknown): value is MenuType =>
  typeof value === 'string' && Object.hasOwn(nameFields, value);

export const isDrinkList = (type: MenuType): type is DrinkListType =>
  type === 'menu-soft-drinks' || type === 'menu-alcohol';
