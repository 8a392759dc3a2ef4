import type { Core } from '@strapi/strapi';
import { addMiddlewares, findRoute } from '../strapi/routes';

const omitDeviceIds: Core.MiddlewareHandler = async (ctx, next) => {
  await next();
  for (const session of ctx.body?.data ?? []) delete session.deviceId;
};

/** Omits the random ids of devices, by which the admin would name those that Strapi doesn't recognize. */
export const hideDeviceIds = (strapi: Core.Strapi): void =>
  addMiddlewares(findRoute(strapi, 'admin', 'GET', '/users/me/sessions'), { before: [omitDeviceIds] });
