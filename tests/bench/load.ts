import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Load } from './results.ts';

const run = promisify(execFile);

export const LOAD_SECONDS = 10;
const CONNECTIONS = 50;

/**
 * Asks for one address as fast as it answers, over 50 connections for ten seconds.
 * @throws Error when a connection failed or an answer was none
 */
export async function measureLoad(address: string): Promise<Load> {
  const amount = ['--threads', '2', '--connections', `${CONNECTIONS}`, '--duration', `${LOAD_SECONDS}s`];
  const asBrowsers = ['--header', 'Accept-Encoding: br'];
  const { stdout } = await run('wrk', [
    ...amount,
    ...asBrowsers,
    '--latency',
    '--timeout',
    `${LOAD_SECONDS}s`,
    address,
  ]);
  const failures = /Socket errors.*|Non-2xx.*/.exec(stdout);
  if (failures) throw new Error(`${address} failed under load: ${failures[0]}`);
  return {
    requestsPerSecond: Number(figure(stdout, /Requests\/sec:\s+([\d.]+)/)[1]),
    p50: milliseconds(figure(stdout, /50%\s+([\d.]+)(us|ms|s)/)),
    p99: milliseconds(figure(stdout, /99%\s+([\d.]+)(us|ms|s)/)),
  };
}

function figure(output: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(output);
  if (!found) throw new Error(`wrk did not say what was asked of it:\n${output}`);
  return found;
}

function milliseconds([, amount, unit]: RegExpExecArray): number {
  return Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
}
