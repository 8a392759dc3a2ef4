import type { Core, Modules } from '@strapi/strapi';
import type { Version } from '../site/version';

type AnyDocument = Modules.Documents.AnyDocument;

/**
 * The content of an entry that a preview shows in place of the published one, `null` if the entry is off the site then; without a
 * document id, an order of a type's dishes.
 */
export type ShownContent = Pick<Version, 'uid' | 'documentId'> & { content: Version['content'] | null };

/** The state of a request; only `showOtherContent` sets the contents. */
interface RequestState {
  shownContents?: ShownContent[];
}

/** Makes the queries of a request return other contents in place of those that are published. */
export function showOtherContent(state: object, contents: ShownContent[]): void {
  const requestState: RequestState = state;
  requestState.shownContents = contents;
}

/**
 * Returns published entries with another content in place of one entry's, which is added when it is not published now. An added
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

/** Returns published entries with another content. */
function applyContent(entries: AnyDocument[], { documentId, content }: ShownContent): AnyDocument[] {
  if (content === null) return entries.filter((entry) => entry.documentId !== documentId);
  return documentId === null
    ? orderEntries(entries, content.documentIds)
    : replaceEntry(entries, documentId, content);
}

/** Shows other contents in the requests for which `showOtherContent` was called. */
export function replaceByOtherContent(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const state: RequestState = strapi.requestContext.get()?.state ?? {};
    const { action, uid, params } = context;
    if (action !== 'findMany' && action !== 'findFirst' && action !== 'findOne') return next();
    const contents = (state.shownContents ?? []).filter(
      (shown) =>
        shown.uid === uid &&
        (action !== 'findOne' || shown.documentId === null || shown.documentId === params.documentId),
    );
    if (contents.length === 0) return next();
    // Cast: Strapi's types do not relate the result to the action.
    const result = (await next()) as AnyDocument[] | AnyDocument | null;
    if (Array.isArray(result)) return contents.reduce(applyContent, result);
    return contents.reduce(applyContent, result ? [result] : [])[0] ?? null;
  };
}
