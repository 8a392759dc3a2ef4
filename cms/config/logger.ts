import { readJsonLogs } from '../src/environment/settings';
import { formatLogLine } from '../src/shared/jsonLogs';

/** What a line of Strapi's logger, winston, consists of; an error that is logged has a stack. */
interface LogInfo {
  level: string;
  message: unknown;
  stack?: string;
}

/** The property from which winston takes the text to write. */
const TEXT = Symbol.for('message');

export default () =>
  readJsonLogs()
    ? {
        format: {
          transform: (info: LogInfo) =>
            Object.assign(info, {
              [TEXT]: formatLogLine(info.level, 'cms', info.stack ?? String(info.message)),
            }),
        },
      }
    : {};
