import { FetchError } from '@strapi/strapi/admin';
import { toRequest } from '../../shared/requests/changeCommands';
import { explainFailure } from '../requests/explainFailure';
import { load, sendRequest } from '../requests/sendRequest';
import type { MenuConnection } from './menuClient';

const NOT_LOADED = 'The menu could not be loaded, so nothing has changed. Load the page again.';

/** The connection of the menu screen to the CMS. */
export const menuConnection: MenuConnection = {
  load: () => load('/menu'),
  send: async (command) => sendRequest(toRequest(command)),
  explain(error, { type }) {
    if (!(error instanceof FetchError) || !error.status) return undefined;
    const message = explainFailure(error, type === 'load' ? NOT_LOADED : undefined);
    return { kind: error.status === 409 ? 'conflict' : 'rejected', message };
  },
};
