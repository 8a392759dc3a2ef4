import type { Core } from '@strapi/strapi';
import { commandRoutes } from '../shared/requests/changeCommands';
import { addAdminRoute, type Context } from '../strapi/routes';
import { ConflictError } from './merge';
import { NotAllowedError } from './publishWaiting';

/**
 * Adds the route of a command. It answers with the reason when somebody else has changed the same, or when the account may not publish a
 * part of it.
 */
export function addCommandRoute(
  strapi: Core.Strapi,
  command: keyof typeof commandRoutes,
  respond: (context: Context) => Promise<object>,
): void {
  const { method, path } = commandRoutes[command];
  addAdminRoute(strapi, method, path, async (context) => {
    try {
      return await respond(context);
    } catch (error) {
      if (error instanceof ConflictError) return context.conflict(error.message, error.details);
      if (!(error instanceof NotAllowedError)) throw error;
      return context.forbidden(error.message);
    }
  });
}
