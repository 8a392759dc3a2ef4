import type { Core, UID } from '@strapi/strapi';
import { uidOf } from '../shared/content/contentTypes';
import type { DrinkListType } from '../shared/content/menuTypes';

/** Returns the component that has the fields of a drink. */
export function drinkComponentOf(strapi: Core.Strapi, type: DrinkListType): UID.Component {
  const field = strapi.contentType(uidOf(type)).attributes.drinks;
  if (field?.type !== 'component') throw new Error(`${type} has no drinks.`);
  return field.component;
}
