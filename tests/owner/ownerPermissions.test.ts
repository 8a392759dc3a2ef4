import { beforeEach, expect, test } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';

const { grantNewFields } = requireCompiled<typeof import('../../cms/src/permissions/ownerPermissions.ts')>(
  'permissions/ownerPermissions',
);
const store = cms.strapi.store({ type: 'app', name: 'owner', key: 'fields' });
const HOME = 'api::homepage.homepage';
const SIDE = 'api::menu-side.menu-side';
const NEW_FIELDS = ['description', 'place', 'position'];

/** The fields that the content types had before the update. */
let known: Record<string, string[]>;

interface Permission {
  id: number;
  action: string;
  subject: string | null;
  properties: { fields?: string[] };
  conditions: string[];
}

const query = () => cms.strapi.db.query('admin::permission');

/** Lists the owner's permissions for a type, by their actions. */
async function readPermissions(subject: string): Promise<Record<string, Permission>> {
  const permissions: Permission[] = await query().findMany({
    where: { subject, role: { code: 'strapi-editor' } },
  });
  return Object.fromEntries(
    permissions.map((permission) => [permission.action.split('.').at(-1) ?? '', permission]),
  );
}

/** Makes fields of the home page new: the owner has no permission for them, and no start has known them. */
async function addNewFields(): Promise<void> {
  const withoutNew = (fields: string[] = []) => fields.filter((name) => !NEW_FIELDS.includes(name));
  for (const { id, properties } of Object.values(await readPermissions(HOME)))
    if (properties.fields)
      await query().update({
        where: { id },
        data: { properties: { fields: withoutNew(properties.fields) } },
      });
  await store.set({ value: { ...known, [HOME]: withoutNew(known[HOME]) } });
}

beforeEach(async () => {
  // Cast: only the function that is tested writes this value.
  known = (await store.get()) as typeof known;
});

test('the owner gets new fields with the permissions that she has for their type, and not the place of a record', async () => {
  const before = await readPermissions(HOME);
  await addNewFields();
  await grantNewFields(cms.strapi);
  const { read, update, publish } = await readPermissions(HOME);
  expect(read?.properties.fields).toEqual(expect.arrayContaining(NEW_FIELDS));
  expect(update?.properties.fields?.sort()).toEqual(before.update?.properties.fields?.sort());
  expect(update?.properties.fields).not.toContain('place');
  expect(publish?.properties).toEqual(before.publish?.properties);
  expect(await store.get()).toEqual(known);
});

test('what an administrator has taken away or granted stays', async () => {
  await addNewFields();
  const { update, publish } = await readPermissions(HOME);
  const conditions = ['admin::is-creator'];
  const data = { properties: { fields: ['position'] }, conditions };
  await query().update({ where: { id: update?.id }, data });
  await query().delete({ where: { id: publish?.id } });
  await grantNewFields(cms.strapi);
  const granted = await readPermissions(HOME);
  expect(granted.update).toMatchObject({
    properties: { fields: ['position', 'description'] },
    conditions,
  });
  expect(granted).not.toHaveProperty('publish');
});

test('the owner gets a new type as in a new installation', async () => {
  for (const uid of [HOME, SIDE]) {
    const before = await readPermissions(uid);
    await query().deleteMany({ where: { subject: uid } });
    const { [uid]: _, ...others } = known;
    await store.set({ value: others });
    await grantNewFields(cms.strapi);
    const after = await readPermissions(uid);
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    for (const [action, { properties }] of Object.entries(before))
      expect(after[action]?.properties.fields?.sort()).toEqual(properties.fields?.sort());
  }
});

test('only stores the fields on the first start, and when an administrator has deleted the role', async () => {
  const before = await readPermissions(HOME);
  await store.delete();
  await grantNewFields(cms.strapi);
  expect(await store.get()).toEqual(known);
  expect(await readPermissions(HOME)).toEqual(before);
  await store.set({ value: {} });
  const roles = cms.strapi.db.query('admin::role');
  const { id } = await roles.findOne({ where: { code: 'strapi-editor' } });
  await roles.delete({ where: { id } });
  await grantNewFields(cms.strapi);
  expect(await store.get()).toEqual(known);
});
