/** The part of Node's `process` that is used. */
interface LoggedProcess {
  stdout: { write(text: string): unknown };
  removeAllListeners(event: 'warning'): unknown;
  on(event: 'warning', listener: (warning: Error) => void): unknown;
  on(event: 'uncaughtException', listener: (error: Error) => void): unknown;
  exit(code: number): unknown;
}

/** Formats one log line as a JSON object. */
export const formatLogLine = (level: string, name: string, message: string): string =>
  JSON.stringify({ level, time: new Date().toISOString(), name, msg: message.trim() });

/**
 * From now on, writes what a process and its packages write to the console as one JSON object for each line.
 * @param name of the process in the log
 * @param format Node's function that formats the values of a call of `console`
 */
export function logAsJson(
  name: string,
  process: LoggedProcess,
  format: (...values: unknown[]) => string,
): void {
  const createWriter =
    (level: string) =>
    (...values: unknown[]) =>
      void process.stdout.write(`${formatLogLine(level, name, format(...values))}\n`);
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
