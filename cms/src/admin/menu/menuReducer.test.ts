import { expect, test } from 'vitest';
import { CONFLICT, createAnswer, openMenu, REJECTED, TYPE, UNDO } from '../../../testing/fakeMenu';
import { hasUnsaved } from './menuState';

test('shows a move at once, and announces its place in words', () => {
  const { dispatch, answerAll, edit, listNames, getState } = openMenu();
  dispatch(edit.move('Milk', null));
  expect(listNames()).toEqual(['Milk', 'Cola', 'Tea']);
  answerAll();
  expect(listNames()).toEqual(['Milk', 'Cola', 'Tea']);
  expect(getState()).toMatchObject({
    notice: '“Milk” is now number 1 of 3.',
    undoStack: [{ command: UNDO }],
  });
});

test('sends edits one after the other, each about the drink that it was made of', () => {
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
    const { server, run, edit, listDrinks } = openMenu();
    run(...Array.from({ length: count }, (_, index) => edit.show('Cola', index % 2 === 1)));
    expect(listDrinks()[0]?.isShown).toBe(isShown);
    expect(server.items[0]?.isShown).toBe(isShown);
    expect(server.commands.length).toBeLessThanOrEqual(2);
  },
);

test('replaces a waiting edit only by the next one of the same subject', () => {
  const { dispatch, edit, getState, placeOf } = openMenu();
  const tea = placeOf('Tea').id;
  dispatch(edit.show('Cola', false));
  dispatch(edit.move('Milk', null));
  dispatch(edit.move('Milk', tea));
  dispatch(edit.show('Milk', false));
  dispatch(edit.move('Milk', null));
  expect(getState().queue.map(({ type }) => type)).toEqual(['show', 'move', 'show', 'move']);
  expect(getState().queue[1]).toMatchObject({ previousId: tea });
});

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

