import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { readSetting, readSiteUrl } from '../environment/settings';
import { isRecord } from '../shared/isRecord';
import { parseJson } from '../shared/parseJson';
import {
  CLIENT_ADDRESS_PATH,
  type ClientAddress,
  createDoctorToken,
  DOCTOR_TOKEN_HEADER,
} from './clientAddress';
import type { ClockReading } from './dataChecks';
import type { Findings, Place } from './doctor';
import { type Answer, describeRequestFailure, request, type Validity } from './request';

const DAY_MS = 24 * 60 * 60 * 1000;
const LOOKUP_TIMEOUT_MS = 5_000;
/** Let's Encrypt's certificates are renewed when a third of their 90 days is left. */
const MIN_CERTIFICATE_MS = 14 * DAY_MS;
/** For certificates with a shorter life, such as those of Caddy's own authority. */
const MIN_CERTIFICATE_SHARE = 1 / 6;
const MAX_CONTENT_AGE_S = 600;
/** A request of the site to the CMS takes at most as long. */
const REVALIDATION_TIMEOUT_MS = 5_000;
const REVALIDATION_INTERVAL_MS = 200;
/** An address that the doctor claims to have; it is reserved for documentation, so nobody has it. */
const FORGED_ADDRESS = '192.0.2.1';

/** The site's server or the CMS. */
interface Service {
  name: string;
  setting: 'SITE_URL' | 'ADMIN_URL';
  /** The address for browsers. */
  url: URL;
  /** The address for processes on this machine. */
  localUrl: URL;
  path: string;
  headers?: Record<string, string>;
  /** Whether an answer is this service's, and not another server's. */
  recognizes(answer: Answer): boolean;
  findPortProblem?: () => Promise<string | undefined>;
}

/** The result of the check of a service. */
export interface ServiceCheck {
  /** What is wrong with the process. */
  process: Findings;
  /** What is wrong with its address for browsers. */
  address: Findings;
  /** What answered at the address for browsers, if it was this service. */
  answer?: Answer;
}

const isLoopback = ({ hostname }: URL) => /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

async function checkService(service: Service, { startCommand }: Place): Promise<ServiceCheck> {
  const { name, setting, url, localUrl, path, headers, recognizes, findPortProblem } = service;
  // In a container, "localhost" is the container itself.
  const isReachable = !isLoopback(url) || isLoopback(localUrl);
  const send = (base: URL) => request(new URL(path, base), headers).catch((error: unknown) => ({ error }));
  const [local, published] = await Promise.all([send(localUrl), isReachable ? send(url) : undefined]);
  const isOwn = (answer: typeof published): answer is Answer =>
    answer !== undefined && 'status' in answer && recognizes(answer);

  // One of several replicas, or a service on another machine, is only reachable by the address for browsers.
  if (!isOwn(local) && !isOwn(published)) {
    const notRunning = `The ${name} does not answer: start it with \`${startCommand}\`; if it runs, look for an error in its log.`;
    return { process: [(await findPortProblem?.()) ?? notRunning], address: undefined };
  }
  if (!published) return { process: [], address: undefined };
  if (isOwn(published))
    return { process: [], address: checkCertificate(url, published.certificate), answer: published };
  const problem =
    'error' in published
      ? describeRequestFailure(published.error, url, setting)
      : describeForeignAnswer(published, service);
  return { process: [], address: [problem] };
}

/** Describes an answer that is not the expected service's, and what to do. */
function describeForeignAnswer({ status, headers }: Answer, { name, url, setting }: Service): string {
  const { origin } = url;
  const { location } = headers;
  const target = location && URL.canParse(location, origin) ? new URL(location, origin).origin : origin;
  if (target !== origin)
    return `${origin} redirects to ${target}: set ${setting} to the address at which the ${name} answers.`;
  if ([502, 503, 504].includes(status))
    return `The proxy at ${origin} does not reach the ${name} (status ${status}): correct the address to which it forwards requests.`;
  return `Another server answers at ${origin} (status ${status}): point ${url.hostname} to this one, or correct ${setting}.`;
}

/** Checks how long a certificate remains valid. */
export function checkCertificate({ hostname }: URL, certificate: Validity | undefined): string[] {
  if (!certificate) return [];
  const { from, to } = certificate;
  const remainingMs = to.getTime() - Date.now();
  const minMs = Math.min(MIN_CERTIFICATE_MS, (to.getTime() - from.getTime()) * MIN_CERTIFICATE_SHARE);
  if (remainingMs >= minMs) return [];
  return [
    `The certificate of ${hostname} expires on ${to.toISOString().slice(0, 10)}: look in the proxy's log for why it was not renewed.`,
  ];
}

