import { expect, test } from 'vitest';
import { findProxyProblems } from './addressChecks';

const FORGED = '192.0.2.1';
const VISITOR = '198.51.100.7';
const seen = (forwardedFor: string, address: string, isSecure = true) =>
  findProxyProblems({ address, hasUntrustedProxy: false, forwardedFor, isSecure });

test.each([
  ['appends', `${FORGED}, ${VISITOR}`],
  ['overwrites', VISITOR],
])('accepts a proxy that %s the visitor’s address', (_, forwardedFor) => {
  expect(seen(forwardedFor, VISITOR)).toEqual([]);
});

test('finds a proxy that TRUSTED_PROXY does not contain, and names only that', () => {
  const client = { address: '10.0.0.7', hasUntrustedProxy: true, forwardedFor: '', isSecure: false };
  expect(findProxyProblems(client)).toEqual([
    expect.stringMatching(/^The CMS takes all visitors for the proxy \(10\.0\.0\.7\),.* set TRUSTED_PROXY/),
  ]);
});

test('finds a proxy that passes on what visitors send', () => {
  expect(seen(FORGED, FORGED)).toEqual([expect.stringMatching(/^The CMS believes every address/)]);
});

test('finds a proxy that sends no address', () => {
  expect(seen('', '127.0.0.1')).toEqual([
    expect.stringMatching(/^The CMS takes all visitors for the proxy \(127\.0\.0\.1\)/),
  ]);
});

test.each([[`${FORGED}, ${VISITOR}, 203.0.113.9`], [`${VISITOR}, 203.0.113.9`]])(
  'finds a second proxy in the header “%s”',
  (forwardedFor) => {
    expect(seen(forwardedFor, '203.0.113.9')).toEqual([
      expect.stringMatching(
        /^The CMS takes all visitors for a proxy \(203\.0\.113\.9\), because the admin is behind 2/,
      ),
    ]);
  },
);

test('finds a proxy that does not tell that browsers use HTTPS', () => {
  expect(seen(VISITOR, VISITOR, false)).toEqual([
    expect.stringMatching(/make the proxy send X-Forwarded-Proto\.$/),
  ]);
});
