import { freePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, Stack, signIn, test } from '../support/stack.ts';
import { expectVersionOneSite } from '../support/versionOne.ts';
import { compose, composeUp, docker, PROJECT } from './containers.ts';
import { createVolumes } from './createVolumes.ts';

const NAME = `${PROJECT}-upgrade`;
const SERVICES = ['cms', 'web'];
const removeAll = () => compose({ project: NAME }, 'down', '--volumes', '--rmi', 'local', '--timeout', '5');

test.beforeEach(async () => {
  await removeAll();
  // Reuses the images that setup.ts has built.
  for (const service of SERVICES) await docker(['tag', `${PROJECT}-${service}`, `${NAME}-${service}`]);
});
test.afterEach(removeAll);

test('the containers start on the volumes of version 1.0.0 with every record, picture, draft and account', async () => {
  const [sitePort, adminPort] = [await freePort(), await freePort()];
  const options = { project: NAME, env: { SITE_PORT: sitePort, ADMIN_PORT: adminPort } };
  await createVolumes(options, '1.0.0');

  await composeUp(options);
  const cms = `http://127.0.0.1:${adminPort}`;
  const token = await signIn(cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  await expectVersionOneSite(Stack.at(`http://127.0.0.1:${sitePort}`, cms, token));
  expect(await compose(options, 'logs', 'cms')).not.toContain('First sign-ins');
});
