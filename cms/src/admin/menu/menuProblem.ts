/** A sentence for the owner about an edit that failed. */
export interface MenuProblem {
  /** `lost`: there was no answer, `conflict`: somebody else has changed the same, `gone`: what it changes was deleted. */
  kind: 'rejected' | 'conflict' | 'lost' | 'gone';
  message: string;
}
