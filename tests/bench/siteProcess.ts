import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { queries } from '../../web/src/content/queries.ts';
import { freePort, type Stack } from '../support/stack.ts';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const START_TIMEOUT_MS = 30_000;

export interface SiteProcess {
  address: string;
  stop: () => Promise<void>;
}

/**
 * Starts a site of its own over a stack's CMS and pictures, which asks the CMS by way of `cmsUrl`.
 * @throws Error when it does not have all its words in time
 */
export async function startSite(stack: Stack, cmsUrl: string): Promise<SiteProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-site-'));
  mkdirSync(join(dataDir, 'public'));
  symlinkSync(join(stack.dataDir, 'public', 'uploads'), join(dataDir, 'public', 'uploads'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: WEB,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: dataDir,
      CMS_URL: cmsUrl,
      SITE_URL: address,
      ADMIN_URL: stack.cms,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(dataDir, { recursive: true });
  };
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await hasAllWords(address))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error('the site did not start: what it said is above');
    }
    await after(100);
  }
  return { address, stop };
}

async function hasAllWords(site: string): Promise<boolean> {
  try {
    const answers = await Promise.all(Object.values(queries).map(({ path }) => fetch(site + path)));
    return answers.every(({ ok }) => ok);
  } catch {
    // It does not listen yet.
    return false;
  }
}
