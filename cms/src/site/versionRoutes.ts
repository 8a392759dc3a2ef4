import type { Core } from '@strapi/strapi';
import { type EntryUse, isAllowed, requireAllowed, requireSome } from '../permissions/entryPermissions';
import { contentTypes, uidOf } from '../shared/content/contentTypes';
import { menuTypes } from '../shared/content/menuTypes';
import { addAdminRoute, type Context } from '../strapi/routes';
import { type EntryId, parseEntry, toKeyOf } from './entry';
import { lockEntries, lockEntry } from './lockEntries';
import { entriesOf } from './publications';
import { listMenuVersions, listVersions, readVersion } from './readVersions';
import { authorOf } from './recordVersions';
import { restoreVersion } from './restoreVersion';
import { findHeads, requireVersion, targetOf } from './storedVersions';
import type { RestoreAnswer, StoredVersion, VersionedEntry, VersionSummary } from './version';

/** Returns what bringing a version back changes: each entry of a publication, or one, or an order. */
const targetsOf = (version: StoredVersion): VersionedEntry[] =>
  version.kind === 'menu' ? entriesOf(version) : [version];

const isEntry = (target: VersionedEntry): target is EntryId => target.documentId !== null;

/** What bringing a version back does: it has all fields, and is published. */
const RESTORE = ['read', 'update', 'publish'] as const;

/**
 * Adds the routes with which the admin lists and reads versions and brings one back. The permissions are those to read the
 * entry, to change its fields and to publish it; for one that was deleted, also to create it.
 */
export function addVersionRoutes(strapi: Core.Strapi): void {
  /** @throws ForbiddenError unless the account may bring back the versions of an entry */
  const requirePermission = (
    { state }: Context,
    entry: VersionedEntry,
    actions: EntryUse['actions'] = RESTORE,
  ): Promise<void> => requireAllowed(strapi, state, { uid: entry.uid, actions }, targetOf(strapi, entry));

  /** @throws NotFoundError with a sentence for the owner, or ForbiddenError */
  const findVersion = async (context: Context): Promise<StoredVersion> => {
    requireSome(strapi, context.state, RESTORE, Object.keys(contentTypes));
    const version = await requireVersion(strapi, Number(context.params.id));
    for (const entry of targetsOf(version)) await requirePermission(context, entry);
    return version;
  };

  const selectPermitted = async ({ state }: Context, summaries: VersionSummary[]) => {
    const permitted = new Map<string, boolean>();
    const listTargets = (summary: VersionSummary): VersionedEntry[] => summary.entries ?? [summary];
    for (const entry of summaries.flatMap(listTargets)) {
      const use = { uid: entry.uid, actions: RESTORE };
      if (!permitted.has(toKeyOf(entry)))
        permitted.set(toKeyOf(entry), await isAllowed(strapi, state, use, targetOf(strapi, entry)));
    }
    return summaries.filter((summary) =>
      listTargets(summary).every((entry) => permitted.get(toKeyOf(entry))),
    );
  };

  addAdminRoute(strapi, 'GET', '/versions', async (context) => {
    const entry = parseEntry(context.query);
    await requirePermission(context, entry);
    return listVersions(strapi, entry);
  });
  addAdminRoute(strapi, 'GET', '/versions/menu', async (context) => {
    const types = requireSome(strapi, context.state, RESTORE, menuTypes);
    const versions = await listMenuVersions(strapi, types.map(uidOf));
    return selectPermitted(context, versions);
  });
  addAdminRoute(strapi, 'GET', '/versions/:id', async (context) =>
    readVersion(strapi, (await findVersion(context)).id),
  );
  addAdminRoute(strapi, 'POST', '/versions/:id/bring-back', async (context) => {
    const version = await findVersion(context);
    const { id, uid, documentId } = version;
    const undo = await strapi.db.transaction(async () => {
      const entries = targetsOf(version).filter(isEntry);
      // Locked, so that nobody deletes one in between.
      await lockEntries(strapi, entries);
      for (const entry of entries)
        if (!(await lockEntry(strapi, entry))) await requirePermission(context, entry, ['create']);
      return restoreVersion(strapi, id, authorOf(context.state));
    });
    const [newest] = undo.length > 0 ? await findHeads(strapi, { uid, documentId }) : [];
    const answer: RestoreAnswer = { undo, change: newest?.kind === 'publish' ? newest.change : '' };
    return answer;
  });
}
