/** Something the reader can put right: its message, one line, is all that is shown. */
export class Refusal extends Error {}
