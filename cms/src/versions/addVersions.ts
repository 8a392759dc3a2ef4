import type { Core } from '@strapi/strapi';
import { recordVersions } from './recordVersions';
import { addVersionsModel } from './storedVersions';
import { addVersionRoutes } from './versionRoutes';

/** Records earlier versions, and adds the routes with which the admin lists them and brings one back. */
export function addVersions(strapi: Core.Strapi): void {
  addVersionsModel(strapi);
  recordVersions(strapi);
  addVersionRoutes(strapi);
}
