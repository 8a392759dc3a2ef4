import type { Core } from '@strapi/strapi';

/** Calls a function once the HTTP server listens: never in Strapi's commands, such as the creation of an account. */
export const onListening = (strapi: Core.Strapi, start: () => void): void =>
  void strapi.server.httpServer.once('listening', start);

/** Calls a function once the HTTP server has closed, before Strapi closes the database. */
export const onClosed = (strapi: Core.Strapi, stop: () => void): void =>
  void strapi.server.httpServer.once('close', stop);

/** Makes Strapi send no webhooks, not even those that are in the database. */
export function dropWebhooks(strapi: Core.Strapi, onDropped: (name: string) => void): void {
  strapi.get('webhookRunner').add = ({ name }: { name: string }) => onDropped(name);
}

/** Whether a path is one at which the admin asks for Strapi's paid AI features. */
export const isAiPath = (path: string): boolean =>
  path === '/admin/ai-feature-config' || path.startsWith('/i18n/ai-localization-jobs/');

/** Whether Strapi and this project have done what they do at the start. */
export const hasStarted = (strapi: Core.Strapi): boolean => strapi.isLoaded;
