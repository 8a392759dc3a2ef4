import { createServer } from 'node:http';
import { takeRefusedConnections } from '../support/guardConnections.cjs';
import { OtherProgram } from '../support/otherProgram.ts';
import { listenOnFreePort } from '../support/ports.ts';
import { expect, test } from '../support/stack.ts';

test('a page, a frame and a worker can’t reach a server that no test has started, or another machine', async ({
  browser,
}, { titlePath }) => {
  const program = await OtherProgram.start();
  const own = createServer((_incoming, outgoing) =>
    outgoing.setHeader('content-type', 'text/html').end('<!doctype html><title>Own</title>'),
  );
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${await listenOnFreePort(own)}`);
  for (const target of [`${program.address}/`, 'https://table.example/']) {
    const results = await page.evaluate(async (url) => {
      const script = `fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).then(String, String).then(postMessage)`;
      const worker = new Worker(URL.createObjectURL(new Blob([script])));
      const inWorker = new Promise((resolve) =>
        worker.addEventListener('message', ({ data }) => resolve(data)),
      );
      const frame = Object.assign(document.createElement('iframe'), { src: url });
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      return [await inWorker, await fetch(url, { mode: 'no-cors' }).then(String, String)];
    }, target);
    expect(results).toEqual(Array(2).fill(expect.stringContaining('Failed to fetch')));
    const refusal = `“${titlePath.join(' › ')}” must not connect to ${target}, which no test has opened`;
    expect(takeRefusedConnections()).toEqual(Array(3).fill(refusal));
  }
  await context.close();
  own.close();
  program.stop();
  // A browser with a window opens a connection before it knows that the request is refused.
  expect(program.log).not.toContain('request');
});
