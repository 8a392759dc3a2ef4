import type { MenuAnswer, MenuChangeAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import type { Answer, StoredStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { type MenuCommand, toRequest } from '../../cms/src/shared/requests/changeCommands.ts';
import { queries } from '../../web/src/content/queries.ts';
import { type EntryId, listVersions, pathOf, publishInCms, saveDraft, send } from '../support/entries.ts';
import { look, previewUrlPath, readToken, withToken } from '../support/previews.ts';
import { saveAndSchedule } from '../support/schedule.ts';
import { ask } from '../support/site.ts';
import { expect, type Stack, test } from '../support/stack.ts';

const SIDES = 'menu-side';
const FRIES: EntryId = { uid: uidOf(SIDES), documentId: 'hand-cut-fries' };
const FRIES_ITEM = `/menu/${SIDES}/items/hand-cut-fries`;
const STATED = { diet: null, answers: { milk: 'contains', eggs: 'onRequest', fish: 'free' } } as const;
const LABEL = 'Allergens and diet';
const MALFORMED = /^This could not be understood, so nothing has changed\./;

type Statement = StoredStatement | null;

async function findFries(stack: Stack): Promise<MenuItem> {
  const { sections } = await send<MenuAnswer>(stack, 'GET', '/menu');
  const fries = sections
    .flatMap(({ lists }) => lists)
    .flatMap(({ items }) => items)
    .find(({ id }) => id === FRIES.documentId);
  if (!fries) throw new Error('there are no fries');
  return fries;
}

/** Returns a statement for the words that the fries have in their draft, as the menu's screen makes it. */
async function stateFor(stack: Stack, answers: Record<string, Answer>): Promise<StoredStatement> {
  const { name, description = '' } = await findFries(stack);
  return { diet: null, answers, confirmedFor: { name, description, restoreId: null } };
}

const save = (stack: Stack, statement: Statement, seen: Statement): Promise<MenuChangeAnswer> =>
  send(stack, 'PUT', `${FRIES_ITEM}/statement`, { statement, seen });

const publishMenu = (stack: Stack): Promise<unknown> => send(stack, 'POST', '/menu/publish');

/** States something about the fries and publishes it; returns the statement. */
async function statePublished(stack: Stack, answers: Record<string, Answer> = STATED.answers) {
  const statement = await stateFor(stack, answers);
  await save(stack, statement, (await findFries(stack)).statement ?? null);
  await publishMenu(stack);
  return statement;
}

async function undo(stack: Stack, command: MenuCommand | null): Promise<MenuChangeAnswer> {
  if (!command) throw new Error('nothing can be undone');
  const { method, path, body } = toRequest(command);
  return send(stack, method, path, body);
}

interface Dish {
  documentId: string;
  dietaryStatement: unknown;
}

/** Reads what is stated about the fries from a list of the API. */
const findStatement = (body: string): unknown => {
  const { data }: { data: Dish[] } = JSON.parse(body);
  return data.find(({ documentId }) => documentId === FRIES.documentId)?.dietaryStatement;
};

const readStatement = async (stack: Stack): Promise<unknown> => findStatement(await stack.readContent(SIDES));

/** Sends a request that is refused, and returns its status and the sentence. */
async function reject(stack: Stack, path: string, body: unknown): Promise<[number, string]> {
  const response = await stack.asAdmin('PUT', path, body);
  const { error } = await response.json();
  return [response.status, error?.message];
}

const fetchApi = async (stack: Stack, query: string): Promise<[number, string]> => {
  const response = await fetch(`${stack.cms}/api/menu-sides${query}`);
  return [response.status, await response.text()];
};

test.describe('the API', () => {
  test('shows what is stated once it is published, without the words for which it was confirmed @both', async ({
    editableStack: stack,
  }) => {
    const statement = await stateFor(stack, STATED.answers);
    await save(stack, statement, null);
    expect(await readStatement(stack)).toBe(null);
    expect((await findFries(stack)).statement).toEqual(statement);
    await publishMenu(stack);
    expect(await readStatement(stack)).toEqual(STATED);
    const [status, body] = await fetchApi(stack, `/${FRIES.documentId}`);
    expect([status, JSON.parse(body).data.dietaryStatement]).toEqual([200, STATED]);
    expect(body).not.toContain('confirmedFor');
    expect(await stack.readContent(SIDES)).not.toContain('confirmedFor');
  });

  for (const type of ['menu-appetizer', 'menu-entree'] as const)
    test(`shows what is stated about a dish of the type ${type}`, async ({ editableStack: stack }) => {
      const { sections } = await send<MenuAnswer>(stack, 'GET', '/menu');
      const [dish] = sections.flatMap(({ lists }) => lists).find((list) => list.type === type)?.items ?? [];
      const { id = '', name = '', description = '' } = dish ?? {};
      const statement = { ...STATED, confirmedFor: { name, description, restoreId: null } };
      await send(stack, 'PUT', `/menu/${type}/items/${id}/statement`, { statement, seen: null });
      await publishMenu(stack);
      const content = await stack.readContent(type);
      const { data }: { data: Dish[] } = JSON.parse(content);
      expect(data.find(({ documentId }) => documentId === id)?.dietaryStatement).toEqual(STATED);
      expect(content).not.toContain('confirmedFor');
    });

  test('shows nothing to a query that leaves out some of the words @both', async ({
    editableStack: stack,
  }) => {
    await statePublished(stack);
    for (const fields of [
      ['dietaryStatement'],
      ['dietaryStatement', 'sideName'],
      ['dietaryStatement', 'description'],
    ]) {
      const query = fields.map((name, index) => `fields[${index}]=${name}`).join('&');
      const [status, body] = await fetchApi(stack, `?pagination[pageSize]=100&${query}`);
      expect([status, findStatement(body)], query).toEqual([200, null]);
      expect(body).not.toContain('milk');
    }
  });

  for (const query of [
    '?filters[dietaryStatement][$contains]=milk',
    '?filters[$not][$or][0][dietaryStatement][$notNull]=true',
    `/${FRIES.documentId}?filters[dietaryStatement][$eq]=1`,
    '?sort=dietaryStatement:desc',
    '?sort[0][dietaryStatement]=asc',
  ])
    test(`answers 400 to a query that would tell what is stored: ${query} @both`, async ({ stack }) => {
      const [status, body] = await fetchApi(stack, query);
      expect(status).toBe(400);
      expect(body).toContain('filtered or sorted');
    });

  test('shows nothing while the dish has other words, and the same again when it has those words again @both', async ({
    editableStack: stack,
  }) => {
    await statePublished(stack);
    await publishInCms(stack, FRIES, { sideName: 'Fries in butter' });
    expect(await readStatement(stack)).toBe(null);
    await publishInCms(stack, FRIES, { sideName: 'Hand-Cut Fries' });
    expect(await readStatement(stack)).toEqual(STATED);
    await publishInCms(stack, FRIES, { description: 'With peanuts.' });
    expect(await readStatement(stack)).toBe(null);
  });

  test('confirms the same answers for other words when that is published @both', async ({
    editableStack: stack,
  }) => {
    const before = await statePublished(stack);
    await publishInCms(stack, FRIES, { sideName: 'Fries' });
    const { menu } = await save(stack, await stateFor(stack, before.answers), before);
    expect(menu.unpublished).toBe(1);
    expect((await findFries(stack)).otherChanges).toEqual([LABEL]);
    expect(await readStatement(stack)).toBe(null);
    await publishMenu(stack);
    expect(await readStatement(stack)).toEqual(STATED);
    expect((await listVersions(stack, FRIES))[0]?.change).toBe(`${LABEL}: confirmed for the new words`);
  });

  test('shows what is stated in the preview of drafts only with the words of the draft', async ({
    editableStack: stack,
  }) => {
    await save(stack, await stateFor(stack, STATED.answers), null);
    const { data } = await send<{ data: { url: string } }>(stack, 'GET', previewUrlPath(FRIES));
    const headers = withToken(readToken(data.url));
    const read = async () => findStatement(String((await ask(stack.site, queries.sides.path, headers)).body));
    expect(await read()).toEqual(STATED);
    await saveDraft(stack, FRIES, { description: 'In butter.' });
    expect(await read()).toBe(null);
  });

  test('shows in the preview of a version what was confirmed for its words @both', async ({
    editableStack: stack,
  }) => {
    await statePublished(stack);
    const [stated] = await listVersions(stack, FRIES);
    await publishInCms(stack, FRIES, { sideName: 'Fries' });
    const [renamed] = await listVersions(stack, FRIES);
    const read = async (id: number | undefined) => {
      const headers = withToken(readToken(await look(stack, id)));
      return findStatement(String((await ask(stack.site, queries.sides.path, headers)).body));
    };
    expect(await read(stated?.id)).toEqual(STATED);
    expect(await read(renamed?.id)).toBe(null);
  });
});

test.describe('stating', () => {
  test('undo returns to the statement from before, for the words from before @postgres', async ({
    editableStack: stack,
  }) => {
    const before = await statePublished(stack);
    await saveDraft(stack, FRIES, { sideName: 'Fries' });
    const changed = await save(stack, await stateFor(stack, { milk: 'free' }), before);
    await undo(stack, changed.undo);
    expect((await findFries(stack)).statement).toEqual(before);
    const cleared = await save(stack, null, before);
    expect((await findFries(stack)).statement).toBe(undefined);
    const restored = await undo(stack, cleared.undo);
    expect((await findFries(stack)).statement).toEqual(before);
    expect((await undo(stack, restored.undo)).undo).toMatchObject({ statement: before, seen: null });
  });

  test('the same request again changes nothing more, and can still be undone', async ({
    editableStack: stack,
  }) => {
    const statement = await stateFor(stack, STATED.answers);
    const first = await save(stack, statement, null);
    expect((await save(stack, statement, null)).undo).toEqual(first.undo);
    expect((await save(stack, statement, statement)).undo).toBe(null);
  });

  test('of two different statements at the same moment one is saved, and the other gets 409 @both', async ({
    editableStack: stack,
  }) => {
    const statements = [await stateFor(stack, { milk: 'contains' }), await stateFor(stack, { milk: 'free' })];
    const answers = await Promise.all(
      statements.map((statement) =>
        stack.asAdmin('PUT', `${FRIES_ITEM}/statement`, { statement, seen: null }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.join()).toContain('Somebody else has changed what is stated about “Hand-Cut Fries”');
    const saved = statements[answers.findIndex(({ status }) => status === 200)];
    expect((await findFries(stack)).statement).toEqual(saved);
  });

  test('all dishes at once, ten times, are all saved, and the API shows what was stated last', async ({
    editableStack: stack,
  }) => {
    const { sections } = await send<MenuAnswer>(stack, 'GET', '/menu');
    const dishes = sections
      .flatMap(({ lists }) => lists)
      .filter(({ kind }) => kind === 'dishes')
      .flatMap(({ type, items }) => items.map((item) => ({ ...item, type })));
    expect(dishes.length).toBeGreaterThanOrEqual(30);
    /** Changes with each round. */
    const answersOf = (round: number) => ({ milk: round % 2 ? 'contains' : 'free' });
    for (let round = 1; round <= 10; round += 1)
      await Promise.all(
        dishes.map(({ type, id, name, description = '' }) => {
          const confirmedFor = { name, description, restoreId: null };
          const [seen, statement] = [round - 1, round].map((number) => ({
            diet: null,
            answers: answersOf(number),
            confirmedFor,
          }));
          const path = `/menu/${type}/items/${id}/statement`;
          return send(stack, 'PUT', path, { statement, seen: round === 1 ? null : seen });
        }),
      );
    await publishMenu(stack);
    for (const type of ['menu-appetizer', 'menu-entree', SIDES]) {
      const { data }: { data: Dish[] } = JSON.parse(await stack.readContent(type));
      const stated = { diet: null, answers: answersOf(10) };
      expect(data.map(({ dietaryStatement }) => dietaryStatement)).toEqual(data.map(() => stated));
    }
  });
});

test.describe('bad input', () => {
  const confirmedFor = { name: 'Hand-Cut Fries', description: '', restoreId: null };
  const valid = { diet: null, answers: { milk: 'contains' }, confirmedFor };
  for (const [name, statement, sentence] of [
    ['a vegan dish with milk', { ...valid, diet: 'vegan' }, 'A vegan dish can’t contain milk.'],
    [
      'an allergen that the table does not have',
      { ...valid, answers: { celery: 'contains' } },
      /^“celery” is not one of the allergens/,
    ],
    ['an unknown answer', { ...valid, answers: { milk: 'perhaps' } }, MALFORMED],
    ['an unknown diet', { ...valid, diet: 'pescetarian' }, MALFORMED],
    ['no words', { diet: null, answers: { milk: 'contains' } }, MALFORMED],
    [
      'words that are too long',
      { ...valid, confirmedFor: { ...confirmedFor, name: 'x'.repeat(3000) } },
      MALFORMED,
    ],
    [
      'a character that Postgres does not store',
      { ...valid, confirmedFor: { ...confirmedFor, name: 'a\0' } },
      MALFORMED,
    ],
    ['half a character', { ...valid, confirmedFor: { ...confirmedFor, name: '\ud83c' } }, MALFORMED],
    [
      '1,000 allergens',
      { ...valid, answers: Object.fromEntries(Array.from({ length: 1000 }, (_, id) => [id, 'free'])) },
      MALFORMED,
    ],
    ['a list', [valid], MALFORMED],
    ['a text', 'vegan', MALFORMED],
    ['nothing at all', undefined, MALFORMED],
  ] as const)
    test(`${name} is refused with one sentence, and nothing is saved @both`, async ({
      editableStack: stack,
    }) => {
      const [status, message] = await reject(stack, `${FRIES_ITEM}/statement`, { statement, seen: null });
      expect(status).toBe(400);
      expect(message).toMatch(sentence);
      expect((await findFries(stack)).statement).toBe(undefined);
    });

  test('a statement that contradicts a newer table of allergens isn’t shown, and undo does not return to it', async ({
    editableStack: stack,
  }) => {
    const valid = await stateFor(stack, { wheat: 'contains' });
    const contradictory = await stateFor(stack, { wheat: 'contains', gluten: 'free' });
    await publishInCms(stack, FRIES, { dietaryStatement: contradictory });
    expect(await readStatement(stack)).toBe(null);
    const { undo: command } = await save(stack, valid, contradictory);
    expect(command).toMatchObject({ type: 'state', statement: contradictory });
    expect(await reject(stack, `${FRIES_ITEM}/statement`, { statement: contradictory, seen: valid })).toEqual(
      [400, 'What contains wheat is not free of gluten.'],
    );
    expect((await findFries(stack)).statement).toEqual(valid);
  });

  test('a statement about a dish that was deleted, or about a drink, gets 404 with a sentence', async ({
    editableStack: stack,
  }) => {
    const { sections } = await send<MenuAnswer>(stack, 'GET', '/menu');
    const drink = sections.at(-1)?.lists[0]?.items[0]?.id;
    await send(stack, 'DELETE', FRIES_ITEM, {});
    const body = { statement: valid, seen: null };
    expect(await reject(stack, `${FRIES_ITEM}/statement`, body)).toEqual([
      404,
      expect.stringMatching(/^This is not there any more/),
    ]);
    expect(await reject(stack, `/menu/menu-soft-drinks/items/${drink}/statement`, body)).toEqual([
      404,
      'Drinks are names only: nothing is stated about them.',
    ]);
  });

  test('a form with anything else as a statement is refused, and an earlier statement stays', async ({
    editableStack: stack,
  }) => {
    const statement = await statePublished(stack);
    for (const dietaryStatement of ['vegan', 7, [], {}, { ...valid, answers: { milk: 'no' } }]) {
      const [status, message] = await reject(stack, pathOf(FRIES), { dietaryStatement });
      expect([status, message], String(dietaryStatement)).toEqual([400, expect.any(String)]);
    }
    expect((await findFries(stack)).statement).toEqual(statement);
  });
});

test.describe('an allergen that the table has no more', () => {
  /** Stores an answer about celery, as a version with another table has left it. */
  async function storeCelery(stack: Stack): Promise<StoredStatement> {
    const statement = await stateFor(stack, { celery: 'contains', milk: 'contains' });
    await saveDraft(stack, FRIES, { dietaryStatement: statement });
    return statement;
  }

  test('keeps its answer when the owner states something else, and undo returns to what was there @both', async ({
    editableStack: stack,
  }) => {
    const before = await storeCelery(stack);
    const { undo: command } = await save(stack, await stateFor(stack, { milk: 'free' }), before);
    const after = await stateFor(stack, { celery: 'contains', milk: 'free' });
    expect((await findFries(stack)).statement).toEqual(after);
    expect((await save(stack, await stateFor(stack, { milk: 'free' }), before)).undo).toEqual(command);
    await undo(stack, command);
    expect((await findFries(stack)).statement).toEqual(before);
  });

  test('loses its answer when the owner confirms the rest for other words, because she does not see it', async ({
    editableStack: stack,
  }) => {
    const before = await storeCelery(stack);
    await saveDraft(stack, FRIES, { description: 'With celery salt.' });
    await save(stack, await stateFor(stack, before.answers), before);
    expect((await findFries(stack)).statement).toEqual(await stateFor(stack, { milk: 'contains' }));
  });

  test('can’t get another answer', async ({ editableStack: stack }) => {
    const seen = await storeCelery(stack);
    const statement = await stateFor(stack, { celery: 'free' });
    expect(await reject(stack, `${FRIES_ITEM}/statement`, { statement, seen })).toEqual([
      400,
      expect.stringMatching(/^“celery” is not one of the allergens/),
    ]);
  });
});

test.describe('a statement goes with its dish', () => {
  test('when it is taken off, put back, deleted and restored @both', async ({ editableStack: stack }) => {
    await statePublished(stack);
    await send(stack, 'PUT', `${FRIES_ITEM}/shown`, { shown: false });
    expect(await readStatement(stack)).toBe(undefined);
    await send(stack, 'PUT', `${FRIES_ITEM}/shown`, { shown: true });
    expect(await readStatement(stack)).toEqual(STATED);
    const deleted = await send<MenuChangeAnswer>(stack, 'DELETE', FRIES_ITEM, {});
    await undo(stack, deleted.undo);
    expect(await readStatement(stack)).toEqual(STATED);
  });

  test('when an earlier version is brought back: it counts for the words of that version @both', async ({
    editableStack: stack,
  }) => {
    await statePublished(stack);
    const [stated] = await listVersions(stack, FRIES);
    await publishInCms(stack, FRIES, { sideName: 'Fries' });
    await statePublished(stack, { milk: 'free' });
    expect((await listVersions(stack, FRIES))[0]?.change).toBe(
      `${LABEL}: “Contains milk. Without eggs on request. Free of…” → “Free of milk.”`,
    );
    await send(stack, 'POST', `/versions/${stated?.id}/bring-back`, {});
    expect(await readStatement(stack)).toEqual(STATED);
  });

  test('when only another dish is published, the site shows what was stated before', async ({
    editableStack: stack,
  }) => {
    const before = await statePublished(stack);
    await save(stack, await stateFor(stack, { milk: 'free' }), before);
    await publishInCms(stack, { ...FRIES, documentId: 'sweet-corn' }, { description: 'With butter.' });
    expect(await readStatement(stack)).toEqual(STATED);
  });

  test('when its words are published at a time: the preview of then shows both @both', async ({
    editableStack: stack,
  }) => {
    await statePublished(stack);
    const { name: _, description = '' } = await findFries(stack);
    const later = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
    const dietaryStatement = {
      diet: 'vegan',
      answers: {},
      confirmedFor: { name: 'Vegan fries', description, restoreId: null },
    };
    const values = { sideName: 'Vegan fries', dietaryStatement };
    const { changes } = await saveAndSchedule(stack, FRIES, values, later);
    expect(changes[0]?.change).toContain(`${LABEL}: “Contains milk.`);
    expect(await readStatement(stack)).toEqual(STATED);
    const { url } = await send<{ url: string }>(stack, 'GET', `/schedule/${changes[0]?.id}/look`);
    const { body } = await ask(stack.site, queries.sides.path, withToken(readToken(url)));
    expect(findStatement(String(body))).toEqual({ diet: 'vegan', answers: {} });
    expect(String(body)).not.toContain('confirmedFor');
  });

  test('when its form is saved, or copied, which has no field for it', async ({ editableStack: stack }) => {
    const statement = await statePublished(stack);
    await saveDraft(stack, FRIES, { description: (await findFries(stack)).description ?? '' });
    expect((await findFries(stack)).statement).toEqual(statement);
    const path = pathOf(FRIES).replace(FRIES.documentId, `clone/${FRIES.documentId}`);
    const copy = await send<{ data: { dietaryStatement: unknown } }>(stack, 'POST', path, {
      sideName: 'A copy',
      description: statement.confirmedFor.description,
    });
    expect(copy.data.dietaryStatement).toEqual(statement);
  });

  test('when a form that was opened before is saved: it names what has changed, and takes nothing back @both', async ({
    editableStack: stack,
  }) => {
    const { data: opened } = await send<{ data: Record<string, unknown> }>(stack, 'GET', pathOf(FRIES));
    const statement = await stateFor(stack, STATED.answers);
    await save(stack, statement, null);
    const { sideName, description, dietaryStatement } = opened;
    const form = { sideName, description, dietaryStatement, _openedContent: opened };
    const response = await stack.asAdmin('PUT', pathOf(FRIES), { ...form, sideName: 'Fries' });
    expect(response.status).toBe(409);
    expect((await response.json()).error.details.fields).toEqual([
      {
        name: 'dietaryStatement',
        label: LABEL,
        change: '“Contains milk. Without eggs on request. Free of…” added',
      },
    ]);
    expect((await findFries(stack)).statement).toEqual(statement);
  });
});
