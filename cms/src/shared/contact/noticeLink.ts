import { toPlainText } from './plainText';
import { explainWebAddress, parseWebAddress } from './webAddress';

/** The paths of the site's pages. */
export const PAGE_PATHS = ['/', '/menu', '/services', '/contact'] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

/** The second path of the home page. */
const HOME_ALIAS = /^\/home$/;

/** Returns the path of a page, with the part of the page after a `#`; `undefined` when the site has no such page. */
function readPagePath(text: string): string | undefined {
  const [, path = '', part = ''] = /^(\/[a-z]*)\/?(#[\w-]+)?$/i.exec(text) ?? [];
  const page = path.toLowerCase().replace(HOME_ALIAS, '/');
  return PAGE_PATHS.some((known) => known === page) ? page + part : undefined;
}

/** Returns what the owner means by the link of a notice: “www.opentable.com” lacks its beginning, and “/Menu/” is “/menu”. */
export function completeNoticeLink(text: string): string {
  const trimmed = toPlainText(text).trim();
  return readPagePath(trimmed) ?? trimmed.replace(/^(?=www\.)/i, 'https://');
}

/** Returns what a press on the notice opens: a normalized https address or the path of a page; `undefined` when it is neither. */
export function parseNoticeLink(text: string): string | undefined {
  const link = completeNoticeLink(text);
  return readPagePath(link) ?? parseWebAddress(link);
}

/** Describes for the owner why a text is no link of a notice and what to write; `undefined` when it is one. */
export function explainNoticeLink(text: string): string | undefined {
  const link = completeNoticeLink(text);
  if (parseNoticeLink(link) !== undefined) return undefined;
  return link.startsWith('/')
    ? `The site has no page “${link}”. Its pages are ${PAGE_PATHS.join(', ')}.`
    : explainWebAddress(link);
}
