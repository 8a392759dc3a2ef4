import type { Core } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import { errorMessage } from '../shared/errorMessage';
import { onClosed, onListening } from '../strapi/server';
import { makeChange, type ShowItem } from './makeChange';
import { findChanges, findNextDue, followTimeZone, updateChange } from './storedChanges';

/** How often the database is asked what is due: also after the clock was set, or the machine slept. */
const CHECK_MS = 1_000;
/** A change that fails without being at fault is made again so often. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 10_000;
const FAILED = 'This could not be done. Tell whoever looks after the site.';

/**
 * Makes scheduled changes at their times, in order, in the running CMS; at the start those that were missed. The database alone knows
 * what is due: a timer only shortens the wait for a time that comes within the next second.
 */
export function startScheduler(strapi: Core.Strapi, showItem: ShowItem): void {
  const timeZone = readTimeZone();
  const attempts = new Map<number, number>();

  /** Makes what is due, and returns how long to wait before the next look, in milliseconds. */
  const makeDue = async (): Promise<number> => {
    for (;;) {
      const next = await findNextDue(strapi, Date.now() + CHECK_MS);
      const wait = next ? next.due - Date.now() : CHECK_MS;
      if (!next || wait > 0) return wait;
      const [change] = await findChanges(strapi, { id: next.id });
      if (!change) continue;
      try {
        await makeChange(strapi, change, showItem, timeZone);
        attempts.delete(change.id);
      } catch (error) {
        const attempt = (attempts.get(change.id) ?? 0) + 1;
        attempts.set(change.id, attempt);
        strapi.log.error(
          `The scheduled change ${change.id} failed (attempt ${attempt}): ${errorMessage(error)}`,
        );
        if (attempt < MAX_ATTEMPTS) return RETRY_MS;
        await updateChange(strapi, change.id, { state: 'failed', problem: FAILED });
      }
    }
  };

  onListening(strapi, () => {
    let isClosed = false;
    let isUnreachable = false;
    let timer: NodeJS.Timeout;
    const check = async () => {
      let wait = CHECK_MS;
      try {
        wait = await makeDue();
        isUnreachable = false;
      } catch (error) {
        if (!isUnreachable && !isClosed)
          strapi.log.error(`Scheduled changes can't be read: ${errorMessage(error)}`);
        isUnreachable = true;
      }
      if (!isClosed) timer = setTimeout(check, wait).unref();
    };
    onClosed(strapi, () => {
      isClosed = true;
      clearTimeout(timer);
    });
    void followTimeZone(strapi, timeZone).then(check, check);
  });
}
