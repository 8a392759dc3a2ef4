import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Load } from './results.ts';

const run = promisify(execFile);

export const LOAD_SECONDS = 10;
const CONNECTIONS = 50;

/**
 * Requests one URL as often as possible over 50 connections for ten seconds.
 * @throws Error when a connection fails or a response is not successful
 */
export async function measureLoad(address: string): Promise<Load> {
  const loadOptions = ['--threads', '2', '--connections', `${CONNECTIONS}`, '--duration', `${LOAD_SECONDS}s`];
  const acceptBrotli = ['--header', 'Accept-Encoding: br'];
  const { stdout } = await run('wrk', [
    ...loadOptions,
    ...acceptBrotli,
    '--latency',
    '--timeout',
    `${LOAD_SECONDS}s`,
    address,
  ]);
  const failures = /Socket errors.*|Non-2xx.*/.exec(stdout);
  if (failures) throw new Error(`${address} failed under load: ${failures[0]}`);
  return {
    requestsPerSecond: Number(matchFigure(stdout, /Requests\/sec:\s+([\d.]+)/)[1]),
    p50: toMilliseconds(matchFigure(stdout, /50%\s+([\d.]+)(us|ms|s)/)),
    p99: toMilliseconds(matchFigure(stdout, /99%\s+([\d.]+)(us|ms|s)/)),
  };
}

/** @throws Error when wrk's output does not match the pattern */
function matchFigure(output: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(output);
  if (!match) throw new Error(`wrk's output lacks a figure:\n${output}`);
  return match;
}

function toMilliseconds([, amount, unit]: RegExpExecArray): number {
  return Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
}
