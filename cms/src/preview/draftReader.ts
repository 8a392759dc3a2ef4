import type { Core, Modules } from '@strapi/strapi';
import { isAllowed, selectAllowed } from '../permissions/entryPermissions';
import type { Account } from '../strapi/permissions';

type AnyDocument = Modules.Documents.AnyDocument;

/** The state of a request; only `showDraftsTo` sets the account. */
interface RequestState {
  draftReader?: Account;
}

/** Makes a request read drafts only of the entries that an account may read, and of all others what is published. */
export function showDraftsTo(state: object, account: Account): void {
  const requestState: RequestState = state;
  requestState.draftReader = account;
}

/** Gives each draft of a preview the time when the entry came to the site; `null` when the site does not show it. */
export function addPublicationTimes(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async ({ uid, action, ...context }, next) => {
    const params: { status?: string; documentId?: string } = context.params;
    const result = await next();
    const { draftReader }: RequestState = strapi.requestContext.get()?.state ?? {};
    if (!draftReader || !result || !/^find/.test(action) || params.status !== 'draft') return result;
    const published: AnyDocument[] = await strapi.db
      .query(uid)
      .findMany({ select: ['documentId', 'publishedAt'], where: { publishedAt: { $notNull: true } } });
    const times = new Map(published.map(({ documentId, publishedAt }) => [documentId, publishedAt]));
    const addTime = (draft: AnyDocument) => ({ ...draft, publishedAt: times.get(draft.documentId) ?? null });
    // Cast: Strapi's types do not relate the result to the action.
    return Array.isArray(result) ? result.map(addTime) : addTime(result as AnyDocument);
  };
}

/** Hides drafts in the requests for which `showDraftsTo` was called. */
export function hideUnreadableDrafts(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const state: RequestState = strapi.requestContext.get()?.state ?? {};
    const { draftReader: account } = state;
    const { uid, action } = context;
    const params: { status?: string; filters?: object; documentId?: string } = context.params;
    if (!account || params.status !== 'draft') return next();
    const use = { uid, actions: ['read'] } as const;
    if (await isAllowed(strapi, account, use, 'every')) return next();
    const drafts: AnyDocument[] = await strapi.db.query(uid).findMany({ select: ['documentId'] });
    const readable = await selectAllowed(strapi, account, use, drafts);
    const ids = [...new Set(readable.map(({ documentId }) => documentId))];
    const documents = strapi.documents(uid);
    // The same query for what is published of the other entries.
    const published = {
      ...params,
      status: 'published' as const,
      filters: { $and: [params.filters ?? {}, { documentId: { $notIn: ids } }] },
    };
    // A condition of the query itself, so that filters, counts and pages reveal nothing of the hidden drafts.
    Object.assign(params, { filters: { $and: [params.filters ?? {}, { documentId: { $in: ids } }] } });
    // Casts: Strapi's types do not relate the result to the action.
    switch (action) {
      case 'findMany':
        return [...((await next()) as AnyDocument[]), ...(await documents.findMany(published))];
      case 'count':
        return Number(await next()) + (await documents.count(published));
      case 'findFirst':
        return (await next()) ?? documents.findFirst(published);
      case 'findOne': {
        const { documentId = '' } = params;
        return ids.includes(documentId) ? next() : documents.findOne({ ...published, documentId });
      }
      default:
        return next();
    }
  };
}
