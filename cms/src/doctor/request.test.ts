import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { describeRequestFailure, request } from './request';

const URL_OF_SITE = new URL('https://table.example/healthz');
const describe = (code: string) =>
  describeRequestFailure(Object.assign(new Error(), { code }), URL_OF_SITE, 'SITE_URL');

test.each([
  ['ENOTFOUND', /^table\.example has no DNS record: create one .*, or correct SITE_URL\.$/],
  ['EAI_AGAIN', /^The DNS does not answer whether table\.example exists \(EAI_AGAIN\): check .* network/],
  ['ECONNREFUSED', /^Nothing listens at https:\/\/table\.example: start .*, or correct SITE_URL\.$/],
  ['ABORT_ERR', /^https:\/\/table\.example does not answer this machine: open its port in the firewall/],
  ['EHOSTUNREACH', /^https:\/\/table\.example does not answer this machine/],
  ['CERT_HAS_EXPIRED', /^The certificate of table\.example has expired/],
  ['CERT_NOT_YET_VALID', /^The certificate of table\.example is not valid yet: set the clock/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /^The certificate at https:\/\/table\.example is for another name/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /not from a known authority \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /not from a known authority/],
  ['CERT_REVOKED', /not from a known authority \(CERT_REVOKED\)/],
  ['EPROTO', /^The server at https:\/\/table\.example does not speak HTTPS/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak HTTPS/],
  ['HPE_INVALID_CONSTANT', /gives no valid HTTP response \(HPE_INVALID_CONSTANT\)/],
])('describes a request that fails with %s in one sentence with what to do', (code, sentence) => {
  expect(describe(code)).toMatch(sentence);
  expect(describe(code)).toMatch(/^[^\n]*: [^\n]*\.$/);
});

test('describes an error without a code by its message', () => {
  expect(describeRequestFailure(new Error('broken'), URL_OF_SITE, 'SITE_URL')).toBe(
    'The server at https://table.example gives no valid HTTP response (Error: broken): look in its log, or correct SITE_URL.',
  );
});

test('stops reading an endless response', async () => {
  const server = createServer((_incoming, outgoing) => {
    const write = () => {
      while (!outgoing.destroyed && outgoing.write('x'.repeat(65_536)));
      outgoing.once('drain', write);
    };
    write();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // Cast: a server that listens on a port has this kind of address.
  const { port } = server.address() as AddressInfo;
  const { status, body, certificate } = await request(new URL(`http://127.0.0.1:${port}`));
  expect(status).toBe(200);
  expect(body.length).toBeLessThan(2_000_000);
  expect(certificate).toBeUndefined();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
