import { expect, test } from 'vitest';
import { openMenu, REJECTED, TYPE } from '../../../testing/fakeMenu';
import { hasUnsaved } from './menuState';

test('sends edits one after the other, each about the item that it was made of', () => {
  const { server, run, edit, listNames } = openMenu();
  const leave = edit.leave('Milk');
  run(edit.move('Milk', null), edit.delete('Cola'), edit.type('Milk', 'Oat milk'), leave);
  expect(server.commands).toMatchObject([
    { type: 'move', list: TYPE },
    { type: 'delete', list: TYPE, id: '0' },
    { type: 'changeText', list: TYPE, id: '2' },
  ]);
  expect(listNames()).toEqual(['Oat milk', 'Tea']);
});

test.each([
  [9, false],
  [10, true],
])(
  'after %i quick presses on a switch, sends at most two commands and ends with shown: %j',
  (count, isShown) => {
    const { server, run, edit, listShown } = openMenu();
    run(...Array.from({ length: count }, (_, index) => edit.show('Cola', index % 2 === 1)));
    expect(listShown()[0]?.isShown).toBe(isShown);
    expect(server.items[0]?.isShown).toBe(isShown);
    expect(server.commands.length).toBeLessThanOrEqual(2);
  },
);

test('puts a dish back when the connection is lost in the middle of a move, and shows what the server has', () => {
  const { server, run, edit, listNames, getState } = openMenu();
  server.failures = ['lost'];
  run(edit.move('Milk', null));
  expect(getState().problem).toMatch(/^There is no connection/);
  expect(getState().retry).toEqual({ pauseMs: 0 });
  run({ type: 'retryDue' });
  expect(getState().problem).toMatch(/^The connection was lost for a moment\./);
  expect(listNames()).toEqual(['Cola', 'Tea', 'Milk']);
});

test('keeps typed words, saves them when the connection is back, and publishes after them', () => {
  const { server, run, listNames, getState, edit } = openMenu();
  server.failures = ['lost'];
  server.loadFailures = ['lost'];
  run(edit.type('Cola', 'Cherry cola'), edit.publish);
  // Publishing after words that could not be saved would publish something else than the owner sees.
  expect(server.commands.map(({ type }) => type)).toEqual(['changeText']);
  expect(getState().queue).toEqual([]);
  expect(hasUnsaved(getState())).toBe(true);
  run({ type: 'retryDue' });
  expect(getState().problem).toMatch(/^There is no connection/);
  run({ type: 'refreshRequested' });
  expect(hasUnsaved(getState())).toBe(false);
  expect(listNames()).toEqual(['Cherry cola', 'Tea', 'Milk']);
  run(edit.publish);
  expect(server.commands.at(-1)).toEqual({ type: 'publish' });
  expect(getState()).toMatchObject({ notice: 'Published: the site shows everything in a moment.' });
});

test('cancels a publishing that waits behind a rejected edit, and no other edit', () => {
  const { server, run, edit, getState } = openMenu();
  server.failures = [REJECTED];
  run(edit.delete('Cola'), edit.publish, edit.show('Tea', false));
  expect(server.commands.map(({ type }) => type)).toEqual(['delete', 'show']);
  expect(getState()).toMatchObject({
    queue: [],
    notice: '“Tea” is off the menu of the site until you put it back.',
    problem: '',
  });

  server.failures = [REJECTED];
  run(edit.delete('Cola'), edit.publish);
  expect(getState().problem).toBe('Nothing was published, because something above could not be saved.');
});

test('saves what is typed before the menu is planned, once for a time, and undoes nothing from before', () => {
  const { server, run, edit, getState } = openMenu();
  const time = '2037-11-26T17:00';
  run(edit.show('Tea', false), edit.type('Cola', 'Cherry cola'), { type: 'scheduled', time });
  expect(server.commands.map(({ type }) => type)).toEqual(['show', 'changeText', 'schedule']);
  expect(getState()).toMatchObject({ notice: expect.stringMatching(/^Planned\./), undoStack: [] });
  // Its answer was lost, for example.
  run({ type: 'scheduled', time });
  expect(server.planned).toMatchObject([{ localTime: time }]);
  run({ type: 'scheduled', time: '2037-11-27T17:00' });
  expect(server.planned).toHaveLength(2);
});

test('does not add an item twice whose first response was lost', () => {
  const { server, run, listNames, getState, form } = openMenu();
  server.failures = ['response lost'];
  run(form.open, form.type(' Birch beer'), form.leave);
  expect(getState().forms).toMatchObject([{ isAdding: false, problem: { kind: 'lost' } }]);
  run({ type: 'retryDue' });
  expect(server.commands).toEqual([{ type: 'add', list: TYPE, text: { name: 'Birch beer' } }]);
  expect(listNames()).toEqual(['Cola', 'Tea', 'Milk', 'Birch beer']);
  expect(getState().forms).toEqual([]);
});

test('keeps the form of an item that is rejected, and adds it after it is corrected', () => {
  const { server, run, dispatch, answerAll, listNames, getState, form } = openMenu();
  server.failures = [REJECTED];
  run(form.open, form.type('Bear'), form.leave);
  expect(getState()).toMatchObject({ problem: '', forms: [{ text: { name: 'Bear' }, problem: REJECTED }] });
  dispatch(form.type('Beer'));
  expect(getState().forms[0]?.problem).toBe(undefined);
  dispatch(form.leave);
  // What is being sent can't be cancelled or sent again.
  dispatch(form.cancel());
  dispatch(form.leave);
  expect(getState().forms).toMatchObject([{ isAdding: true }]);
  answerAll();
  expect(listNames()).toEqual(['Cola', 'Tea', 'Milk', 'Beer']);
  expect(getState()).toMatchObject({
    forms: [],
    notice: '“Beer” is added. It waits for “Publish the menu”.',
  });
});

test('adds the item of a form that is open when the screen is left', () => {
  const { server, run, form } = openMenu();
  run(form.open, form.type('Beer'), { type: 'screenLeft' });
  expect(server.commands).toEqual([{ type: 'add', list: TYPE, text: { name: 'Beer' } }]);
});

test.each([
  ['publishing', []],
  ['publishing in part', [{ kind: 'rejected', message: '“Tea” could not be published.' }]],
  ['publishing without a response', ['lost']],
] as const)('after %s, earlier edits are not undone', (_, failures) => {
  const { server, run, edit, getState } = openMenu();
  run(edit.show('Tea', false));
  server.failures = [...failures];
  run(edit.publish);
  expect(getState().undoStack).toEqual([]);
  const count = server.commands.length;
  run(edit.undo);
  expect(server.commands).toHaveLength(count);
});
