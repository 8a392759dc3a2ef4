import type { Core } from '@strapi/strapi';
import { validateContactFields } from './contactFields';
import { limitFields } from './fieldLimits';
import { guardFixedRecords } from './fixedRecords';
import { rejectUnstorableValues } from './unstorableValues';

/** Adds what rejects entries that the site could not show or the database could not store. */
export function addValidation(strapi: Core.Strapi): void {
  guardFixedRecords(strapi);
  limitFields(strapi);
  validateContactFields(strapi);
  rejectUnstorableValues(strapi);
}
