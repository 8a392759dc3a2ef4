import type { ServerResponse } from 'node:http';

/** A signal that is aborted when the response has ended or its client has disconnected. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
