import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { isDiskFull } from '../environment/diskFull';
import { errorMessage } from '../shared/errorMessage';
import { onFailedStatement, UncertainCommitError } from '../strapi/commits';

const DISK_FULL =
  'This was not saved: the disk of the computer that runs the site is full. Tell whoever looks after the site. Visitors still see the site as it is.';
const UNCERTAIN =
  'It is not certain that this was saved, because the database did not answer. Load the page again, and look before you repeat it.';

/** Answers with one sentence, and logs one line, when something could not be stored, or when nobody knows whether it was. */
export default (_config: unknown, { strapi }: { strapi: Core.Strapi }): Core.MiddlewareHandler => {
  // Strapi's sign-in tells nobody why it could not store a session.
  const requests = new AsyncLocalStorage<{ hasFullDisk: boolean }>();
  onFailedStatement(strapi, (error) => {
    const request = requests.getStore();
    if (request && isDiskFull(error)) request.hasFullDisk = true;
  });

  return async (ctx, next) => {
    const request = { hasFullDisk: false };
    const reject = (status: number, message: string, log: string) => {
      strapi.log.error(log);
      ctx.status = status;
      ctx.body = { data: null, error: { status, name: 'StorageError', message } };
    };
    // Without the message of an error, which may have the words of the owner.
    const path = `${ctx.method} ${ctx.path}`;
    const rejectFullDisk = () => reject(507, DISK_FULL, `The disk is full: ${path} has saved nothing.`);
    try {
      await requests.run(request, next);
      if (request.hasFullDisk && ctx.status === 500) rejectFullDisk();
    } catch (error) {
      if (isDiskFull(error)) return rejectFullDisk();
      if (!(error instanceof UncertainCommitError)) throw error;
      reject(503, UNCERTAIN, `The database did not confirm ${path} (${errorMessage(error.cause)}).`);
    }
  };
};
