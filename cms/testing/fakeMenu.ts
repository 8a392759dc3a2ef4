import { findList } from '../src/admin/menu/menuContent';
import { type Connection, MenuProblem, MenuStore } from '../src/admin/menu/menuStore';
import type { MenuAnswer, MenuItem } from '../src/menu/menu';
import type { MenuCommand, ReplacedId } from '../src/shared/commands/commands';

export const TYPE = 'menu-soft-drinks';
export const LOST = new TypeError('Failed to fetch');
export const RESPONSE_LOST = new TypeError('Failed to fetch');
export const CONFLICT = 'Somebody else has changed this.';
/** Undoes every change; the drink of the fake server is not restored. */
export const UNDO: MenuCommand = { type: 'restore', list: TYPE, deleted: { version: 1 } };

export const createAnswer = (items: Partial<MenuItem>[]): MenuAnswer => ({
  unpublished: 0,
  sections: [
    {
      id: 'menu-drinks',
      heading: 'Drinks',
      lists: [
        {
          type: TYPE,
          kind: 'drinks',
          limits: { name: 80 },
          // As on the server, an id is valid until the list changes.
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

/** A server with drinks, whose next responses can be lost, rejected or delayed. */
class FakeServer implements Connection {
  commands: MenuCommand[] = [];
  loads = 0;
  /** Errors of the next requests, which change nothing but for `RESPONSE_LOST`. */
  errors: unknown[] = [];
  loadErrors: unknown[] = [];
  undos: { undo: MenuCommand; replacedId?: ReplacedId }[] = [];

  constructor(public names: Partial<MenuItem>[]) {}

  load = async () => {
    this.loads += 1;
    const error = this.loadErrors.shift();
    if (error) throw error;
    return createAnswer(this.names);
  };

  send = async (command: MenuCommand) => {
    this.commands.push(command);
    const error = this.errors.shift();
    if (error && error !== RESPONSE_LOST) throw error;
    this.change(command);
    if (error) throw error;
    const outcome = command.type === 'publish' ? { undo: null } : (this.undos.shift() ?? { undo: UNDO });
    return { menu: createAnswer(this.names), ...outcome };
  };

  explain = (error: unknown) =>
    error instanceof TypeError
      ? undefined
      : new MenuProblem(String(error), error === CONFLICT ? 'conflict' : 'rejected');

  private change(command: MenuCommand) {
    const item = 'id' in command ? this.names[Number(command.id)] : undefined;
    switch (command.type) {
      case 'delete':
        this.names.splice(Number(command.id), 1);
        break;
      case 'move':
        this.names = command.ids.map((id) => this.names[Number(id)] ?? {});
        break;
      case 'add':
        this.names.push({ ...command.text, isNew: true });
        break;
      case 'show':
        Object.assign(item ?? {}, { isShown: command.shown });
        break;
      case 'changeText':
        if (item && ![command.seen.name, command.text.name].includes(item.name ?? '')) throw CONFLICT;
        Object.assign(item ?? {}, { name: command.text.name });
    }
  }
}

/** Opens the menu screen’s store with these drinks. */
export async function openMenu(names = ['Cola', 'Tea', 'Milk']) {
  const server = new FakeServer(names.map((name) => ({ name })));
  const store = new MenuStore(server);
  await store.refresh();
  const listItems = () => {
    const { menu } = store.getState();
    return menu ? findList(menu, TYPE).items : [];
  };
  const placeOf = (name: string) =>
    ({
      type: TYPE,
      key: listItems().find((item) => item.name === name)?.key ?? '',
    }) as const;
  const listNames = () => listItems().map(({ name }) => name);
  return { server, store, listItems, listNames, placeOf };
}