/** Returns the ages of the site's cached content in seconds (`null`: there is none), or `undefined` for another server. */
function readContentAges({ status, body }: Answer): unknown[] | undefined {
  const health = parseJson(body);
  return status === 200 && isRecord(health) && isRecord(health.words)
    ? Object.values(health.words)
    : undefined;
}

/** Checks that the site's server runs, and is what answers at SITE_URL. */
export async function checkSite(place: Place): Promise<ServiceCheck> {
  return checkService(
    {
      name: 'site',
      setting: 'SITE_URL',
      url: new URL(readSiteUrl()),
      localUrl: place.siteUrl,
      path: '/healthz',
      recognizes: (answer) => readContentAges(answer) !== undefined,
      findPortProblem: place.findSitePortProblem,
    },
    place,
  );
}

/**
 * Reads the URL of the admin.
 * @throws Error when it is invalid: the CMS itself does not use it as a URL
 */
function readAdminUrl(): URL {
  const url = readSetting('ADMIN_URL') ?? 'http://localhost:1337';
  if (URL.canParse(url)) return new URL(url);
  throw new Error(`ADMIN_URL is "${url}", which is not a URL like https://admin.example.com.`);
}

/** Checks that the CMS runs, and is what answers at ADMIN_URL. */
export async function checkCms(place: Place): Promise<ServiceCheck> {
  return checkService(
    {
      name: 'CMS',
      setting: 'ADMIN_URL',
      url: readAdminUrl(),
      localUrl: place.adminUrl,
      path: CLIENT_ADDRESS_PATH,
      headers: { [DOCTOR_TOKEN_HEADER]: createDoctorToken(), 'x-forwarded-for': FORGED_ADDRESS },
      recognizes: (answer) => readClientAddress(answer) !== undefined,
      findPortProblem: place.findAdminPortProblem,
    },
    place,
  );
}

/** Returns the time by the clock of the server that sent an answer. */
export function readServerClock({ headers }: Answer): ClockReading[] {
  const time = Date.parse(headers.date ?? '');
  return Number.isNaN(time) ? [] : [{ clock: 'the server at SITE_URL', time, ownTime: Date.now() }];
}

/**
 * Checks that the site was started with the same addresses as this command, and that it gets content from the CMS: it
 * asks for its content only when pages are requested, so this requests every page of its sitemap.
 */
export async function checkContent(place: Place, site: ServiceCheck | undefined): Promise<Findings> {
  if (!site || site.process?.length) return undefined;
  const siteUrl = new URL(readSiteUrl());
  const get = (path: string) => request(new URL(path, site.answer ? siteUrl : place.siteUrl));
  const sitemap = await get('/sitemap.xml');
  const pages = [...sitemap.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => new URL(page));
  const policy = String(sitemap.headers['content-security-policy']);
  const findings = (
    [
      ['SITE_URL', pages[0]?.origin, siteUrl.origin],
      ['ADMIN_URL', /frame-ancestors (\S+)/.exec(policy)?.[1], readAdminUrl().origin],
    ] as const
  ).flatMap(([setting, used, configured]) =>
    used === undefined || used === configured
      ? []
      : `The site was started with ${setting} ${used}, which is now ${configured}: restart it with \`${place.startCommand}\`.`,
  );

  const deadline = Date.now() + REVALIDATION_TIMEOUT_MS;
  let oldest: number | undefined;
  do {
    await Promise.all(pages.map(({ pathname }) => get(pathname)));
    const ages = readContentAges(await get('/healthz')) ?? [];
    oldest = ages.length && !ages.includes(null) ? Math.max(...ages.map(Number)) : undefined;
    if (oldest !== undefined && oldest <= MAX_CONTENT_AGE_S) return findings;
    await wait(REVALIDATION_INTERVAL_MS);
  } while (Date.now() < deadline);
  const advice = 'look for an error in the logs of the CMS and of the site';
  return [
    ...findings,
    oldest === undefined
      ? `The site lacks content that it never got from the CMS: ${advice}.`
      : `The site shows content that it got from the CMS ${Math.floor(oldest / 60)} minutes ago, and can't get newer: ${advice}.`,
  ];
}

