import type { Core } from '@strapi/strapi';
import { ExpiringTokens } from '../environment/expiringTokens';
import { addPublicRoute, type Context } from '../strapi/routes';

export const CLIENT_ADDRESS_PATH = '/client-address';
export const DOCTOR_TOKEN_HEADER = 'x-doctor-token';

const TOKEN_LIFETIME_MS = 60_000;

const tokens = new ExpiringTokens('doctor', TOKEN_LIFETIME_MS);

/** What the CMS knows about the client that sent a request. */
export interface ClientAddress {
  /** The address by which failed sign-ins are counted. */
  address: string;
  /** Whether TRUSTED_PROXY does not contain the reverse proxy that sent the request, so that its headers were ignored. */
  hasUntrustedProxy: boolean;
  /** The header X-Forwarded-For as the CMS received it; empty when there was none, or when it was ignored. */
  forwardedFor: string;
  /** Whether the CMS knows that the browser's connection is encrypted. */
  isSecure: boolean;
}

/** Creates a token with which this installation's doctor may read its own address from the CMS. */
export const createDoctorToken = (): string => tokens.create();

/**
 * Adds a route that answers the doctor with the address that the CMS has for it, and everyone else as a path that
 * doesn't exist.
 */
export function revealClientAddress(strapi: Core.Strapi): void {
  const handler = (context: Context) => {
    if (!tokens.isValid(context.get(DOCTOR_TOKEN_HEADER))) return context.notFound();
    const body: ClientAddress = {
      address: context.request.ip,
      hasUntrustedProxy: context.state.hasUntrustedProxy === true,
      forwardedFor: context.get('x-forwarded-for'),
      isSecure: context.request.secure,
    };
    context.set('cache-control', 'no-store');
    context.body = body;
  };
  addPublicRoute(strapi, CLIENT_ADDRESS_PATH, handler);
}
