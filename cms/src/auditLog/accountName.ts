import type { Core } from '@strapi/strapi';
import { isRecord } from '../shared/isRecord';

/** Returns the name of an account of the admin as its colleagues know it. */
export function nameOf(user: unknown): string | null {
  if (!isRecord(user)) return null;
  const names = [user.firstname, user.lastname].filter((name) => typeof name === 'string' && name.trim());
  return names.join(' ') || (typeof user.email === 'string' ? user.email : null);
}

/** Returns the name of the account that sent the request; `null` outside of a request. */
export const findRequestAuthor = (strapi: Core.Strapi): string | null =>
  nameOf(strapi.requestContext.get()?.state?.user);
