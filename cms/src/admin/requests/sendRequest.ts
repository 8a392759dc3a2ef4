import { getFetchClient } from '@strapi/strapi/admin';
import type { ChangeRequest } from '../../shared/requests/changeCommands';

/** A request without an answer for this long is lost. */
const TIMEOUT_MS = 20_000;

const withTimeout = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Loads the answer to a GET request. */
export async function load<Answer>(path: string): Promise<Answer> {
  return (await getFetchClient().get<Answer>(path, withTimeout())).data;
}

/** Sends a request that changes something, and returns its answer. */
export async function sendRequest<Answer>({ method, path, body }: ChangeRequest): Promise<Answer> {
  const { del, put, post } = getFetchClient();
  const { data } = await (method === 'DELETE'
    ? del<Answer>(path, withTimeout())
    : (method === 'PUT' ? put<Answer> : post<Answer>)(path, body, withTimeout()));
  return data;
}
