import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { recordLine } from '../auditLog/auditLog';
import { requireAllowed, requireSome } from '../permissions/entryPermissions';
import { contentTypes, findContentType, uidOf } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { addAdminRoute, type Context } from '../strapi/routes';
import { readEntry } from '../versions/recordVersions';
import { makeChange, type ShowItem } from './makeChange';
import {
  changeLocked,
  describePlanned,
  describeState,
  describeTime,
  listSchedule,
  parseMoment,
  requireMakeable,
  schedulePublishing,
} from './schedule';
import type { StoredChange } from './scheduledChange';
import { captureDraft } from './scheduledEntries';
import { deleteChanges, requireChange, updateChange } from './storedChanges';

const CHANGED = 'Somebody has changed this in the meantime. Look at it again, then choose the time again.';

const readBody = ({ request: { body } }: Context): Record<string, unknown> => (isRecord(body) ? body : {});

/** @throws NotFoundError when there is no such type */
function parseEntry({ uid: type, documentId }: { uid?: unknown; documentId?: unknown }) {
  const uid = uidOf(String(type).split('.').at(-1) ?? '');
  if (uid !== type || !findContentType(uid)) throw new errors.NotFoundError();
  return { uid, documentId: String(documentId ?? '') };
}

/**
 * Adds the routes with which the admin lists scheduled changes, schedules the publishing of an entry, and moves, makes or cancels a
 * change. The permissions are those to read, change and publish its entries.
 */
export function addScheduleRoutes(strapi: Core.Strapi, showItem: ShowItem): void {
  const list = async (context: Context) => {
    requireSome(strapi, context.state, ['read'], Object.keys(contentTypes));
    const { query, state } = context;
    return listSchedule(strapi, state, query.uid === undefined ? undefined : parseEntry(query));
  };

  /** @throws ForbiddenError, or NotFoundError with a sentence for the owner */
  const findChange = async ({ params, state }: Context): Promise<StoredChange> => {
    requireSome(strapi, state, ['publish'], Object.keys(contentTypes));
    const change = await requireChange(strapi, Number(params.id));
    await requireMakeable(strapi, state, change.entries);
    return change;
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
    await schedulePublishing(strapi, 'entry', captured ? [captured] : [], {
      account: state,
      moment,
      replaces,
    });
    return listSchedule(strapi, state);
  });
  addAdminRoute(strapi, 'PUT', '/schedule/:id', async (context) => {
    const change = await findChange(context);
    const moved = parseMoment(readBody(context).time);
    if (change.state === 'failed' || change.state === 'late')
      throw new errors.ValidationError('This can’t be moved any more: plan it again.');
    await changeLocked(strapi, change, () =>
      updateChange(strapi, change.id, {
        ...moved,
        state: 'waiting',
        problem: null,
        scheduledAt: new Date().toISOString(),
      }),
    );
    await recordLine(strapi, `moved ${describePlanned(change)} to ${describeTime(moved)}`);
    return listSchedule(strapi, context.state);
  });
  addAdminRoute(strapi, 'POST', '/schedule/:id/make', async (context) => {
    const change = await findChange(context);
    if (describeState(change).state !== 'asking')
      throw new errors.ValidationError('This is not waiting for your answer any more.');
    await makeChange(strapi, change, showItem);
    return listSchedule(strapi, context.state);
  });
  addAdminRoute(strapi, 'DELETE', '/schedule/:id', async (context) => {
    const change = await findChange(context);
    await changeLocked(strapi, change, () => deleteChanges(strapi, { id: change.id }));
    const isOver = change.state === 'failed' || change.state === 'late';
    if (!isOver) await recordLine(strapi, `cancelled ${describePlanned(change)}`);
    return listSchedule(strapi, context.state);
  });
}
