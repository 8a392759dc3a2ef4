import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { recordLine } from '../auditLog/auditLog';
import { requireAllowed, requireSome } from '../permissions/entryPermissions';
import { contentTypes } from '../shared/content/contentTypes';
import { addAdminRoute, ConflictError } from '../strapi/routes';
import { readBefore } from './applyChange';
import { applyPlanned } from './applyPlanned';
import { parseEntry } from './entry';
import { describeState, listPlanned, PUBLISH, requirePublishable } from './listPlanned';
import {
  captureDraft,
  changePlanned,
  describePlanned,
  formatTime,
  parseEnd,
  parseMoment,
  planPublishing,
} from './planChange';
import type { PlannedChange } from './plannedChange';
import { deletePlans, movePlan, requirePlan } from './storedPlans';

const CHANGED = 'Somebody has changed this in the meantime. Look at it again, then choose the time again.';

/** Whether there is nothing left of a change but what the owner should read. */
const isOver = ({ state }: PlannedChange): boolean => state === 'failed' || state === 'late';

/**
 * Adds the routes with which the admin lists planned changes, schedules the publishing of an entry, and moves, makes or cancels a
 * change. The permissions are those to read, change and publish its entries.
 */
export function addPlannedRoutes(strapi: Core.Strapi): void {
  addAdminRoute(strapi, 'GET', '/schedule', ({ query, state }) => {
    requireSome(strapi, state, ['read'], Object.keys(contentTypes));
    return listPlanned(strapi, state, query.uid === undefined ? undefined : parseEntry(query));
  });
  addAdminRoute(strapi, 'POST', '/schedule/entries/:uid/:documentId', async (context, values) => {
    const { params, state: account } = context;
    const { time, savedAt, replaces, until } = values;
    const { uid, documentId } = parseEntry(params);
    await requireAllowed(strapi, account, { uid, actions: PUBLISH }, { documentId });
    const moment = parseMoment(time);
    const before = await readBefore(strapi, { uid, documentId });
    if (before.updatedAt !== Date.parse(String(savedAt))) throw new ConflictError(CHANGED);
    const captured = captureDraft(before);
    await planPublishing(strapi, 'entry', captured ? [captured] : [], { account, moment, replaces, until });
    return listPlanned(strapi, account);
  });

  /** Adds a route that does something with a planned change, and answers with the list. */
  const addChange = (
    method: 'PUT' | 'POST' | 'DELETE',
    path: string,
    change: (plan: PlannedChange, values: Record<string, unknown>) => Promise<void>,
  ) =>
    addAdminRoute(strapi, method, path, async ({ params, state }, values) => {
      requireSome(strapi, state, ['publish'], Object.keys(contentTypes));
      const plan = await requirePlan(strapi, Number(params.id));
      await requirePublishable(strapi, state, plan.entries);
      await change(plan, values);
      return listPlanned(strapi, state);
    });

  addChange('PUT', '/schedule/:id', async (plan, { time }) => {
    const moment = parseMoment(time);
    if (isOver(plan)) throw new errors.ValidationError('This can’t be moved any more: plan it again.');
    const isEnd = plan.scope === 'end';
    const moved = {
      ...moment,
      until: isEnd ? moment.localTime : ((await parseEnd(strapi, plan.until, moment))?.until ?? null),
    };
    await changePlanned(strapi, plan, () => movePlan(strapi, plan.id, moved));
    await recordLine(strapi, `moved ${describePlanned(plan)} to ${formatTime(moved)}`);
  });
  addChange('POST', '/schedule/:id/make', async (plan) => {
    if (describeState(plan).state !== 'asking')
      throw new errors.ValidationError('This is not waiting for your answer any more.');
    await applyPlanned(strapi, plan, true);
  });
  addChange('DELETE', '/schedule/:id', async (plan) => {
    await changePlanned(strapi, plan, () => deletePlans(strapi, { id: plan.id }));
    if (!isOver(plan)) await recordLine(strapi, `cancelled ${describePlanned(plan)}`);
  });
}
