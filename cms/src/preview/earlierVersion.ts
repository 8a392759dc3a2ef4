import type { Core, Modules } from '@strapi/strapi';
import type { Version } from '../versions/version';

type AnyDocument = Modules.Documents.AnyDocument;

/** The state of a request; only `showEarlierVersion` sets the version. */
interface RequestState {
  earlierVersion?: Version;
}

/** Makes the queries of a request return a version in place of its entry. */
export function showEarlierVersion(state: object, version: Version): void {
  const requestState: RequestState = state;
  requestState.earlierVersion = version;
}

/**
 * Returns published entries with an earlier content in place of its entry, which is added when it is not published now. An added
 * entry has the fields that the others have, so a query without pictures gets none, and the row id 0, because it has no row.
 */
function replaceEntry(
  entries: AnyDocument[],
  documentId: string,
  content: Record<string, unknown>,
): AnyDocument[] {
  const published = entries.find((entry) => entry.documentId === documentId);
  const names = Object.keys(published ?? entries[0] ?? content).filter((name) => name in content);
  const earlier = Object.fromEntries(names.map((name) => [name, content[name]]));
  const shown = { id: 0, ...published, ...earlier, documentId };
  return published ? entries.map((entry) => (entry === published ? shown : entry)) : [...entries, shown];
}

/** Returns published dishes with the positions of an earlier order; those that it lacks come last. */
function orderEntries(entries: AnyDocument[], documentIds: unknown): AnyDocument[] {
  const ids: unknown[] = Array.isArray(documentIds) ? documentIds : [];
  return entries.map((entry) => {
    const index = ids.indexOf(entry.documentId);
    return { ...entry, position: index < 0 ? null : index };
  });
}

/** Returns published entries as they were with a version. */
export const applyVersion = (entries: AnyDocument[], version: Version): AnyDocument[] =>
  version.documentId === null
    ? orderEntries(entries, version.content.documentIds)
    : replaceEntry(entries, version.documentId, version.content);

/** Shows an earlier version in the requests for which `showEarlierVersion` was called. */
export function replaceByEarlierVersion(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const state: RequestState = strapi.requestContext.get()?.state ?? {};
    const { earlierVersion: version } = state;
    if (version?.uid !== context.uid) return next();
    const { action, params } = context;
    if (action !== 'findMany' && action !== 'findFirst' && action !== 'findOne') return next();
    const isOther =
      action === 'findOne' && version.documentId !== null && params.documentId !== version.documentId;
    if (isOther) return next();
    // Cast: Strapi's types do not relate the result to the action.
    const result = (await next()) as AnyDocument[] | AnyDocument | null;
    if (Array.isArray(result)) return applyVersion(result, version);
    return applyVersion(result ? [result] : [], version)[0] ?? null;
  };
}
