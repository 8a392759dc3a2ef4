import { FetchError, getFetchClient } from '@strapi/strapi/admin';
import type { MenuAnswer } from '../../menu/menu';
import { explainFailure } from '../explainFailure';
import { type Connection, MenuProblem } from './menuStore';

type Answer = Awaited<ReturnType<Connection['send']>>;

/** A request without an answer for this long is lost. */
const TIMEOUT_MS = 20_000;
const NOT_LOADED = 'The menu could not be loaded, so nothing has changed. Load the page again.';

function explain(error: unknown, otherwise?: string): MenuProblem | undefined {
  if (!(error instanceof FetchError) || !error.status) return undefined;
  return new MenuProblem(explainFailure(error, otherwise), error.status === 409 ? 'conflict' : 'rejected');
}

/** The connection of the menu screen to the CMS. */
export const menuConnection: Connection = {
  async load() {
    try {
      const { data } = await getFetchClient().get<MenuAnswer>('/menu', {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return data;
    } catch (error) {
      throw explain(error, NOT_LOADED) ?? error;
    }
  },
  async send({ method, path, body }) {
    const { del, put, post } = getFetchClient();
    const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    const { data } = await (method === 'DELETE'
      ? del<Answer>(path, options)
      : (method === 'PUT' ? put<Answer> : post<Answer>)(path, body, options));
    return data;
  },
  explain: (error) => explain(error),
};
