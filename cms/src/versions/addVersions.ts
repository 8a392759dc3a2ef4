import type { Core } from '@strapi/strapi';
import { addVersionsModel } from './storedVersions';
import { addVersionRoutes } from './versionRoutes';

/** Adds the table of earlier versions, and the routes with which the admin lists them and brings one back. */
export function addVersions(strapi: Core.Strapi): void {
  addVersionsModel(strapi);
  addVersionRoutes(strapi);
}
