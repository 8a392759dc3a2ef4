/** The published types (@types/negotiator) lack the option `preferred`. */
declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
  }
}
