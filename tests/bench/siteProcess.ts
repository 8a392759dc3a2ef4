import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
 * Starts a separate site process with a stack's CMS and pictures; it reaches the CMS at `cmsUrl`.
 * @throws Error when it does not serve all content before the timeout
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
  while (!(await servesAllContent(address))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error('the site did not start: see its output above');
    }
    await sleep(100);
  }
  return { address, stop };
}

async function servesAllContent(site: string): Promise<boolean> {
  try {
    const responses = await Promise.all(Object.values(queries).map(({ path }) => fetch(site + path)));
    return responses.every(({ ok }) => ok);
  } catch {
    // The site does not listen yet.
    return false;
  }
}
