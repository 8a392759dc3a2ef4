import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { FILTER_RULES } from '../src/components/filterRules.ts';
import { FOCAL_RULES } from '../src/components/focalRules.ts';
import { createSecurityHeaders } from './securityHeaders.ts';

const policyFor = (styles: string, adminUrl = 'http://localhost:1337') =>
  createSecurityHeaders({ styles }, { adminUrl: new URL(adminUrl) })['content-security-policy']?.split('; ');

test('allows exactly the inlined style sheet and the rules of the filter and of focal points, by their hashes', () => {
  const sources = ['a{color:red}', FILTER_RULES, FOCAL_RULES]
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ');
  expect(policyFor('a{color:red}')).toContain(`style-src ${sources}`);
  expect(policyFor('a{color:blue}')).not.toContain(`style-src ${sources}`);
});

test('allows only the origin of the admin to frame the site, for the preview', () => {
  const policy = policyFor('', 'https://admin.table.example/admin?a=;script-src *');
  expect(policy).toContain('frame-ancestors https://admin.table.example');
  expect(policy?.filter((directive) => directive.startsWith('script-src'))).toEqual(["script-src 'self'"]);
});
