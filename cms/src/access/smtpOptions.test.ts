import { expect, test } from 'vitest';
import { createSmtpOptions } from './smtpOptions';

const create = (url: string) => createSmtpOptions(new URL(url));

test('decodes the user and the password, and encrypts the connection from its start with smtps', () => {
  expect(create('smtps://table%40mail.example:a%2Fb%3Ac@mail.example:465')).toMatchObject({
    host: 'mail.example',
    port: 465,
    secure: true,
    auth: { user: 'table@mail.example', pass: 'a/b:c' },
    requireTLS: true,
  });
});

test.each([
  ['smtp://user:password@mail.example', true],
  ['smtp://user:password@localhost', false],
  ['smtp://user:password@127.0.0.1', false],
  ['smtp://user:password@[::1]', false],
])('%s sends the password only encrypted: %s', (url, requireTLS) => {
  expect(create(url)).toMatchObject({ secure: false, requireTLS });
});

test('without a user there is no password to protect', () => {
  const options = create('smtp://[::1]:25');
  expect(options).toMatchObject({ host: '::1', port: 25, secure: false });
  expect(options).not.toHaveProperty('auth');
});
