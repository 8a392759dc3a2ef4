/** An account of the first start, as it is shown to the operator. */
export interface SignIn {
  role: string;
  email: string;
  /** The link with which the user chooses a password; `null` when the account has one. */
  link: string | null;
}

/** What the CMS sends to `npm start` (`scripts/shared/stack.mjs`), which prints the links once the site serves. */
export interface SignInsMessage {
  type: 'sign-ins';
  signIns: SignIn[];
}

/** What `npm start` sends back once it has printed them: until then, each start of the CMS creates new links. */
export interface SignInsPrintedMessage {
  type: 'sign-ins printed';
}
