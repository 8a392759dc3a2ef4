import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/operations.ts';
import { Site } from '../support/site.ts';
import { expectRecorded, recordedAnswers, VERSION_ONE } from '../support/versionOne.ts';

test('the site server serves the cached content of version 1.0.0 while the CMS is unreachable', async ({
  scratch,
}) => {
  const cache = join(scratch, 'web');
  cpSync(join(VERSION_ONE, 'web'), cache, { recursive: true });
  const readCache = () => readdirSync(cache).map((name) => [name, readFileSync(join(cache, name), 'utf8')]);
  const before = readCache();
  const site = await Site.start({ cms: 'http://127.0.0.1:9', dataDir: scratch });
  try {
    for (const [address, recorded] of Object.entries(recordedAnswers.site))
      expectRecorded(address, await (await fetch(site.address + address)).json(), recorded);
    expect(await site.fetchText('/')).toContain('on the fire');
  } finally {
    await site.stop();
  }
  expect(readCache()).toEqual(before);
});
