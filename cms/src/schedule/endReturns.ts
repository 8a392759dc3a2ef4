import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core, Modules } from '@strapi/strapi';
import { findMenuType } from '../shared/content/menuTypes';
import { hasStarted } from '../strapi/server';
import { deleteChanges, whereReturns } from './storedChanges';

const keepsReturn = new AsyncLocalStorage<true>();

/** Calls a function whose publishing of a dish leaves its return: it stays off the menu, or this is its return. */
export const keepReturn = <Result>(publish: () => Promise<Result>): Promise<Result> =>
  keepsReturn.run(true, publish);

/** Ends the scheduled return of a dish that is published in any other way: taken off again, it stays off. */
export function endReturns(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const { uid, action, params } = context;
    const isPublished = action === 'publish' && findMenuType(uid) && hasStarted(strapi);
    if (!isPublished || keepsReturn.getStore() || !('documentId' in params)) return next();
    const { documentId: itemId } = params;
    return strapi.db.transaction(async () => {
      const result = await next();
      await deleteChanges(strapi, whereReturns({ uid, itemId }));
      return result;
    });
  };
}
