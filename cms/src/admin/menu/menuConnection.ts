import { FetchError } from '@strapi/strapi/admin';
import type { MenuAnswer } from '../../menu/menu';
import { toRequest } from '../../shared/commands/commands';
import { explainFailure } from '../requests/explainFailure';
import { load, sendRequest } from '../requests/sendRequest';
import { type Connection, MenuProblem } from './menuStore';

const NOT_LOADED = 'The menu could not be loaded, so nothing has changed. Load the page again.';

function explain(error: unknown, otherwise?: string): MenuProblem | undefined {
  if (!(error instanceof FetchError) || !error.status) return undefined;
  return new MenuProblem(explainFailure(error, otherwise), error.status === 409 ? 'conflict' : 'rejected');
}

/** The connection of the menu screen to the CMS. */
export const menuConnection: Connection = {
  async load() {
    try {
      return await load<MenuAnswer>('/menu');
    } catch (error) {
      throw explain(error, NOT_LOADED) ?? error;
    }
  },
  send: (command) => sendRequest(toRequest(command)),
  explain: (error) => explain(error),
};
