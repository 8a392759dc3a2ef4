import { Agent } from 'node:http';
import { ask } from '../support/site.ts';
import { expect, test } from '../support/stack.ts';

test('the owner’s save succeeds while 300 queries at once are answered or refused', async ({
  editableStack: stack,
}) => {
  const query = '/api/menu-entrees?pagination[pageSize]=100000';
  const complete = await ask(stack.cms, query);
  const agent = new Agent({ keepAlive: true });
  const sendToAll = (createPath: (index: number) => string) =>
    Promise.all(
      Array.from({ length: 300 }, (_, index) => ask(stack.cms, createPath(index), {}, 'GET', agent)),
    );
  // Opens the connections first, so that the queries arrive faster than any machine answers them.
  await sendToAll(() => '/_health');
  const queries = sendToAll((index) => (index % 2 ? query : query.replace('api', 'API')));
  const saved = await stack.asAdmin(
    'POST',
    '/content-manager/collection-types/api::homepage.homepage/home-main/actions/publish',
    { mainHeading: 'Saved meanwhile' },
  );
  expect(saved.status).toBe(200);
  const responses = await queries;
  const answered = responses.filter(({ status }) => status === 200);
  const refused = responses.filter(({ status }) => status !== 200);
  // Two run at once and fifty wait.
  expect(answered.length).toBeGreaterThanOrEqual(52);
  for (const { body } of answered) expect(body.equals(complete.body)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers, body } of refused) {
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(body.toString()).error.message).toMatch(/^Too many queries/);
  }
  agent.destroy();
  await stack.waitForSite('homepage');
  expect((await ask(stack.cms, '/api/homepages')).body.toString()).toContain('Saved meanwhile');
});
