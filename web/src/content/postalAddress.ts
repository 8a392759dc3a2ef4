/** A postal address of the United States, as schema.org's PostalAddress names its parts. */
export interface PostalAddress {
  streetAddress: string;
  addressLocality: string;
  /** The state's two letters. */
  addressRegion: string;
  postalCode: string;
  addressCountry: 'US';
}

/** The Postal Service's abbreviations of the states and the capital's district. */
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

/** Parts are one comma and one space apart. */
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
 * The parts of a postal address of the United States: street, perhaps a suite, city, state, ZIP code, each on its own line
 * or after a comma; `undefined` when the text as a whole is not one.
 */
export function postalAddress(text: string): PostalAddress | undefined {
  const parts = text
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
