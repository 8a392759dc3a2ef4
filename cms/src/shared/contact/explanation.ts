/** What the site makes of a text that the owner has entered. */
export interface Explanation {
  /** Whether the site can use all of it; also when there is no text. */
  understood: boolean;
  /** One or more sentences for the owner. */
  text: string;
}
