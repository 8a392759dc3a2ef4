import { expect, test, vi } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';
import { administrator, owner } from '../support/owner.ts';

const { sendNotifications } = requireCompiled<
  typeof import('../../cms/src/notifications/sendNotifications.ts')
>('notifications/sendNotifications');

test('two processes that check at once send one mail @postgres', async () => {
  const [email, time] = ['marta@example.com', new Date(Date.now() - 60_000).toISOString()];
  await administrator.addAccount(email);
  // Otherwise that is mailed, too.
  await owner.answerHoliday('2037-11-26', { usual: true });
  const plan = {
    ...{ scope: 'menu', state: 'failed', dueAt: time, scheduledAt: time, localTime: '2037-11-24T11:59' },
    ...{
      timeZone: 'America/New_York',
      authorId: 2,
      title: 'The menu',
      change: '',
      entries: [],
      problem: 'x',
    },
  };
  await cms.strapi.db.query('site::scheduled-change').create({ data: plan });
  const send = vi.spyOn(cms.strapi.plugin('email').service('email'), 'send').mockResolvedValue(undefined);
  await Promise.all(Array.from({ length: 5 }, () => sendNotifications(cms.strapi)));
  await sendNotifications(cms.strapi);
  expect(send.mock.calls).toMatchObject([[{ to: email }]]);
  send.mockRestore();
});
