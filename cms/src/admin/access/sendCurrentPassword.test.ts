// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import type { ProfileEndpoint } from '../strapi/requests';
import { sendCurrentPassword } from './sendCurrentPassword';

const admin = vi.hoisted(() => ({ updateMe: undefined as ProfileEndpoint | undefined }));

vi.mock('@strapi/strapi/admin', () => ({
  adminApi: {
    enhanceEndpoints: ({ endpoints }: { endpoints: { updateMe: (endpoint?: ProfileEndpoint) => void } }) =>
      endpoints.updateMe(admin.updateMe),
  },
}));

afterEach(() => document.body.replaceChildren());

/** Returns the request of the profile form with what is typed into the field for the current password. */
function saveProfile(typed: string | undefined, profile: object) {
  admin.updateMe = { query: (data) => ({ method: 'PUT', url: '/admin/users/me', data }) };
  sendCurrentPassword();
  if (typed !== undefined) document.body.innerHTML = `<input name="currentPassword" value="${typed}">`;
  return admin.updateMe.query?.(profile);
}

test('sends the current password that is typed, also without a new password', () => {
  expect(saveProfile('Oak-17', { email: 'owner@test.example' })).toEqual({
    method: 'PUT',
    url: '/admin/users/me',
    data: { email: 'owner@test.example', currentPassword: 'Oak-17' },
  });
});

test.each([undefined, ''])('changes nothing of the request when %j is typed', (typed) => {
  expect(saveProfile(typed, { firstname: 'Rosa' })?.data).toEqual({ firstname: 'Rosa' });
});

test('leaves the form as it is, and says so, when the admin no longer has the request', () => {
  admin.updateMe = undefined;
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  sendCurrentPassword();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('changeProfile is left out'));
});
