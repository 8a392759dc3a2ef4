import type { Core } from '@strapi/strapi';
import { placeDishes } from '../dishes/placeDishes';
import { addMenuRoutes } from './menuRoutes';

/** Adds the routes of the menu's screen, and the place of new dishes. */
export function addMenu(strapi: Core.Strapi): void {
  placeDishes(strapi);
  addMenuRoutes(strapi);
}
