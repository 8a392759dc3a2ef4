import type { Explanation } from './explanation';
import { toPlainText } from './plainText';

/** A postal address of the United States, with the property names of schema.org's PostalAddress. */
export interface PostalAddress {
  streetAddress: string;
  addressLocality: string;
  /** The state's two-letter code. */
  addressRegion: string;
  postalCode: string;
  addressCountry: 'US';
}

/** State codes by lower-case code and by lower-case name, the District of Columbia included. */
const STATES = new Map(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,
  FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,
  MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,
  NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,
  PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,
  WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`
    .split(',')
    .map((state) => state.trim())
    .flatMap((state) => {
      const code = state.slice(0, 2);
      return [[code.toLowerCase(), code] as const, [state.slice(3).toLowerCase(), code] as const];
    }),
);

/** Matches the parts joined with ', '. */
const ADDRESS = new RegExp(
  [
    String.raw`^(?<street>\d[^,]* [^,]+(?:, (?:(?:suite|ste|unit|apt|room|rm|building|bldg|floor)\b|#)[^,]*)?)`,
    String.raw`, (?<city>[^\d,]+?)`,
    `,? (?<state>${[...STATES.keys()].join('|')})`,
    String.raw`,? (?<zip>\d{5}(?:-\d{4})?)`,
    '(?:, (?:usa?|united states(?: of america)?))?$',
  ].join(''),
  'i',
);

/**
 * Parses a postal address of the United States: street, optional suite, city, state and ZIP code, separated by line breaks
 * or commas. Returns `undefined` when any part of the text does not match.
 */
export function parsePostalAddress(text: string): PostalAddress | undefined {
  const parts = toPlainText(text)
    .replace(/[\u2010-\u2015]/g, '-')
    .split(/[\n,]/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '');
  const { street, city, state, zip } = ADDRESS.exec(parts.join(', '))?.groups ?? {};
  const addressRegion = STATES.get(state?.toLowerCase() ?? '');
  if (!street || !city || !zip || !addressRegion) return undefined;
  return {
    streetAddress: street,
    addressLocality: city,
    addressRegion,
    postalCode: zip,
    addressCountry: 'US',
  };
}

/** Explains to the owner which parts of the address are understood. */
export function explainPostalAddress(text: string): Explanation {
  if (text.trim() === '') return { understood: true, text: 'There is no address.' };
  const address = parsePostalAddress(text);
  if (!address)
    return {
      understood: false,
      text: 'This is not understood as one address in the United States. Write the number and the street like “437 West Town Street”, and on the next line “Columbus, OH 43215”. As it is, guests see your text, and search engines get it as it is.',
    };
  const { streetAddress, addressLocality, addressRegion, postalCode } = address;
  return {
    understood: true,
    text: `Street ${streetAddress}, city ${addressLocality}, state ${addressRegion}, ZIP code ${postalCode}.`,
  };
}
