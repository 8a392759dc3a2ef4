import { once } from 'node:events';
import { connect } from 'node:net';
import { startMailServer } from '../support/mailServer.ts';
import { expect, test } from '../support/operations.ts';

test('a client that disconnects in the middle of a mail has sent none', async () => {
  const server = await startMailServer();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  const send = async (line: string) => {
    const [answer] = await Promise.all([once(socket, 'data'), socket.write(`${line}\r\n`)]);
    return String(answer);
  };
  await once(socket, 'data');
  await send('EHLO test.example');
  const login = Buffer.from('\0table\0p@ss/1797').toString('base64');
  await send(`AUTH PLAIN ${login}`);
  await send('MAIL FROM:<site@test.example>');
  await send('RCPT TO:<owner@test.example>');
  expect(await send('DATA')).toMatch(/^354/);
  socket.write('Subject: half\r\n\r\nhalf a ma');
  socket.destroy();
  await once(socket, 'close');
  await server.close();
  expect(server.mails).toEqual([]);
});
