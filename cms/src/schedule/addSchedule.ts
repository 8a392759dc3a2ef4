import type { Core } from '@strapi/strapi';
import type { ShowItem } from './makeChange';
import { addScheduleRoutes } from './scheduleRoutes';
import { startScheduler } from './scheduler';
import { addScheduleModel } from './storedChanges';

/**
 * Adds the table of scheduled changes, the routes with which the admin changes it, and what makes them at their times.
 * @param showItem puts an item back on the menu
 */
export function addSchedule(strapi: Core.Strapi, showItem: ShowItem): void {
  addScheduleModel(strapi);
  addScheduleRoutes(strapi, showItem);
  startScheduler(strapi, showItem);
}
