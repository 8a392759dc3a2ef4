import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { serveSecurityText } from './securityText.ts';

const PATH = '/.well-known/security.txt';

function createServer(securityContact: string | undefined, siteUrl = 'https://table.example') {
  const server = fastify();
  serveSecurityText(server, { siteUrl: new URL(siteUrl), securityContact });
  return server;
}

/** Reads the text at a time, in ISO format. */
async function readText(time: string): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
  return (await createServer('mailto:security@table.example').inject(PATH)).payload;
}

test('names the contact, the language and its own URL, and expires in less than a year', async () => {
  expect((await readText('2026-11-26T12:00:00Z')).split('\n')).toEqual([
    'Contact: mailto:security@table.example',
    'Expires: 2027-05-25T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://table.example/.well-known/security.txt',
    '',
  ]);
});

test('has the same text all day, and a later expiry the next day', async () => {
  const first = await readText('2028-02-29T00:00:00.000Z');
  expect(first).toContain('Expires: 2028-08-27T00:00:00.000Z');
  expect(await readText('2028-02-29T23:59:59.999Z')).toBe(first);
  expect(await readText('2028-03-01T00:00:00.000Z')).toContain('Expires: 2028-08-28T00:00:00.000Z');
});

test('does not name its URL without HTTPS, as RFC 9116 requires', async () => {
  const server = createServer('mailto:security@table.example', 'http://localhost:3000');
  expect((await server.inject(PATH)).payload).not.toContain('Canonical');
});

test('is not served without a contact', async () => {
  expect((await createServer(undefined).inject(PATH)).statusCode).toBe(404);
});
