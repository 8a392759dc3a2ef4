import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkCertificate, checkContent, checkProxy } from './addressChecks';
import { request } from './request';

vi.mock('./request', () => ({ request: vi.fn() }));
// Time passes only while the code waits.
vi.mock('node:timers/promises', () => ({
  setTimeout: async (delayMs: number) => void vi.advanceTimersByTime(delayMs),
}));

const FORGED = '192.0.2.1';
const VISITOR = '198.51.100.7';
const answer = (body: object, status = 200) => ({ status, headers: {}, body: JSON.stringify(body) });
const seen = (forwardedFor: string, address: string, isSecure = true) =>
  checkProxy(answer({ address, hasUntrustedProxy: false, forwardedFor, isSecure }));

beforeEach(() => vi.stubEnv('ADMIN_URL', 'https://admin.table.example'));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test.each([
  ['appends', `${FORGED}, ${VISITOR}`],
  ['overwrites', VISITOR],
])('accepts a proxy that %s the visitor’s address', (_, forwardedFor) => {
  expect(seen(forwardedFor, VISITOR)).toEqual([]);
});

test('finds a proxy that TRUSTED_PROXY does not contain, and names only that', () => {
  const client = { address: '10.0.0.7', hasUntrustedProxy: true, forwardedFor: '', isSecure: false };
  expect(checkProxy(answer(client))).toEqual([
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

test('finds a proxy in front of an address with http:, which the CMS does not expect', () => {
  vi.stubEnv('ADMIN_URL', 'http://admin.table.example');
  expect(seen(FORGED, '127.0.0.1', false)).toEqual([]);
  for (const forwardedFor of ['', VISITOR, `${FORGED}, ${VISITOR}`])
    expect(seen(forwardedFor, '127.0.0.1', false)).toEqual([
      expect.stringMatching(/^ADMIN_URL leads through a proxy, but begins with http:/),
    ]);
});

test.each([
  ['no answer', undefined],
  [
    'another status',
    answer({ address: VISITOR, hasUntrustedProxy: false, forwardedFor: VISITOR, isSecure: true }, 404),
  ],
  ['another body', answer({ data: null })],
  ['no object', answer([])],
])('makes no check with %s', (_, given) => {
  expect(checkProxy(given)).toBeUndefined();
});

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-06-01T00:00:00Z');

test.each([
  ['90 days', 90, 14, true],
  ['90 days', 90, 13.9, false],
  ['a year', 365, 14, true],
  ['half a day', 0.5, 0.1, true],
  ['half a day', 0.5, 0.08, false],
])('a certificate for %s (%d) with %d days left is fine: %s', (_, lifeDays, remainingDays, isFine) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  const to = new Date(NOW + remainingDays * DAY_MS);
  const from = new Date(to.getTime() - lifeDays * DAY_MS);
  const findings = checkCertificate(new URL('https://table.example'), { from, to });
  expect(findings).toEqual(
    isFine
      ? []
      : [
          `The certificate of table.example expires on ${to.toISOString().slice(0, 10)}: look in the proxy's log for why it was not renewed.`,
        ],
  );
});

describe('the content of the site', () => {
  const PLACE = {
    startCommand: 'start it',
    backupCommand: 'back it up',
    offsiteCommand: 'start it',
    shellPrefix: '',
    siteUrl: new URL('http://web:3000'),
    adminUrl: new URL('http://cms:1337'),
  };
  const RUNNING = { process: [], address: undefined };

  /** Checks a site whose health check answers with one list of ages after the other; the last one repeats. */
  async function check(...ages: (number | null)[][]) {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    vi.stubEnv('SITE_URL', 'https://table.example');
    const requested: string[] = [];
    vi.mocked(request).mockImplementation(async ({ href, pathname }) => {
      requested.push(href);
      if (pathname === '/sitemap.xml') {
        const body = '<loc>https://table.example/</loc><loc>https://table.example/menu</loc>';
        const policy = 'form-action none; frame-ancestors https://admin.table.example';
        return { status: 200, headers: { 'content-security-policy': policy }, body };
      }
      const words = pathname === '/healthz' ? (ages.length > 1 ? ages.shift() : ages[0]) : undefined;
      return answer({ status: 'ok', words });
    });
    return { findings: await checkContent(PLACE, RUNNING), requested: [...new Set(requested)] };
  }

  test('is current when the site can renew it after requests of its pages', async () => {
    const paths = ['sitemap.xml', '', 'menu', 'healthz'];
    expect(await check([7_200, 3], [7_200, 0], [600, 0])).toEqual({
      findings: [],
      requested: paths.map((path) => `http://web:3000/${path}`),
    });
  });

  test.each([
    ['old', [601, 3], "shows content that it got from the CMS 10 minutes ago, and can't get newer"],
    ['missing', [null, 3], 'lacks content that it never got from the CMS'],
  ])('is a finding when a part stays %s', async (_, ages, finding) => {
    expect((await check(ages)).findings).toEqual([
      `The site ${finding}: look for an error in the logs of the CMS and of the site.`,
    ]);
  });

  test('is not checked when the site does not run', async () => {
    expect(await checkContent(PLACE, undefined)).toBeUndefined();
    expect(await checkContent(PLACE, { process: ['It does not run.'], address: undefined })).toBeUndefined();
  });
});
