import type { MenuAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import type { StoredStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { runScript } from '../support/backups.ts';
import { type EntryId, listVersions, send } from '../support/entries.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { Stack } from '../support/stack.ts';

const FRIES: EntryId = { uid: uidOf('menu-side'), documentId: 'hand-cut-fries' };
const PATH = '/menu/menu-side/items/hand-cut-fries/statement';
const STATED = { diet: 'vegan', answers: { milk: 'free', peanuts: 'onRequest' } } as const;
const SAID = /^What is stated about allergens and diets is shown again when the owner has confirmed it\b/m;

// Parallel, so that no worker is left alone with a long file.
test.describe.configure({ mode: 'parallel' });

function findFries(menu: MenuAnswer): MenuItem {
  const fries = menu.sections
    .flatMap(({ lists }) => lists)
    .flatMap(({ items }) => items)
    .find(({ id }) => id === FRIES.documentId);
  if (!fries) throw new Error('there are no fries');
  return fries;
}

const readMenu = (stack: Stack): Promise<MenuAnswer> => send(stack, 'GET', '/menu');

/** Reads what the API shows of the statement about the fries. */
async function readStatement(stack: Stack): Promise<unknown> {
  const { data }: { data: { documentId: string; dietaryStatement: unknown }[] } = JSON.parse(
    await stack.readContent('menu-side'),
  );
  return data.find(({ documentId }) => documentId === FRIES.documentId)?.dietaryStatement;
}

/** States something about the fries, or confirms it, as the menu's screen does, and publishes it. */
async function confirm(stack: Stack, seen: StoredStatement | null): Promise<StoredStatement> {
  const menu = await readMenu(stack);
  const { name, description = '' } = findFries(menu);
  const statement = { ...STATED, confirmedFor: { name, description, restoreId: menu.restoreId } };
  await send(stack, 'PUT', PATH, { statement, seen });
  await send(stack, 'POST', '/menu/publish');
  return statement;
}

/** Expects that a restore keeps what is stated, and that none of it is shown until it is confirmed and published. */
async function expectUnconfirmed(
  { scratch, startCms }: { scratch: string; startCms: typeof Cms.start },
  DATABASE_URL: string,
): Promise<void> {
  const dataDir = copySeededData(`${scratch}/data`);
  const settings = { DATA_DIR: dataDir, DATABASE_URL };
  const backup = `${scratch}/site.tar.gz`;
  const start = async () => {
    const cms = await startCms(dataDir, { env: { DATABASE_URL } });
    await cms.waitUntilReady();
    return { cms, stack: Stack.at('', cms.address) };
  };
  const first = await start();
  const statement = await confirm(first.stack, null);
  expect(await readStatement(first.stack)).toEqual(STATED);
  expect(runScript('backup', settings, [backup])).toMatchObject({ status: 0, stderr: '' });
  await first.cms.kill();

  await test.step('a restore that fails changes nothing', async () => {
    expect(runScript('restore', settings, [`${scratch}/missing.tar.gz`, 'replace']).status).toBe(1);
    const { cms, stack } = await start();
    expect(await readStatement(stack)).toEqual(STATED);
    await cms.kill();
  });

  const restored = runScript('restore', settings, [backup, 'replace']);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(restored.stdout).toMatch(SAID);
  const { stack } = await start();

  await test.step('the API shows nothing, also of an earlier version, and the owner is told', async () => {
    expect(await readStatement(stack)).toBe(null);
    expect(findFries(await readMenu(stack)).statement).toEqual(statement);
    const { warnings } = await send<{ warnings: object[] }>(stack, 'GET', '/warnings');
    expect(warnings).toContainEqual({
      sentence: expect.stringMatching(/^“Hand-Cut Fries” says “ask us” until you confirm/),
      link: { label: 'Open the menu', path: '/menu' },
    });
    const [stated, before] = await listVersions(stack, FRIES);
    for (const version of [before, stated])
      await send(stack, 'POST', `/versions/${version?.id}/bring-back`, {});
    expect(await readStatement(stack)).toBe(null);
  });

  await test.step('the API shows it when it is confirmed and published', async () => {
    await confirm(stack, statement);
    expect(await readStatement(stack)).toEqual(STATED);
    expect((await listVersions(stack, FRIES))[0]?.change).toBe('Allergens and diet: confirmed again');
  });
}

test('SQLite: after a restore nothing is stated until the owner confirms it', ({ scratch, startCms }) =>
  expectUnconfirmed({ scratch, startCms }, ''));

test('Postgres: after a restore nothing is stated until the owner confirms it', {
  tag: '@long',
}, async ({ scratch, startCms, postgres, seededDatabase }) => {
  await postgres.run(`CREATE DATABASE statements TEMPLATE ${seededDatabase}`);
  await expectUnconfirmed({ scratch, startCms }, postgres.address('statements'));
});

test('a site moves to Postgres with what is stated, and says nothing of it until the owner confirms it', async ({
  scratch,
  startCms,
  postgres,
}) => {
  const dataDir = copySeededData(`${scratch}/data`);
  const backup = `${scratch}/site.tar.gz`;
  const first = await startCms(dataDir);
  await first.waitUntilReady();
  const statement = await confirm(Stack.at('', first.address), null);
  await first.kill();
  expect(runScript('backup', { DATA_DIR: dataDir }, [backup])).toMatchObject({ status: 0 });
  await postgres.run('CREATE DATABASE moved');
  const env = { DATABASE_URL: postgres.address('moved') };
  expect(runScript('restore', { DATA_DIR: dataDir, ...env }, [backup, 'replace'])).toMatchObject({
    status: 0,
  });
  const moved = await startCms(dataDir, { env });
  await moved.waitUntilReady();
  const stack = Stack.at('', moved.address);
  expect(await readStatement(stack)).toBe(null);
  await confirm(stack, statement);
  expect(await readStatement(stack)).toEqual(STATED);
});
