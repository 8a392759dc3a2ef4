import { format } from 'node:util';
import { formatLogLine, logAsJson } from '../../cms/src/shared/jsonLogs.ts';

let isJson = false;

/** From now on, writes what this process logs as one JSON object for each line, with the same keys as the CMS and the site. */
export function startJsonLogs() {
  isJson = true;
  logAsJson('start', process, format);
}

/**
 * Formats a line that a child process wrote: with the name of the process in front, or as JSON, which the CMS and the site
 * write themselves.
 * @param {string} name
 * @param {string} line
 */
export function formatOutputLine(name, line) {
  if (!isJson) return `${name} │ ${line}`;
  return line.startsWith('{') ? line : formatLogLine('info', name, line);
}
