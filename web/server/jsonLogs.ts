import { format } from 'node:util';
import pino from 'pino';

/**
 * From now on, writes each log line of this process, also those of packages, as one JSON object with `level`, `time`, `name`
 * and `msg`.
 */
export function logAsJson(): void {
  const logger = pino({
    base: { name: 'web' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  });
  console.log = (...values) => logger.info(format(...values));
  console.info = console.log;
  console.warn = (...values) => logger.warn(format(...values));
  console.error = (...values) => logger.error(format(...values));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => console.warn(warning));
  process.on('uncaughtException', (error) => {
    logger.fatal(format(error));
    process.exit(1);
  });
}
