import { readAdminUrl } from '../environment/settings';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { parseJson } from '../shared/parseJson';
import {
  CLIENT_ADDRESS_PATH,
  type ClientAddress,
  createDoctorToken,
  DOCTOR_TOKEN_HEADER,
} from './clientAddress';
import type { Findings } from './findings';

const TIMEOUT_MS = 5_000;
/** An address that the doctor claims to have; it is reserved for documentation, so nobody has it. */
const FORGED_ADDRESS = '192.0.2.1';

/** Whether an answer is the CMS's, and not another server's. */
const isClientAddress = (value: unknown): value is ClientAddress =>
  isRecord(value) && typeof value.forwardedFor === 'string';

/** Checks what the CMS receives of requests that come through the reverse proxy at ADMIN_URL; without HTTPS, there is none. */
export async function checkProxy(): Promise<Findings> {
  const url = new URL(readAdminUrl());
  // In a container, "localhost" is the container itself.
  if (url.protocol !== 'https:' || /(^|\.)localhost$/.test(url.hostname)) return undefined;
  const get = (path: string, headers = {}) =>
    fetch(new URL(path, url), { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const describeFailure = (reason: unknown) => [
    `The CMS does not answer at ${url.origin} (${reason}): check in the log of the CMS whether it runs, and with \`curl --head ${url.origin}/admin\` what answers instead.`,
  ];
  try {
    const response = await get(CLIENT_ADDRESS_PATH, {
      [DOCTOR_TOKEN_HEADER]: createDoctorToken(),
      'x-forwarded-for': FORGED_ADDRESS,
    });
    const client = parseJson(await response.text());
    if (!response.ok || !isClientAddress(client)) return describeFailure(`status ${response.status}`);
    const findings = findProxyProblems(client);
    if ((await get('/api/homepages')).status === 200)
      findings.push(
        `The content API is public at ${url.origin}/api: make the proxy answer it with 404, as docs/https.md describes.`,
      );
    return findings;
  } catch (error) {
    const cause = error instanceof Error && isRecord(error.cause) ? error.cause.code : undefined;
    return describeFailure(cause ?? errorMessage(error));
  }
}

/**
 * Finds out by what the CMS received of a request with a forged X-Forwarded-For whether it sees the visitors' addresses. It
 * can't find a second proxy whose address the first one hides by overwriting the header.
 */
export function findProxyProblems(client: ClientAddress): string[] {
  if (client.hasUntrustedProxy)
    return [
      `The CMS takes all visitors for the proxy (${client.address}), so many wrong passwords of one lock out all, and does not know that browsers use HTTPS: if the proxy is yours, set TRUSTED_PROXY to its address, as docs/https.md describes.`,
    ];
  const advice = "make the proxy append the visitor's address to X-Forwarded-For, or overwrite it with that";
  const addresses = client.forwardedFor
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const added = addresses.filter((address) => address !== FORGED_ADDRESS);
  const findings: string[] = [];
  if (addresses.length === 1 && !added.length)
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
