/** The published types (@types/negotiator) know nothing of `preferred` yet. */
declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  // biome-ignore lint/style/noDefaultExport: that is what the package has
  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
  }
}
