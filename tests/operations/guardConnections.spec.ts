import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { takeRefusedConnections } from '../support/guardConnections.cjs';
import { OtherProgram } from '../support/otherProgram.ts';
import { listenOnFreePort } from '../support/ports.ts';
import { expect, test } from '../support/stack.ts';

let program: OtherProgram;
test.beforeEach(async () => {
  program = await OtherProgram.start();
});
test.afterEach(() => program.stop());

/** How the refusal of a request to another program names the test. */
const refusal = (titlePath: string[], target: string) =>
  `“${titlePath.join(' › ')}” must not connect to ${target}, which no test has opened`;

test('a process of a test can’t reach a server that no test has started, or another machine, a DNS server or a UDP port', ({}, {
  titlePath,
}) => {
  const { host, port } = new URL(program.address);
  const targets = {
    [program.address]: host,
    [`https://localhost:${port}`]: `localhost:${port}`,
    'http://192.0.2.1': '192.0.2.1:80',
    'https://table.example': 'table.example',
  };
  const script = `
    const dns = require('node:dns');
    const { createSocket } = require('node:dgram');
    const print = (error) => console.log(error.message);
    (async () => {
      for (const url of ${JSON.stringify(Object.keys(targets))}) await fetch(url).catch(({ cause }) => print(cause));
      await dns.promises.resolve4('table.example').catch(print);
      await new Promise((resolve) => new dns.Resolver().resolve('table.example', 'MX', (error) => resolve(print(error))));
      await new Promise((resolve) => dns.reverse('192.0.2.1', (error) => resolve(print(error))));
      for (const method of ['send', 'connect'])
        try { createSocket('udp4').unref()[method](...(method === 'send' ? ['packet'] : []), 53, '127.0.0.1'); } catch (error) { print(error); }
    })();`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  const names = ['table.example', 'table.example', '192.0.2.1', 'UDP 53 127.0.0.1', 'UDP 53 127.0.0.1'];
  const messages = [...Object.values(targets), ...names].map((target) => refusal(titlePath, target));
  expect(stdout.trim().split('\n')).toEqual(messages);
  expect(takeRefusedConnections()).toEqual(messages);
  expect(program.log).not.toContain('connection');
});

test('a test can record the connections and programs that its processes open', async ({}, testInfo) => {
  const own = createServer((_incoming, outgoing) => outgoing.end());
  const port = await listenOnFreePort(own);
  const log = testInfo.outputPath('connections');
  const script = `
    const { execFileSync, spawn, spawnSync } = require('node:child_process');
    spawnSync('first-program');
    try { execFileSync('second-program'); } catch {}
    spawn('third-program').on('error', () => fetch('http://127.0.0.1:${port}'));`;
  const child = spawn(process.execPath, ['-e', script], {
    env: { ...process.env, TEST_CONNECTION_LOG: log },
  });
  await once(child, 'close');
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).target)).toEqual([
    ...['first', 'second', 'third'].map((name) => `${name}-program`),
    `127.0.0.1:${port}`,
  ]);
  own.close();
});

test('a page, a frame and a worker can’t reach a server that no test has started, or another machine', async ({
  browser,
}, { titlePath }) => {
  const own = createServer((_incoming, outgoing) =>
    outgoing.setHeader('content-type', 'text/html').end('<!doctype html><title>Own</title>'),
  );
  const ownAddress = `http://127.0.0.1:${await listenOnFreePort(own)}`;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(ownAddress);
  for (const target of [`${program.address}/`, 'https://table.example/']) {
    const otherPage = await context.newPage();
    await expect(otherPage.goto(target)).rejects.toThrow('ERR_CONNECTION_REFUSED');
    await otherPage.close();
    const fetchInPage = (url: string) => fetch(url, { mode: 'no-cors' }).then(String, String);
    expect(await page.evaluate(fetchInPage, target)).toContain('Failed to fetch');
    const fetchInWorker = (url: string) =>
      new Promise((resolve) => {
        const script = `fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).then(String, String).then(postMessage)`;
        const worker = new Worker(URL.createObjectURL(new Blob([script])));
        worker.addEventListener('message', ({ data }) => resolve(data));
      });
    expect(await page.evaluate(fetchInWorker, target)).toContain('Failed to fetch');
    await page.evaluate(async (src) => {
      const frame = Object.assign(document.createElement('iframe'), { src });
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
    }, target);
    expect(takeRefusedConnections()).toEqual(Array(4).fill(refusal(titlePath, target)));
  }
  await context.close();
  own.close();
  // A browser with a window opens a connection before it knows that the request is refused.
  expect(program.log).not.toContain('request');
});
