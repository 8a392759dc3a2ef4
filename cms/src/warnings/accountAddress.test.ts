import { expect, test, vi } from 'vitest';
import { warnAboutAddress } from './accountAddress';

test('warns whose address gets no mail while codes are mailed', () => {
  vi.stubEnv('SMTP_URL', 'smtp://mail.test:25');
  expect(warnAboutAddress('owner@sciototable.example')).toMatchObject([
    {
      sentence: expect.stringContaining('owner@sciototable.example, which gets no mail'),
      link: { path: '/me' },
    },
  ]);
  for (const email of ['owner@example.com', 'owner@example.restaurant', 'owner@test.de'])
    expect(warnAboutAddress(email)).toEqual([]);
});
