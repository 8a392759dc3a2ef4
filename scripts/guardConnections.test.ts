import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { OtherProgram } from '../tests/support/otherProgram.ts';

const { takeRefusedConnections }: typeof import('../tests/support/guardConnections.cjs') = createRequire(
  import.meta.url,
)('../tests/support/guardConnections.cjs');

test('a test and its processes can’t reach a server that no test has started, another machine, a DNS server or a UDP port', async () => {
  const program = await OtherProgram.start();
  onTestFinished(program.stop);
  const { host } = new URL(program.address);
  const name = `“${expect.getState().currentTestName}”`;
  const refusal = (target: string) => `${name} must not connect to ${target}, which no test has opened`;
  const readMessage = (url: string) => fetch(url).then(String, ({ cause }) => cause.message);
  const messages = [host, 'table.example'].map(refusal);
  expect(await Promise.all([program.address, 'https://table.example'].map(readMessage))).toEqual(messages);
  expect(takeRefusedConnections()).toEqual(messages);

  const script = `
    const dns = require('node:dns');
    const print = (error) => console.log(error.message);
    (async () => {
      for (const url of ['${program.address}', 'http://192.0.2.1']) await fetch(url).catch(({ cause }) => print(cause));
      await dns.promises.resolve4('table.example').catch(print);
      await new Promise((resolve) => new dns.Resolver().resolve('table.example', 'MX', (error) => resolve(print(error))));
      try { require('node:dgram').createSocket('udp4').unref().send('packet', 53, '127.0.0.1'); } catch (error) { print(error); }
    })();`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  const targets = [host, '192.0.2.1:80', 'table.example', 'table.example', 'UDP 53 127.0.0.1'];
  expect(stdout.trim().split('\n')).toEqual(targets.map(refusal));
  expect(takeRefusedConnections()).toEqual(targets.map(refusal));
  expect(program.log).not.toContain('connection');
});
