import { expect, test } from 'vitest';
import { type MenuCommand, toRequest, type VersionCommand } from './changeCommands';

const list = 'menu-alcohol';
const text = { name: 'Ale', description: '' };
const seen = { name: 'Beer', description: '' };
const path = '/menu/menu-alcohol';

const entry = { uid: 'api::menu-side.menu-side', documentId: 'a/b' };
const entryPath = '/content-manager/collection-types/api::menu-side.menu-side/a%2Fb';

test.each<[MenuCommand | VersionCommand, string, string, object]>([
  [
    { type: 'move', list, ids: ['2', '1'], seen: ['1', '2'] },
    'PUT',
    `${path}/order`,
    { ids: ['2', '1'], seen: ['1', '2'] },
  ],
  [
    { type: 'show', list, id: '5', shown: false, until: 'tomorrow' },
    'PUT',
    `${path}/items/5/shown`,
    { shown: false, until: 'tomorrow' },
  ],
  [{ type: 'add', list, text }, 'POST', `${path}/items`, text],
  [{ type: 'changeText', list, id: 'a/b', text, seen }, 'PUT', `${path}/items/a%2Fb`, { ...text, seen }],
  [{ type: 'delete', list, id: '5' }, 'DELETE', `${path}/items/5`, {}],
  [
    { type: 'restore', list: 'menu-side', deleted: { version: 7 } },
    'POST',
    '/menu/menu-side/restored-items',
    { version: 7 },
  ],
  [{ type: 'publish' }, 'POST', '/menu/publish', {}],
  [
    { type: 'schedule', time: '2037-11-26T17:00', replaces: 3 },
    'POST',
    '/menu/schedule',
    { time: '2037-11-26T17:00', replaces: 3 },
  ],
  [{ type: 'bringBack', version: 7 }, 'POST', '/versions/7/bring-back', {}],
  [{ type: 'unpublishEntry', ...entry }, 'POST', `${entryPath}/actions/unpublish`, {}],
  [{ type: 'deleteEntry', ...entry }, 'DELETE', entryPath, {}],
])('converts %j to a request', (command, method, requestPath, body) => {
  expect(toRequest(command)).toEqual({ method, path: requestPath, body });
});
