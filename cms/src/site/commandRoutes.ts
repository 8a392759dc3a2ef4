import type { Core } from '@strapi/strapi';
import { commandRoutes, type MenuCommand, type SiteCommand } from '../shared/requests/changeCommands';
import { addAdminRoute, type Context } from '../strapi/routes';
import { ConflictError } from './merge';
import { NotAllowedError } from './publishWaiting';

/**
 * Returns a function that adds the route of a command. It answers with the reason when somebody else has changed the same, or when the
 * account may not publish a part of it.
 * @param respond returns the response after a change, of which `undo` is the command that undoes it, `null` when there is nothing to undo
 */
export const createCommandRoutes =
  <Command extends MenuCommand | SiteCommand>(
    strapi: Core.Strapi,
    respond: (context: Context, undo: Command | null) => Promise<object>,
  ) =>
  (command: Command['type'], change: (context: Context) => Promise<Command | null>): void => {
    const { method, path } = commandRoutes[command];
    addAdminRoute(strapi, method, path, async (context) => {
      try {
        return await respond(context, await change(context));
      } catch (error) {
        if (error instanceof ConflictError) return context.conflict(error.message, error.details);
        if (!(error instanceof NotAllowedError)) throw error;
        return context.forbidden(error.message);
      }
    });
  };
