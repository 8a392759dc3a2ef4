import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { recordLine } from '../auditLog/auditLog';
import { requireAllowed, requireSome } from '../permissions/entryPermissions';
import { contentTypes, findContentType, uidOf } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { addAdminRoute, type Context } from '../strapi/routes';
import { applyPlanned } from './applyPlanned';
import { readEntry } from './entry';
import {
  captureDraft,
  changePlanned,
  describePlanned,
  describeState,
  describeTime,
  listPlanned,
  parseMoment,
  planPublishing,
  requirePublishable,
} from './planChange';
import type { PlannedChange } from './plannedChange';
import { deletePlans, requirePlan, updatePlan } from './storedPlans';

const CHANGED = 'Somebody has changed this in the meantime. Look at it again, then choose the time again.';

const readBody = ({ request: { body } }: Context): Record<string, unknown> => (isRecord(body) ? body : {});

/** @throws NotFoundError when there is no such type */
function parseEntry({ uid: type, documentId }: { uid?: unknown; documentId?: unknown }) {
  const uid = uidOf(String(type).split('.').at(-1) ?? '');
  if (uid !== type || !findContentType(uid)) throw new errors.NotFoundError();
  return { uid, documentId: String(documentId ?? '') };
}

/**
 * Adds the routes with which the admin lists planned changes, schedules the publishing of an entry, and moves, makes or cancels a
 * change. The permissions are those to read, change and publish its entries.
 */
export function addPlannedRoutes(strapi: Core.Strapi): void {
  const list = async (context: Context) => {
    requireSome(strapi, context.state, ['read'], Object.keys(contentTypes));
    const { query, state } = context;
    return listPlanned(strapi, state, query.uid === undefined ? undefined : parseEntry(query));
  };

  /** @throws ForbiddenError, or NotFoundError with a sentence for the owner */
  const findPlan = async ({ params, state }: Context): Promise<PlannedChange> => {
    requireSome(strapi, state, ['publish'], Object.keys(contentTypes));
    const plan = await requirePlan(strapi, Number(params.id));
    await requirePublishable(strapi, state, plan.entries);
    return plan;
  };

  addAdminRoute(strapi, 'GET', '/schedule', list);
  addAdminRoute(strapi, 'POST', '/schedule/entries/:uid/:documentId', async (context) => {
    const { state } = context;
    const { time, savedAt, replaces } = readBody(context);
    const entry = parseEntry(context.params);
    await requireAllowed(
      strapi,
      state,
      { uid: entry.uid, actions: ['read', 'update', 'publish'] },
      { documentId: entry.documentId },
    );
    const moment = parseMoment(time);
    const draft = await strapi
      .documents(entry.uid)
      .findOne({ documentId: entry.documentId, status: 'draft' });
    if (draft && new Date(draft.updatedAt ?? 0).getTime() !== new Date(String(savedAt)).getTime())
      return context.conflict(CHANGED);
    const captured = await captureDraft(strapi, entry, await readEntry(strapi, entry));
    await planPublishing(strapi, 'entry', captured ? [captured] : [], {
      account: state,
      moment,
      replaces,
    });
    return listPlanned(strapi, state);
  });
  addAdminRoute(strapi, 'PUT', '/schedule/:id', async (context) => {
    const plan = await findPlan(context);
    const moved = parseMoment(readBody(context).time);
    if (plan.state === 'failed' || plan.state === 'late')
      throw new errors.ValidationError('This can’t be moved any more: plan it again.');
    await changePlanned(strapi, plan, () =>
      updatePlan(strapi, plan.id, {
        ...moved,
        state: 'waiting',
        problem: null,
        scheduledAt: new Date().toISOString(),
      }),
    );
    await recordLine(strapi, `moved ${describePlanned(plan)} to ${describeTime(moved)}`);
    return listPlanned(strapi, context.state);
  });
  addAdminRoute(strapi, 'POST', '/schedule/:id/make', async (context) => {
    const plan = await findPlan(context);
    if (describeState(plan).state !== 'asking')
      throw new errors.ValidationError('This is not waiting for your answer any more.');
    await applyPlanned(strapi, plan);
    return listPlanned(strapi, context.state);
  });
  addAdminRoute(strapi, 'DELETE', '/schedule/:id', async (context) => {
    const plan = await findPlan(context);
    await changePlanned(strapi, plan, () => deletePlans(strapi, { id: plan.id }));
    const isOver = plan.state === 'failed' || plan.state === 'late';
    if (!isOver) await recordLine(strapi, `cancelled ${describePlanned(plan)}`);
    return listPlanned(strapi, context.state);
  });
}
