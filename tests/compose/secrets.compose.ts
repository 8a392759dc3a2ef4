import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, signIn, test } from '../support/stack.ts';
import { compose, docker, PROJECT, type StackOptions } from './containers.ts';

let folder: string;
let options: StackOptions;

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
});
test.afterEach(async () => {
  await compose(options, 'down', '--volumes', '--rmi', 'local', '--timeout', '5');
  rmSync(folder, { recursive: true });
});

test('the CMS reads a secret from a file, as docs/secrets.md describes, and docker inspect does not show it', async () => {
  const file = join(folder, 'owner_password');
  writeFileSync(file, `${accounts.OWNER_PASSWORD}\n`);
  // The user of the container has another id than the one of the tests.
  chmodSync(file, 0o444);
  const override = join(folder, 'compose.override.yml');
  writeFileSync(
    override,
    `services:\n  cms:\n    secrets: [owner_password]\nsecrets:\n  owner_password: { file: ${file} }\n`,
  );
  const adminPort = await freePort();
  options = {
    project: `${PROJECT}-secrets`,
    override,
    env: {
      ADMIN_PORT: adminPort,
      OWNER_PASSWORD: '',
      OWNER_PASSWORD_FILE: '/run/secrets/owner_password',
    },
  };
  await compose(options, 'up', '--detach', '--wait', '--wait-timeout', '150', 'cms');
  expect(
    await signIn(`http://127.0.0.1:${adminPort}`, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD),
  ).toBeTruthy();
  const container = await compose(options, 'ps', '--quiet', 'cms');
  const details = await docker(['inspect', container]);
  expect(details).toContain('OWNER_PASSWORD_FILE=/run/secrets/owner_password');
  expect(details).not.toContain(accounts.OWNER_PASSWORD);
});
