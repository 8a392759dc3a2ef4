import { fileURLToPath } from 'node:url';
import { chooseMoments, TWENTY_MOMENTS } from '../support/restoreMoments.ts';
import { expect, test } from '../support/stack.ts';
import { compose, composeUp, docker, PROJECT } from './containers.ts';
import { expectCmsContent, HEADING, publishHeading, statusOf } from './expectContent.ts';

const HOOK = fileURLToPath(new URL('../support/fileOperationHook.cjs', import.meta.url));
const COMMAND = 'node --require /hook.cjs src/backups/command.js';
const BACKUP = '/data/backups/interrupted.tar.gz';
const PREVIOUS = '/data/backups/previous.tar.gz';
const OPERATIONS = '/data/backups/operations.txt';
const RESTORING = `${PROJECT}-restoring`;
const CHANGED_HEADING = 'Changed since the backup';

/** Prints what distinguishes the two sites, and what an interrupted restore would leave. */
const PRINT_SITE = `node -e "
  const { readdirSync } = require('node:fs');
  const sql = \\"SELECT main_heading FROM homepage WHERE document_id = 'home-main' AND published_at IS NOT NULL\\";
  const [{ main_heading: heading }] = new (require('better-sqlite3'))('/data/cms/strapi.db').prepare(sql).all();
  const names = [...readdirSync('/data/cms'), ...readdirSync('/data/public/uploads')];
  const left = names.filter((name) => /^\\.?restore/.test(name));
  console.log(JSON.stringify({ heading, hasAddedPicture: names.includes('added_since.webp'), left }));
"`;

/** Runs a shell script in a new container with the volumes of the stopped CMS and with the hook. */
const runInCms = (script: string, ...options: string[]) =>
  compose({}, 'run', '--rm', '-T', '--volume', `${HOOK}:/hook.cjs:ro`, ...options, 'cms', 'sh', '-c', script);

test.beforeEach(async ({ stack }) => {
  await composeUp();
  await publishHeading(stack);
  await compose({}, 'exec', '-T', 'cms', 'sh', '-c', `rm -f ${BACKUP} ${PREVIOUS} ${OPERATIONS}`);
  await compose({}, 'exec', '-T', 'cms', 'node', 'src/backups/command.js', 'backup', BACKUP);
  await stack.publish('homepage', 'home-main', { mainHeading: CHANGED_HEADING });
  await compose({}, 'exec', '-T', 'cms', 'touch', '/data/public/uploads/added_since.webp');
  await compose({}, 'stop', 'cms');
});

test('a restore that is killed leaves the previous site or that of the backup on the volumes, and the site keeps serving', async ({
  stack,
}) => {
  const operations = await runInCms(
    `${COMMAND} backup ${PREVIOUS} >&2 && ${COMMAND} restore ${PREVIOUS} replace >&2 && OPERATIONS=${OPERATIONS} ${COMMAND} restore ${BACKUP} replace >&2 && cat ${OPERATIONS}`,
  );
  const { moments, staged } = chooseMoments(operations.split('\n'), TWENTY_MOMENTS);
  for (const moment of moments) {
    const output = await runInCms(
      `${COMMAND} restore ${PREVIOUS} replace && KILL_AT=${moment} ${COMMAND} restore ${BACKUP} replace; ${COMMAND} restore ${BACKUP}; ${PRINT_SITE}`,
    );
    expect(JSON.parse(output.split('\n').at(-1) ?? ''), `operation ${moment}`).toEqual(
      moment > staged
        ? { heading: HEADING, hasAddedPicture: false, left: [] }
        : { heading: CHANGED_HEADING, hasAddedPicture: true, left: [] },
    );
    expect(await statusOf(stack.site)).toBe(200);
  }

  // The last one is completed by the CMS.
  await runInCms(
    `${COMMAND} restore ${PREVIOUS} replace && KILL_AT=${staged + 1} ${COMMAND} restore ${BACKUP} replace; true`,
  );
  await compose({}, 'start', 'cms');
  await expectCmsContent(stack);
  expect(await compose({}, 'logs', 'cms')).toContain(`Completed the restore of ${BACKUP}`);
});

test('a CMS that is started while a restore runs waits for its end', async ({ stack }) => {
  const restoring = runInCms(
    `STOP_AT='^rm .*/strapi.db-wal' ${COMMAND} restore ${BACKUP} replace`,
    '--name',
    RESTORING,
  );
  await expect.poll(() => docker(['logs', RESTORING]).catch(() => '')).toContain('stopped');
  await compose({}, 'start', 'cms');
  await expect
    .poll(() => compose({}, 'logs', 'cms'))
    .toContain("The CMS can't start yet: a restore is running.");
  await docker(['exec', RESTORING, 'sh', '-c', 'kill -CONT -1']);
  expect(await restoring).toContain(`Restored from ${BACKUP}`);
  await expectCmsContent(stack);
});
