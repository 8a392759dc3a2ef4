// @vitest-environment node
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecurityHeaders } from './securityHeaders.ts';

const policyFor = (styles: string, adminUrl = 'http://localhost:1337') =>
  createSecurityHeaders({ styles }, { adminUrl: new URL(adminUrl) })['content-security-policy']?.split('; ');

test('allows exactly the inlined style sheet, by its hash', () => {
  const hash = createHash('sha256').update('a{color:red}').digest('base64');
  expect(policyFor('a{color:red}')).toContain(`style-src 'sha256-${hash}'`);
  expect(policyFor('a{color:blue}')).not.toContain(`style-src 'sha256-${hash}'`);
});

test('allows only the origin of the admin to frame the site, for the preview', () => {
  const policy = policyFor('', 'https://admin.table.example/admin?a=;script-src *');
  expect(policy).toContain('frame-ancestors https://admin.table.example');
  expect(policy?.filter((directive) => directive.startsWith('script-src'))).toEqual(["script-src 'self'"]);
});
