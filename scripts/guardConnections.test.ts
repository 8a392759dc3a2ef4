import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { OtherProgram } from '../tests/support/otherProgram.ts';

const { takeRefusedConnections }: typeof import('../tests/support/guardConnections.cjs') = createRequire(
  import.meta.url,
)('../tests/support/guardConnections.cjs');

test('a unit test can’t reach a server that it has not started, or another machine', async () => {
  const program = await OtherProgram.start();
  const readMessage = (url: string) => fetch(url).then(String, ({ cause }) => cause.message);
  const name = '“a unit test can’t reach a server that it has not started, or another machine”';
  const messages = [new URL(program.address).host, 'table.example'].map(
    (target) => `${name} must not connect to ${target}, which no test has opened`,
  );
  expect(await Promise.all([program.address, 'https://table.example'].map(readMessage))).toEqual(messages);
  expect(takeRefusedConnections()).toEqual(messages);
  expect(program.log).not.toContain('connection');
  program.stop();
});
