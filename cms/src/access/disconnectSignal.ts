import type { ServerResponse } from 'node:http';

/** Creates a signal that is aborted when the response has ended or the client has disconnected. */
export function createDisconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
