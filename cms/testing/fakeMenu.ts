import { findList } from '../src/admin/menu/menuContent';
import { type Connection, MenuProblem, MenuStore } from '../src/admin/menu/menuStore';
import type { MenuAnswer, MenuItem } from '../src/menu/menu';
import { isRecord } from '../src/shared/isRecord';
import type { Undo } from '../src/versions/version';

export const TYPE = 'menu-soft-drinks';
export const LOST = new TypeError('Failed to fetch');
export const RESPONSE_LOST = new TypeError('Failed to fetch');
export const CONFLICT = 'Somebody else has changed this.';
const UNDO: Undo = { method: 'POST', path: '/undo', body: {} };

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
  requests: Undo[] = [];
  loads = 0;
  /** Errors of the next requests, which change nothing but for `RESPONSE_LOST`. */
  errors: unknown[] = [];
  loadErrors: unknown[] = [];
  undos: Undo[] = [];

  constructor(public names: Partial<MenuItem>[]) {}

  load = async () => {
    this.loads += 1;
    const error = this.loadErrors.shift();
    if (error) throw error;
    return createAnswer(this.names);
  };

  send = async (request: Undo) => {
    this.requests.push(request);
    const error = this.errors.shift();
    if (error && error !== RESPONSE_LOST) throw error;
    this.change(request);
    if (error) throw error;
    const undo = request.path === '/menu/publish' ? null : (this.undos.shift() ?? UNDO);
    return { menu: createAnswer(this.names), undo };
  };

  explain = (error: unknown) =>
    error instanceof TypeError
      ? undefined
      : new MenuProblem(String(error), error === CONFLICT ? 'conflict' : 'rejected');

  private change({ method, path, body }: Undo) {
    const index = Number(path.split('/')[4]);
    const item = this.names[index];
    if (method === 'DELETE') this.names.splice(index, 1);
    else if (path.endsWith('/order') && 'ids' in body && Array.isArray(body.ids))
      this.names = body.ids.map((id) => this.names[Number(id)] ?? {});
    else if (path.endsWith('/items')) this.names.push({ ...body, isNew: true });
    else if (path.endsWith('/shown') && 'shown' in body) Object.assign(item ?? {}, { isShown: body.shown });
    else if (item && 'name' in body && 'seen' in body && isRecord(body.seen)) {
      if (![body.seen.name, body.name].includes(item.name)) throw CONFLICT;
      Object.assign(item, { name: body.name });
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
