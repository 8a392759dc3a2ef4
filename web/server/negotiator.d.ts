/** The published types (@types/negotiator) lack the option `preferred`. */
declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
  }
}
