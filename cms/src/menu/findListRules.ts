import type { Core } from '@strapi/strapi';
import { isDrinkList, type MenuType } from '../shared/content/menuTypes';
import { createDishRules } from './dishRules';
import { createDrinkRules } from './drinkRules';
import type { MenuListRules } from './menuListRules';

/** Returns the rules of a list of the menu. */
export const findListRules = (strapi: Core.Strapi, type: MenuType): MenuListRules =>
  isDrinkList(type) ? createDrinkRules(strapi, type) : createDishRules(strapi, type);
