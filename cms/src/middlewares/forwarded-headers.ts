import type { Core } from '@strapi/strapi';
import { DOCTOR_TOKEN_HEADER } from '../doctor/clientAddress';
import { readTrustedProxies } from '../environment/settings';

/** Lets Koa take the client's address, scheme and host only from the headers of a trusted reverse proxy. */
export default (_config: unknown, { strapi }: { strapi: Core.Strapi }): Core.MiddlewareHandler => {
  const proxies = readTrustedProxies();
  let hasWarned = false;
  return async (ctx, next) => {
    // Without HTTPS, Koa ignores these headers.
    if (ctx.app.proxy && (await proxies.deleteForgedHeaders(ctx.req))) {
      // For the doctor, whose forged address would otherwise cause a warning.
      ctx.state.hasUntrustedProxy = true;
      if (!hasWarned && !ctx.get(DOCTOR_TOKEN_HEADER)) {
        hasWarned = true;
        strapi.log.warn(
          'Requests come through a reverse proxy that TRUSTED_PROXY does not contain, so all its visitors count as one. Is it yours? The doctor says its address (docs/https.md).',
        );
      }
    }
    await next();
  };
};
