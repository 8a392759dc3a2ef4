// The yardstick of server.bench.ts: answers every request with the file and the headers (JSON) that its arguments name, and
// prints its port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [path = '', headersText = ''] = process.argv.slice(2);
const body = readFileSync(path);
const headers = JSON.parse(headersText);
const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
server.listen(0, '127.0.0.1', () => process.stdout.write(String(Object(server.address()).port)));
