import { format } from 'node:util';

/** Formats one log line as a JSON object with the same keys as the site's log. */
export const formatLogLine = (level: string, message: string): string =>
  JSON.stringify({ level, time: new Date().toISOString(), name: 'cms', msg: message });

/** From now on, writes what this process and its packages write to the console as one JSON object for each line. */
export function logAsJson(): void {
  const createWriter =
    (level: string) =>
    (...values: unknown[]) =>
      void process.stdout.write(`${formatLogLine(level, format(...values))}\n`);
  console.log = createWriter('info');
  console.info = console.log;
  console.warn = createWriter('warn');
  console.error = createWriter('error');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => console.warn(warning));
  process.on('uncaughtException', (error) => {
    createWriter('fatal')(error);
    process.exit(1);
  });
}
