/** The published types (@types/negotiator) know nothing of `preferred` yet. */
declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
  }
}