/** Checks that the CMS is what answers at ADMIN_URL, and that the content API is not public there. */
export async function checkAdminAddress(cms: ServiceCheck | undefined): Promise<Findings> {
  if (!cms?.answer) return cms?.address;
  const url = readAdminUrl();
  if (url.protocol !== 'https:') return cms.address;
  const { status } = await request(new URL('/api/homepages', url));
  return [
    ...(cms.address ?? []),
    ...(status === 200
      ? [
          `The content API is public at ${url.origin}/api: make the proxy answer it with 404, as docs/https.md describes.`,
        ]
      : []),
  ];
}

function readClientAddress({ status, body }: Answer): ClientAddress | undefined {
  const client = parseJson(body);
  if (status !== 200 || !isRecord(client)) return undefined;
  const { address, hasUntrustedProxy, forwardedFor, isSecure } = client;
  return typeof address === 'string' &&
    typeof hasUntrustedProxy === 'boolean' &&
    typeof forwardedFor === 'string' &&
    typeof isSecure === 'boolean'
    ? { address, hasUntrustedProxy, forwardedFor, isSecure }
    : undefined;
}

/**
 * Checks by what the CMS received of a request with a forged X-Forwarded-For whether it sees the visitors' addresses. It
 * can't find a second proxy whose address the first one hides by overwriting the header.
 */
export function checkProxy(answer: Answer | undefined): Findings {
  const client = answer && readClientAddress(answer);
  if (!client) return undefined;
  const addresses = client.forwardedFor
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const isUnchanged = addresses.length === 1 && addresses[0] === FORGED_ADDRESS;
  if (readAdminUrl().protocol !== 'https:') {
    return isUnchanged
      ? []
      : [
          'ADMIN_URL leads through a proxy, but begins with http:, so the CMS takes all visitors for the proxy, and many wrong passwords of one lock out all: set up HTTPS, and change ADMIN_URL.',
        ];
  }
  if (client.hasUntrustedProxy)
    return [
      `The CMS takes all visitors for the proxy (${client.address}), so many wrong passwords of one lock out all, and does not know that browsers use HTTPS: if the proxy is yours, set TRUSTED_PROXY to its address, as docs/https.md describes.`,
    ];
  const advice = "make the proxy append the visitor's address to X-Forwarded-For, or overwrite it with that";
  const added = addresses.filter((address) => address !== FORGED_ADDRESS);
  const findings: string[] = [];
  if (isUnchanged)
    findings.push(
      `The CMS believes every address that a visitor claims to have, so it can't limit guesses at passwords: ${advice}.`,
    );
  else if (!added.length)
    findings.push(
      `The CMS takes all visitors for the proxy (${client.address}), so many wrong passwords of one lock out all: ${advice}.`,
    );
  else if (added.length > 1)
    findings.push(
      `The CMS takes all visitors for a proxy (${client.address}), because the admin is behind ${added.length}: let visitors of the admin reach the last one directly, or make it pass on X-Forwarded-For unchanged.`,
    );
  if (!client.isSecure)
    findings.push(
      'The CMS does not know that browsers use HTTPS, so its cookies are not limited to HTTPS: make the proxy send X-Forwarded-Proto.',
    );
  return findings;
}

/**
 * Checks that the names of DOMAIN exist, and that www leads to the site. The addresses are not compared: with a CDN, they
 * differ; what answers at them is checked instead.
 */
export async function checkDomain(): Promise<Findings> {
  const domain = readSetting('DOMAIN');
  if (!domain) return undefined;
  const names = [domain, `www.${domain}`, `admin.${domain}`];
  const findings = (await Promise.all(names.map(checkName))).flat();
  const siteUrl = new URL(readSiteUrl());
  if (findings.length || siteUrl.hostname !== domain) return findings;
  const url = new URL(siteUrl);
  url.hostname = `www.${domain}`;
  try {
    const { headers, certificate } = await request(url);
    if (headers.location?.startsWith(siteUrl.origin)) return checkCertificate(url, certificate);
    return [`${url.origin} does not redirect to ${siteUrl.origin}: point ${url.hostname} to this server.`];
  } catch (error) {
    return [describeRequestFailure(error, url, 'DOMAIN')];
  }
}

async function checkName(name: string): Promise<string[]> {
  try {
    await Promise.race([
      lookup(name),
      wait(LOOKUP_TIMEOUT_MS, undefined, { ref: false }).then(() =>
        Promise.reject(Object.assign(new Error(), { code: 'EAI_AGAIN' })),
      ),
    ]);
    return [];
  } catch (error) {
    return [describeRequestFailure(error, new URL(`http://${name}`), 'DOMAIN')];
  }
}
