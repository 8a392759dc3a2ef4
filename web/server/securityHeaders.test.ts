// @vitest-environment node
import { expect, test } from 'vitest';
import { createSecurityHeaders } from './securityHeaders.ts';

test('allows only the origin of the admin to frame the site, for the preview', () => {
  const adminUrl = new URL('https://admin.table.example/admin?a=;script-src *');
  const policy = createSecurityHeaders({ adminUrl })['content-security-policy']?.split('; ');
  expect(policy).toContain('frame-ancestors https://admin.table.example');
  expect(policy?.filter((directive) => directive.startsWith('script-src'))).toEqual(["script-src 'self'"]);
});
