import { adminApi } from '@strapi/strapi/admin';

/** The used part of the definition of the request that saves the profile. */
export interface ProfileEndpoint {
  query?: (profile: object) => { data?: object };
}

/** The used part of the admin's requests, whose names Strapi's types don't list. */
interface AdminApi {
  enhanceEndpoints(changes: {
    endpoints: { updateMe: (endpoint: ProfileEndpoint | undefined) => void };
  }): unknown;
}

// Cast: Strapi adds the request to this object when the admin runs.
const api = adminApi as unknown as AdminApi;

/**
 * Sends the current password that is typed into the profile form. Strapi's form sends it only with a new password, but the
 * CMS requires it for another email too.
 * @throws Error when the admin no longer has the request
 */
export function sendCurrentPassword(): void {
  api.enhanceEndpoints({
    endpoints: {
      updateMe: (endpoint) => {
        const query = endpoint?.query;
        if (!query) throw new Error('The admin has no request for the profile.');
        endpoint.query = (profile) => {
          const request = query(profile);
          const field = document.querySelector<HTMLInputElement>('input[name="currentPassword"]');
          return field?.value
            ? { ...request, data: { ...request.data, currentPassword: field.value } }
            : request;
        };
      },
    },
  });
}
