import type { Core } from '@strapi/strapi';
import { errorMessage } from '../shared/errorMessage';
import { onClosed, onListening } from '../strapi/server';
import { applyPlanned } from './applyPlanned';
import type { PlannedChange } from './plannedChange';
import { findNextDue, findPlans, followHours, updatePlan, withLock } from './storedPlans';

/** How often the database is asked what is due: also after the clock was set, or the machine slept. */
const CHECK_MS = 1_000;
/** How often a change is tried that fails by an error, such as one of the database; one that is refused is tried once. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 10_000;
const FAILED = 'This could not be done. Tell whoever looks after the site. Do you still want it?';

/**
 * Returns a function that makes what is due, in order, and returns how long to wait before the next look, in milliseconds. The database
 * alone knows what is due; a change that fails is left alone for a while, and at last the owner is asked.
 */
export function createMaker(strapi: Core.Strapi): () => Promise<number> {
  /** The changes that have failed: how often, and when each is made again by the monotonic clock. */
  const failures = new Map<number, { attempts: number; retryAt: number }>();
  const listPaused = () =>
    [...failures].filter(([, { retryAt }]) => retryAt > performance.now()).map(([id]) => id);

  const handleFailure = async (plan: PlannedChange, error: unknown): Promise<void> => {
    const attempts = (failures.get(plan.id)?.attempts ?? 0) + 1;
    failures.set(plan.id, { attempts, retryAt: performance.now() + RETRY_MS });
    strapi.log.error(`The planned change ${plan.id} failed (attempt ${attempts}): ${errorMessage(error)}`);
    if (attempts < MAX_ATTEMPTS) return;
    const [present] = await findPlans(strapi, { id: plan.id });
    const ask = () => updatePlan(strapi, plan.id, { state: 'asking', problem: FAILED });
    if (present) await withLock(strapi, present, ask);
  };

  return async () => {
    for (;;) {
      const plan = await findNextDue(strapi, Date.now() + CHECK_MS, listPaused());
      const wait = plan ? new Date(plan.dueAt).getTime() - Date.now() : CHECK_MS;
      if (!plan || wait > 0) return wait;
      try {
        await applyPlanned(strapi, plan);
        failures.delete(plan.id);
      } catch (error) {
        await handleFailure(plan, error);
      }
    }
  };
}

/** Makes planned changes at their times in the running CMS; at the start those that were missed. */
export function startScheduler(strapi: Core.Strapi): void {
  const makeDue = createMaker(strapi);
  onListening(strapi, () => {
    let isClosed = false;
    let isUnreachable = false;
    let hasFollowed = false;
    let timer: NodeJS.Timeout;
    const check = async () => {
      let wait = CHECK_MS;
      try {
        if (!hasFollowed) await followHours(strapi);
        hasFollowed = true;
        wait = await makeDue();
        isUnreachable = false;
      } catch (error) {
        if (!isUnreachable && !isClosed)
          strapi.log.error(`Planned changes can't be read: ${errorMessage(error)}`);
        isUnreachable = true;
      }
      if (!isClosed) timer = setTimeout(check, wait).unref();
    };
    onClosed(strapi, () => {
      isClosed = true;
      clearTimeout(timer);
    });
    void check();
  });
}
