import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readAdminUrl, readTimeZone } from '../environment/settings';
import { isAllowed } from '../permissions/entryPermissions';
import { createPageUrl, elementIdOf } from '../preview/previewUrl';
import { PAGE_PATHS, type PagePath } from '../shared/contact/noticeLink';
import { type ContentType, contentTypes, uidOf } from '../shared/content/contentTypes';
import { commandRoutes, type SiteCommand } from '../shared/requests/changeCommands';
import { EDIT_PARAMETER } from '../shared/requests/editMessages';
import { listPlanned } from '../site/listPlanned';
import { undoPublication } from '../site/publications';
import { listWaiting, planWaiting, publishWaiting } from '../site/publishWaiting';
import type { Account } from '../strapi/permissions';
import { addAdminRoute, type Context } from '../strapi/routes';
import { findSessionId } from '../strapi/sessions';
import { changeWords, listTexts } from './changeWords';
import type { PageAnswer, WaitingAnswer, WordsChangeAnswer } from './wordsAnswers';

const PAGE_NAMES: Record<PagePath, string> = {
  '/': 'Home',
  '/menu': 'Menu',
  '/services': 'Services',
  '/contact': 'Contact',
};

/**
 * Lists the types of which an account may read something, if only single fields.
 * @throws ForbiddenError when there is none
 */
async function requireReadable(strapi: Core.Strapi, account: Account): Promise<ContentType[]> {
  const readable: ContentType[] = [];
  for (const [name, type] of Object.entries(contentTypes)) {
    const use = { uid: uidOf(name), actions: ['read'], fields: [] } as const;
    if (await isAllowed(strapi, account, use, 'some')) readable.push(type);
  }
  if (readable.length === 0) throw new errors.ForbiddenError();
  return readable;
}

/** Reads what *Publish* of the first screen would put on the site for an account. */
async function readWaiting(strapi: Core.Strapi, account: Account): Promise<WaitingAnswer> {
  const readAt = new Date().toISOString();
  const entries = await listWaiting(strapi, account, 'site');
  const { changes } = await listPlanned(strapi, account, 'site');
  const planned = changes.filter(({ state, scope }) => state === 'waiting' && scope !== 'end');
  return { entries, planned, timeZone: readTimeZone(), readAt };
}

/** Lists the pages of which an account may read a part. */
async function listPages(strapi: Core.Strapi, account: Account): Promise<PageAnswer['pages']> {
  const readable = await requireReadable(strapi, account);
  const pages = PAGE_PATHS.filter((path) => readable.some(({ page }) => page === path));
  return pages.map((path) => ({ path, name: PAGE_NAMES[path] }));
}

/** Lists the limits of all texts that the forms of a type have. */
async function describeTexts(
  strapi: Core.Strapi,
  account: Account,
  type: string,
): Promise<PageAnswer['texts'][string]> {
  const limits: PageAnswer['texts'][string] = {};
  for (const [field, { type: kind, maxLength = null }] of listTexts(strapi, type)) {
    const use = { uid: uidOf(type), actions: ['read', 'update'], fields: [field] } as const;
    const canChange = await isAllowed(strapi, account, use, 'some');
    limits[field] = { maxLength, isOneLine: kind === 'string', canChange };
  }
  return limits;
}

/**
 * Adds the routes of the first screen, on which the texts of the site's pages are pressed and changed. The permissions are those of the
 * entries that change.
 */
export function addWordsRoutes(strapi: Core.Strapi): void {
  const addChange = (
    command: SiteCommand['type'],
    change: (context: Context, values: Record<string, unknown>) => Promise<SiteCommand | null>,
  ) => {
    const { method, path } = commandRoutes[command];
    addAdminRoute(strapi, method, path, async (context, values): Promise<WordsChangeAnswer> => {
      const undo = await change(context, values);
      return { waiting: await readWaiting(strapi, context.state), undo };
    });
  };

  addAdminRoute(strapi, 'GET', '/words', async ({ state }) => {
    await requireReadable(strapi, state);
    return readWaiting(strapi, state);
  });
  addAdminRoute(strapi, 'GET', '/words/page', async ({ query, state }): Promise<PageAnswer> => {
    const pages = await listPages(strapi, state);
    // A token for scripts has no session, with which a preview could end.
    const sessionId = findSessionId(strapi);
    const { path } = pages.find((page) => page.path === query.path) ?? pages[0] ?? {};
    if (sessionId === undefined || path === undefined) throw new errors.ForbiddenError();
    const at = query.type ? elementIdOf(uidOf(String(query.type)), String(query.id)) : '';
    const url = createPageUrl(path, { sessionId }, { at, [EDIT_PARAMETER]: readAdminUrl() });
    const texts: PageAnswer['texts'] = {};
    for (const type of Object.keys(contentTypes)) texts[type] = await describeTexts(strapi, state, type);
    return { path, url, texts, pages };
  });
  addChange('changeWords', ({ params, state }, values) => changeWords(strapi, state, params, values));
  addChange('publishSite', ({ state }, { requestId }) =>
    publishWaiting(strapi, state, 'site', 'undoPublishSite', requestId),
  );
  addChange('undoPublishSite', ({ params, state }) => undoPublication(strapi, state, Number(params.version)));
  addChange('scheduleSite', ({ state }, values) => planWaiting(strapi, state, 'site', values));
}