test('shows the sentence of a conflict, and the menu of the server', () => {
  const { server, run, edit, listNames, getState } = openMenu();
  server.failures = [CONFLICT];
  server.items.reverse();
  run(edit.move('Milk', null));
  expect(listNames()).toEqual(['Milk', 'Tea', 'Cola']);
  expect(getState()).toMatchObject({ problem: CONFLICT.message, retry: undefined });
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

test('takes a drink off until tomorrow at once, and tells when it comes back as the server answers', () => {
  const { server, dispatch, run, answerAll, edit, listDrinks, getState } = openMenu();
  dispatch(edit.show('Cola', false, 'tomorrow'));
  expect(listDrinks()[0]).toMatchObject({
    isShown: false,
    returns: { localTime: '2037-11-25T16:30', when: 'Wednesday, November 25 at 4:30 pm' },
  });
  answerAll();
  expect(getState().notice).toBe('“Cola” is off the menu of the site, back Wednesday.');
  run(edit.show('Cola', false, 'tomorrow'));
  expect(server.commands).toMatchObject([{ type: 'show', shown: false, until: 'tomorrow' }]);
  run(edit.show('Cola', false));
  expect(listDrinks()[0]).toMatchObject({ isShown: false, returns: undefined });
  expect(getState().notice).toBe('“Cola” is off the menu of the site until you put it back.');
  dispatch(edit.show('Cola', false, '2037-11-30'));
  expect(listDrinks()[0]?.returns?.when).toBe('Monday, November 30');
  dispatch(edit.show('Cola', true));
  expect(listDrinks()[0]).toMatchObject({ isShown: true, returns: undefined });
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

test('plans nothing after words that could not be saved', () => {
  const { server, run, getState, edit } = openMenu();
  server.failures = [REJECTED];
  run(edit.type('Cola', 'Cherry cola'), { type: 'scheduled', time: '2037-11-26T17:00' });
  expect(server.commands.map(({ type }) => type)).toEqual(['changeText']);
  expect(getState().problem).toMatch(/^Nothing was published/);
});

test('publishes once however often the button is pressed', () => {
  const { server, run, edit } = openMenu();
  run(edit.publish, edit.publish);
  expect(server.commands).toEqual([{ type: 'publish' }]);
});

test('does not add a drink twice whose first response was lost', () => {
  const { server, run, listNames, getState, form } = openMenu();
  server.failures = ['response lost'];
  run(form.open, form.type(' Birch beer'), form.leave);
  expect(getState().forms).toMatchObject([{ isAdding: false, problem: { kind: 'lost' } }]);
  run({ type: 'retryDue' });
  expect(server.commands).toEqual([{ type: 'add', list: TYPE, text: { name: 'Birch beer' } }]);
  expect(listNames()).toEqual(['Cola', 'Tea', 'Milk', 'Birch beer']);
  expect(getState().forms).toEqual([]);
});

test('keeps the form of a drink that is rejected, and adds it after it is corrected', () => {
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

test('closes an empty form and a cancelled one without a command', () => {
  const { server, run, getState, form } = openMenu();
  run(form.open, form.leave);
  run(form.open, form.type('Beer', 2), form.cancel(2));
  expect(getState().forms).toEqual([]);
  expect(server.commands).toEqual([]);
});

test('adds the drink of a form that is open when the screen is left', () => {
  const { server, run, form } = openMenu();
  run(form.open, form.type('Beer'), { type: 'screenLeft' });
  expect(server.commands).toEqual([{ type: 'add', list: TYPE, text: { name: 'Beer' } }]);
});

test('undoes the latest edit first, and says which one is next', () => {
  const { server, run, edit, getState } = openMenu();
  run(edit.delete('Cola'));
  run(edit.delete('Tea'));
  run(edit.undo);
  expect(server.commands.at(-1)).toEqual(UNDO);
  expect(getState().notice).toBe('Undone. Before that: “Cola” is deleted.');
  run(edit.undo);
  expect(getState()).toMatchObject({ notice: 'Undone.', undoStack: [] });
});

test('an undo without a response can be repeated, a rejected one can’t', () => {
  const { server, run, edit, getState } = openMenu();
  run(edit.delete('Cola'));
  server.failures = ['lost', REJECTED];
  run(edit.undo);
  expect(getState().undoStack).toHaveLength(1);
  run({ type: 'retryDue' });
  server.loadFailures = [REJECTED];
  run(edit.undo);
  expect(getState().undoStack).toEqual([]);
  expect(server.commands.map(({ type }) => type)).toEqual(['delete', 'restore', 'restore']);
});

test('does not show a menu that was requested before an edit', () => {
  const { server, dispatch, answerAll, edit, getState, listDrinks } = openMenu();
  const old = createAnswer(server.items.map((item) => ({ ...item })));
  dispatch({ type: 'refreshRequested' });
  const { request } = getState();
  dispatch(edit.show('Cola', false));
  answerAll();
  if (request) dispatch({ type: 'loaded', request, answer: old });
  expect(listDrinks()[0]?.isShown).toBe(false);
  // Nor its failure.
  if (request) dispatch({ type: 'failed', request });
  expect(getState()).toMatchObject({ isLost: false, problem: '' });
});

test('loads no menu while edits wait', () => {
  const { server, run, edit } = openMenu();
  const { loads } = server;
  run(edit.show('Cola', false), { type: 'refreshRequested' });
  expect(server.loads).toBe(loads);
});

test('an edit of a drink that somebody else has deleted is one sentence', () => {
  const { server, run, edit, getState } = openMenu();
  const event = edit.show('Milk', false);
  server.items = [{ name: 'Cola' }, { name: 'Tea' }];
  run({ type: 'refreshRequested' });
  run(event);
  expect(getState().problem).toMatch(/somebody has deleted it/);
  expect(server.commands).toEqual([]);
});

test('a menu that can’t be loaded is one sentence, and is not requested again', () => {
  const { server, run, edit, getState } = openMenu();
  const { loads } = server;
  server.loadFailures = [REJECTED];
  run({ type: 'refreshRequested' });
  expect(getState()).toMatchObject({ problem: REJECTED.message, retry: undefined });
  expect(server.loads).toBe(loads + 1);
  // After an edit that failed, once.
  server.failures = [CONFLICT];
  server.loadFailures = [REJECTED];
  run(edit.delete('Cola'));
  expect(server.loads).toBe(loads + 2);
});

test('without a connection, the pauses before the menu is loaded get longer and longer', () => {
  const { server, run, edit, getState } = openMenu();
  server.failures = ['lost'];
  server.loadFailures = Array.from({ length: 6 }, () => 'lost' as const);
  run(edit.move('Milk', null));
  const pauses: (number | undefined)[] = [];
  for (let loss = 0; loss < 7; loss += 1) {
    pauses.push(getState().retry?.pauseMs);
    run({ type: 'retryDue' });
  }
  expect(pauses).toEqual([0, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  expect(getState()).toMatchObject({ retry: undefined, lossCount: 0 });
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

test('undoes an edit of a drink whose deletion was undone before', () => {
  const { server, run, edit } = openMenu();
  server.undos = [
    { undo: { type: 'show', list: TYPE, id: '1', shown: true } },
    { undo: UNDO },
    { undo: { type: 'delete', list: TYPE, id: '1' } },
  ];
  run(edit.show('Tea', false));
  run(edit.delete('Tea'));
  run(edit.undo, edit.undo);
  expect(server.commands.at(-1)).toEqual({ type: 'show', list: TYPE, id: '1', shown: true });
});

test('tells that words of a drink that is off the menu wait for both its switch and the publishing', () => {
  const { run, edit, getState } = openMenu();
  run(edit.show('Milk', false), edit.type('Milk', 'Oat milk'), edit.leave('Milk'));
  expect(getState().notice).toBe(
    'The new words of “Oat milk” are saved. To show them, put it on the menu and press “Publish the menu”.',
  );
});
