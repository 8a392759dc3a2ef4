import { toPlainText } from './plainText';

/** A place on the map in degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

const EXAMPLE = '39.95606, -83.01235';

const SENTENCES = {
  unknown: `This is no place on the map that the site understands. Write two numbers, such as “${EXAMPLE}”, or paste the link of your place in Google Maps or OpenStreetMap.`,
  short:
    'This link is shortened and doesn’t say where the place is. Open it in a browser, wait for the map, and copy the long address from the top of the browser.',
  googleView:
    'This link shows a part of the map, and not which place on it is yours. In Google Maps press your restaurant, and copy the address from the top of the browser again.',
  streetMapView:
    'This link shows a part of the map, and not which place on it is yours. In OpenStreetMap press Share, tick “Include marker”, put the marker on your door, and copy the link below it.',
  otherSite: `The site understands links of Google Maps and OpenStreetMap only. Paste one of those, or write two numbers, such as “${EXAMPLE}”.`,
  severalPlaces:
    'This link names more than one place. In Google Maps press your restaurant only, and copy the address from the top of the browser again.',
  range: `The first number is between -90 and 90, the second between -180 and 180, as in “${EXAMPLE}”.`,
  zero: 'The place 0, 0 is in the ocean. Paste the link of your place in Google Maps or OpenStreetMap.',
} as const;

type Problem = keyof typeof SENTENCES;

/** '39.95606', '39.95606° N' or '39°57'21.8"N'. */
const DEGREES = String.raw`([+-]?\d{1,3}(?:\.\d+)?) ?°? ?(?:(\d{1,2}(?:\.\d+)?) ?' ?(?:(\d{1,2}(?:\.\d+)?) ?" ?)?)?([NSEW])?`;
const PAIR = new RegExp(`^\\(?${DEGREES}(?: ?[,;] ?| )${DEGREES}\\)?$`, 'i');
/** The place of a link of Google Maps; the numbers after '@' are only the center of the view. */
const GOOGLE_PLACE = /!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/g;
const GOOGLE_PARAMETERS = ['q', 'query', 'destination', 'daddr'];
const SHORT_HOST = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|g\.page|share\.google)$/;
const GOOGLE_HOST = /^(?:[a-z]+\.)*google\.(?:[a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/;
const STREET_MAP_HOST = /^(?:www\.)?(?:openstreetmap\.org|osm\.org)$/;

/** Removes invisible characters, which maps put around the numbers that they copy, and normalizes spaces and signs. */
const normalize = (text: string) =>
  toPlainText(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[′’‘]/g, "'")
    .replace(/[″”“]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();

const checkRange = (latitude: number, longitude: number): Coordinates | Problem => {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return 'range';
  return latitude === 0 && longitude === 0 ? 'zero' : { latitude, longitude };
};

/** Parses degrees with optional minutes, seconds and direction; `undefined` for contradictions such as '-83° W' or 70 minutes. */
function parseDegrees(degrees = '', minutes = '0', seconds = '0', direction = ''): number | undefined {
  const parts = [minutes, seconds].map(Number);
  const isSigned = /^[+-]/.test(degrees);
  if (parts.some((part) => part >= 60) || (isSigned && direction !== '')) return undefined;
  const [minute = 0, second = 0] = parts;
  const value = Math.abs(Number(degrees)) + minute / 60 + second / 3600;
  // Seven decimals are a centimetre.
  const rounded = Math.round(value * 1e7) / 1e7;
  return degrees.startsWith('-') || /[SW]/i.test(direction) ? 0 - rounded : rounded;
}

/** Parses two numbers, latitude first unless their directions say otherwise; `undefined` when the text is anything else. */
function parsePair(text: string): Coordinates | Problem | undefined {
  const groups = PAIR.exec(normalize(text))?.slice(1);
  if (!groups) return undefined;
  const directions = [groups[3] ?? '', groups[7] ?? ''].map((direction) => direction.toUpperCase());
  const first = parseDegrees(...groups.slice(0, 4));
  const second = parseDegrees(...groups.slice(4));
  if (first === undefined || second === undefined) return 'unknown';
  const axes = directions.map((direction) =>
    direction === '' ? '' : 'NS'.includes(direction) ? 'NS' : 'EW',
  );
  if (axes.join() === 'EW,NS') return checkRange(second, first);
  return ['NS,EW', ','].includes(axes.join()) ? checkRange(first, second) : 'unknown';
}

/** Decodes a part of a path, in which Google Maps writes spaces as "+"; `''` when its encoding is invalid. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

function readGoogleLink({ href, pathname, searchParams }: URL): Coordinates | Problem {
  const places = new Map(
    [...href.matchAll(GOOGLE_PLACE)].map(([place, latitude, longitude]) => [
      place,
      checkRange(Number(latitude), Number(longitude)),
    ]),
  );
  const [place] = places.values();
  if (place !== undefined) return places.size === 1 ? place : 'severalPlaces';
  const candidates = [
    ...GOOGLE_PARAMETERS.map((name) => (searchParams.get(name) ?? '').replace(/^loc:/, '')),
    // The path of a route begins with its start.
    ...(pathname.startsWith('/maps/dir/') ? [] : pathname.split('/').map(decodePart)),
  ];
  // Numbers without a comma or a degree sign may be the name of the place, such as “21 12”.
  for (const candidate of candidates.filter((text) => /[,;°]/.test(text))) {
    const pair = parsePair(candidate);
    if (pair !== undefined) return pair;
  }
  return 'googleView';
}

function readStreetMapLink({ pathname, searchParams }: URL): Coordinates | Problem {
  if (pathname.startsWith('/go/')) return 'short';
  return parsePair(`${searchParams.get('mlat') ?? ''},${searchParams.get('mlon') ?? ''}`) ?? 'streetMapView';
}

function readMapPlace(text: string): Coordinates | Problem {
  const trimmed = normalize(text);
  const pair = parsePair(trimmed.replace(/^geo:([^?;]*).*$/i, '$1'));
  if (pair !== undefined) return pair;
  // A phone shares the name and the address of the place together with the link.
  const link =
    /https?:\/\/\S+/i.exec(trimmed)?.[0] ??
    (/^[\w-]+(?:\.[\w-]+)+[/?]\S*$/.test(trimmed) && `https://${trimmed}`);
  if (!link || !URL.canParse(link)) return 'unknown';
  const url = new URL(link);
  if (SHORT_HOST.test(url.hostname)) return 'short';
  if (STREET_MAP_HOST.test(url.hostname)) return readStreetMapLink(url);
  return GOOGLE_HOST.test(url.hostname) ? readGoogleLink(url) : 'otherSite';
}

/** Parses two numbers, or a link of OpenStreetMap or Google Maps; `undefined` when the text has no place. */
export function parseMapPlace(text: string): Coordinates | undefined {
  const place = readMapPlace(text);
  return typeof place === 'string' ? undefined : place;
}

/** Describes for the owner why a text has no place on the map and what to write; `undefined` when it has one. */
export function explainMapPlace(text: string): string | undefined {
  const place = readMapPlace(text);
  return typeof place === 'string' ? SENTENCES[place] : undefined;
}
