import type { SiteLink } from './content/content.ts';

/** What schema.org has a property for, by the words in a link's label and the host and path of its address. */
const ORDERS = /\border|\bdelivery\b|\btake-?out\b|chownow|doordash|grubhub|toasttab|ubereats/i;
const RESERVATIONS =
  /\breserv(?:e|ations?)\b(?! wine)|\bbook (?:a |your )?table\b|exploretock|opentable|resy\.com|sevenrooms/i;
const PROFILES =
  /^(?:www\.|m\.)?(?:bsky\.app|facebook\.com|instagram\.com|pinterest\.com|threads\.(?:com|net)|tiktok\.com|tripadvisor\.com|x\.com|yelp\.com|youtube\.com)$/;

/** Links to other things of the same sites. */
const UNRELATED = /\bgift|\bjobs?\b|\bcareers?\b|\bhiring\b/i;

const createAction = (type: string, target: string | undefined) =>
  target ? [{ '@type': type, target }] : [];

/** Returns schema.org's properties for the links that take reservations or orders, and for profiles on other sites. */
export function createLinkData(links: SiteLink[]): object {
  const related = links
    .map(({ label, address }) => ({ address, text: `${label} ${address.replace(/[?#].*/, '')}` }))
    .filter(({ text }) => !UNRELATED.test(text));
  const find = (pattern: RegExp) => related.find(({ text }) => pattern.test(text))?.address;
  const profiles = related.filter(
    ({ address, text }) =>
      PROFILES.test(new URL(address).host) && !RESERVATIONS.test(text) && !ORDERS.test(text),
  );
  const reservations = find(RESERVATIONS);
  const actions = [
    ...createAction('ReserveAction', reservations),
    ...createAction('OrderAction', find(ORDERS)),
  ];
  return {
    acceptsReservations: reservations,
    potentialAction: actions.length > 0 ? actions : undefined,
    sameAs: profiles.length > 0 ? profiles.map(({ address }) => address) : undefined,
  };
}
