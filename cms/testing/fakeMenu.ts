import { listItems } from '../src/admin/menu/menuContent';
import type { MenuProblem } from '../src/admin/menu/menuProblem';
import { type MenuEvent, reduceMenu } from '../src/admin/menu/menuReducer';
import { initialMenuState, type MenuRequest } from '../src/admin/menu/menuState';
import { isSameStatement } from '../src/admin/menu/statementEdit';
import type { MenuAnswer, MenuChangeAnswer, MenuItem } from '../src/menu/menuAnswers';
import type { MenuCommand } from '../src/shared/requests/changeCommands';
import type { PlannedSummary } from '../src/site/plannedChange';

export const TYPE = 'menu-soft-drink';
export const CONFLICT: MenuProblem = { kind: 'conflict', message: 'Somebody else has changed this.' };
export const REJECTED: MenuProblem = { kind: 'rejected', message: 'Not allowed.' };
export const UNDO: MenuCommand = { type: 'restore', list: TYPE, version: 1 };

/** The next opening, which is the time at which items come back that are off until a day. */
const OPENING = '2037-11-25T16:30';

/** Returns what *Publish the menu* publishes at a time. */
const plan = (id: number, localTime: string): PlannedSummary => ({
  id,
  scope: 'menu',
  state: 'waiting',
  localTime,
  when: localTime,
  author: null,
  title: 'The menu',
  change: '“Tea”',
  problem: null,
  canChange: true,
  entries: [],
});

/** Why a request fails: the server does not get it, its response is lost, or the server rejects it. */
type Failure = 'lost' | 'response lost' | MenuProblem;

export const createAnswer = (
  items: Partial<MenuItem>[],
  planned: MenuAnswer['planned'] = [],
): MenuAnswer => ({
  unpublished: 0,
  nextOpening: OPENING,
  planned,
  timeZone: 'America/New_York',
  readAt: '2026-11-24T12:00:00.000Z',
  restoreId: null,
  sections: [
    {
      id: 'menu-drinks',
      heading: 'Drinks',
      lists: [
        {
          type: TYPE,
          limits: { name: 80 },
          items: items.map((item, index) => ({
            id: String(index),
            name: '',
            isShown: true,
            isNew: false,
            ...item,
          })),
        },
      ],
    },
  ],
});

export class FakeServer {
  commands: MenuCommand[] = [];
  loads = 0;
  /** Why the next commands and loads fail. */
  failures: Failure[] = [];
  loadFailures: Failure[] = [];
  items: Partial<MenuItem>[];
  planned: MenuAnswer['planned'] = [];

  constructor(names: string[]) {
    this.items = names.map((name, index) => ({ id: String(index), name }));
  }

  respond(request: MenuRequest): MenuEvent {
    const fail = (failure: Failure): MenuEvent => ({
      type: 'failed',
      request,
      problem: typeof failure === 'string' ? undefined : failure,
    });
    if (request.type === 'load') {
      this.loads += 1;
      const failure = this.loadFailures.shift();
      return failure
        ? fail(failure)
        : { type: 'loaded', request, answer: createAnswer(this.items, this.planned) };
    }
    const { command } = request;
    this.commands.push(command);
    const failure = this.failures.shift();
    if (failure && failure !== 'response lost') return fail(failure);
    const answer = this.change(command);
    if (!answer) return fail(CONFLICT);
    return failure ? fail(failure) : { type: 'answered', request, answer };
  }

  private change(command: MenuCommand): MenuChangeAnswer | undefined {
    const find = (id: string) => this.items.find((item) => item.id === id);
    const item = 'id' in command ? find(command.id) : undefined;
    switch (command.type) {
      case 'delete':
        this.items = this.items.filter((other) => other !== item);
        break;
      case 'move':
        this.items = command.ids.flatMap((id) => find(id) ?? []);
        break;
      case 'add':
        this.items.push({ ...command.text, id: `added-${this.commands.length}`, isNew: true });
        break;
      case 'show':
        Object.assign(item ?? {}, {
          isShown: command.shown,
          returns: command.until && { localTime: OPENING, when: 'Wednesday' },
        });
        break;
      case 'schedule':
        this.planned = [
          ...this.planned.filter(({ id }) => id !== command.replaces),
          plan(this.commands.length, command.time),
        ];
        break;
      case 'state': {
        const present = item?.statement ?? null;
        if (![command.seen, command.statement].some((known) => isSameStatement(present, known)))
          return undefined;
        Object.assign(item ?? {}, { statement: command.statement ?? undefined });
        break;
      }
      case 'changeText':
        if (item && ![command.seen.name, command.text.name].includes(item.name ?? '')) return undefined;
        Object.assign(item ?? {}, { name: command.text.name });
    }
    const isFinal = command.type === 'publish' || command.type === 'schedule';
    return { menu: createAnswer(this.items, this.planned), undo: isFinal ? null : UNDO };
  }
}

/** Opens the menu's screen with these drinks, without a network: its requests wait until `answer` is called. */
export function openMenu(names = ['Cola', 'Tea', 'Milk']) {
  const server = new FakeServer(names);
  let state = initialMenuState;
  const dispatch = (event: MenuEvent) => {
    state = reduceMenu(state, event);
  };
  const answer = () => {
    if (state.request) dispatch(server.respond(state.request));
  };
  const answerAll = () => {
    while (state.request) answer();
  };
  const run = (...events: MenuEvent[]) => {
    for (const event of events) dispatch(event);
    answerAll();
  };
  const listShown = () => (state.menu ? listItems(state.menu, TYPE) : []);
  const placeOf = (name: string) =>
    ({ type: TYPE, id: listShown().find((item) => item.name === name)?.id ?? '' }) as const;
  run({ type: 'refreshRequested' });
  return {
    server,
    getState: () => state,
    dispatch,
    answer,
    answerAll,
    run,
    listShown,
    listNames: () => listShown().map(({ name }) => name),
    placeOf,
    edit: {
      move: (name: string, previousId: string | null): MenuEvent => ({
        type: 'edited',
        edit: { type: 'move', place: placeOf(name), name, previousId },
      }),
      show: (name: string, shown: boolean, until?: string): MenuEvent => ({
        type: 'edited',
        edit: { type: 'show', place: placeOf(name), name, shown, ...(until !== undefined && { until }) },
      }),
      delete: (name: string): MenuEvent => ({
        type: 'edited',
        edit: { type: 'delete', place: placeOf(name), name },
      }),
      undo: { type: 'edited', edit: { type: 'undo' } } as const,
      /** Types another name for a drink, which is not saved yet. */
      type: (name: string, typed: string): MenuEvent => ({
        type: 'textTyped',
        place: placeOf(name),
        part: { name: typed },
      }),
      leave: (name: string): MenuEvent => ({ type: 'textLeft', id: placeOf(name).id }),
      publish: { type: 'publishPressed' } as const,
    },
    /** The form of a new drink; the first one has the number 1. */
    form: {
      open: { type: 'formOpened', list: TYPE } as const,
      type: (name: string, form = 1): MenuEvent => ({ type: 'formTyped', form, part: { name } }),
      leave: { type: 'formLeft', form: 1 } as const,
      cancel: (form = 1): MenuEvent => ({ type: 'formCanceled', form }),
    },
  };
}
