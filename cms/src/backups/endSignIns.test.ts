import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { writeSmallDatabase } from '../../testing/smallSite';
import { withSqlite } from '../environment/sqlite';
import { endSignIns } from './endSignIns';

const TOKENS = [
  'strapi_sessions',
  'strapi_api_tokens',
  'strapi_api_token_permissions',
  'strapi_transfer_tokens',
  'strapi_transfer_token_permissions',
];
const HASH = '$2a$10$yCWf9pfQ0cnniCHlQscRju';

const folder = createTemporaryFolder();
const file = join(folder, 'strapi.db');
const run = (sql: string, ...values: unknown[]) =>
  withSqlite(file, (connection) => connection.prepare(sql).run(...values));
const read = (sql: string) => withSqlite(file, (connection) => connection.prepare(sql).all());
const addAccount = (email: string, password: string | null, isActive: number) =>
  run(
    "INSERT INTO admin_users (email, password, is_active, reset_password_token, reset_password_token_expires_at, registration_token) VALUES (?, ?, ?, 'reset', 9, 'invitation')",
    email,
    password,
    isActive,
  );
const readEntry = () =>
  read("SELECT value, type FROM strapi_core_store_settings WHERE key = 'app_first_sign_ins_unprinted'");

beforeEach(() => {
  writeSmallDatabase(file, {});
  run(
    'CREATE TABLE admin_users (id integer primary key, email text, password text, is_active boolean, reset_password_token text, reset_password_token_expires_at datetime, registration_token text)',
  );
  for (const table of TOKENS) {
    run(`CREATE TABLE ${table} (id integer primary key)`);
    run(`INSERT INTO ${table} VALUES (1)`);
  }
});

test('deletes sessions and tokens, and keeps passwords', () => {
  addAccount('owner@test.example', HASH, 1);
  expect(endSignIns(file)).toEqual({ hasLinks: false, invited: [] });
  for (const table of TOKENS) expect(read(`SELECT * FROM ${table}`), table).toEqual([]);
  expect(read('SELECT * FROM admin_users')).toEqual([
    {
      id: 1,
      email: 'owner@test.example',
      password: HASH,
      is_active: 1,
      reset_password_token: null,
      reset_password_token_expires_at: null,
      registration_token: null,
    },
  ]);
  expect(readEntry()).toEqual([]);
});

test('makes the next start print links when an account has no password, and names invitations that have ended', () => {
  run(
    "INSERT INTO strapi_core_store_settings (key, value, type) VALUES ('app_first_sign_ins_unprinted', 'false', 'boolean')",
  );
  addAccount('owner@test.example', HASH, 1);
  addAccount('admin@test.example', null, 1);
  addAccount('invited\u001b[2J@test.example', null, 0);
  expect(endSignIns(file)).toEqual({ hasLinks: true, invited: ['invited?[2J@test.example'] });
  expect(readEntry()).toEqual([{ value: 'true', type: 'boolean' }]);
});
