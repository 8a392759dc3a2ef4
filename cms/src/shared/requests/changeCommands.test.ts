import { expect, test } from 'vitest';
import {
  type MenuCommand,
  type ReplacedId,
  replaceItemId,
  toRequest,
  type VersionCommand,
} from './changeCommands';

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
  [{ type: 'show', list, id: '5', shown: false }, 'PUT', `${path}/items/5/shown`, { shown: false }],
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
  [{ type: 'bringBack', version: 7 }, 'POST', '/versions/7/bring-back', {}],
  [{ type: 'unpublishEntry', ...entry }, 'POST', `${entryPath}/actions/unpublish`, {}],
  [{ type: 'deleteEntry', ...entry }, 'DELETE', entryPath, {}],
])('converts %j to a request', (command, method, requestPath, body) => {
  expect(toRequest(command)).toEqual({ method, path: requestPath, body });
});

const replaced: ReplacedId = { list, from: '5', to: '12' };

test.each<[string, MenuCommand, MenuCommand]>([
  [
    'an order',
    { type: 'move', list, ids: ['4', '5'], seen: ['5', '4'] },
    { type: 'move', list, ids: ['4', '12'], seen: ['12', '4'] },
  ],
  [
    'a change of a text, also if the name is that number',
    { type: 'changeText', list, id: '5', text: { name: '5' }, seen: text },
    { type: 'changeText', list, id: '12', text: { name: '5' }, seen: text },
  ],
  ['a switch', { type: 'show', list, id: '5', shown: true }, { type: 'show', list, id: '12', shown: true }],
  ['a deletion', { type: 'delete', list, id: '5' }, { type: 'delete', list, id: '12' }],
  [
    'the kept drinks of a restored one, not its former id',
    {
      type: 'restore',
      list,
      deleted: { id: '5', rest: ['4', '5'], name: '5', isOff: false, index: 5, published: null },
    },
    {
      type: 'restore',
      list,
      deleted: { id: '5', rest: ['4', '12'], name: '5', isOff: false, index: 5, published: null },
    },
  ],
])('replaces the id of a restored drink in %s', (_case, command, expected) => {
  expect(replaceItemId(command, replaced)).toEqual(expected);
});

test.each<[string, MenuCommand]>([
  ['another list', { type: 'delete', list: 'menu-soft-drinks', id: '5' }],
  ['another drink', { type: 'delete', list, id: '4' }],
  ['an addition', { type: 'add', list, text: { name: '5' } }],
  ['the return of a dish', { type: 'restore', list, deleted: { version: 5 } }],
  ['the publishing', { type: 'publish' }],
])('replaces no id in a command of %s', (_case, command) => {
  expect(replaceItemId(command, replaced)).toEqual(command);
});
